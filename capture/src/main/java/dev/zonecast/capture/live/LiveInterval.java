package dev.zonecast.capture.live;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.stats.TraceStatistics;

/**
 * What a program did in an interval.
 *
 * @param statistics figures of the events that came in it
 * @param nanos its length
 * @param traceNanos how far the program's time went on
 * @param losses since the connection
 * @param isLast the session has ended
 */
public record LiveInterval(
        TraceStatistics statistics, long nanos, long traceNanos, LossAccount losses, boolean isLast) {
    /** A program's time that goes on as much faster is the past. */
    private static final int CATCHING_UP = 2;

    /** True if the interval has events of a longer time: a client that is not on demand sends its past first. */
    public boolean isCatchingUp() {
        return traceNanos > CATCHING_UP * nanos;
    }
}
