package dev.zonecast.jvm;

import java.time.Duration;

/**
 * How often stacks are sampled.
 *
 * @param period the first one, in whole milliseconds: JFR knows no others; zero: no samples
 * @param adaptive how the period follows the load; null: it stays
 */
record Sampling(Duration period, AdaptiveSampling adaptive) {
    /** @throws IllegalArgumentException unless zero or between 1 ms and 1 minute */
    static Sampling each(Duration period) {
        if (!period.isZero() && !JvmOptions.isPossible(period)) {
            throw new IllegalArgumentException("a sampling period is zero, or 1 millisecond to 1 minute: " + period);
        }
        return new Sampling(Duration.ofMillis(period.toMillis()), null);
    }

    static Sampling by(AdaptiveSampling modes) {
        return new Sampling(modes.period(SamplingMode.MEDIUM), modes);
    }
}
