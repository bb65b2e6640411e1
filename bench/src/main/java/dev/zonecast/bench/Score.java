package dev.zonecast.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one round of a {@link Reading} gave, per operation.
 *
 * @param nanos of the median burst
 * @param leastNanos of the fastest burst
 * @param bytes allocated by all threads of the process, the harness's own included; the median of the iterations, for on a busy
 *     machine the compiler may not be done by the end of the warm-up
 */
record Score(double nanos, double leastNanos, double bytes) {
    private static final double MEDIAN = 50;

    Score plus(Score other) {
        return new Score(nanos + other.nanos, leastNanos + other.leastNanos, bytes + other.bytes);
    }

    static Score of(RunResult result, int burst) {
        Result<?> primary = result.getPrimaryResult();
        double nanosPerUnit = result.getParams().getTimeUnit().toNanos(1);
        if (result.getParams().getTimeUnit().compareTo(TimeUnit.NANOSECONDS) < 0) {
            throw new IllegalArgumentException("a unit below the nanosecond");
        }
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return new Score(
                primary.getStatistics().getPercentile(MEDIAN) * nanosPerUnit / burst,
                primary.getStatistics().getMin() * nanosPerUnit / burst,
                allocated == null ? Double.NaN : allocated.getStatistics().getPercentile(MEDIAN) / burst);
    }
}
