package dev.zonecast.jvm;

import java.time.Duration;

/**
 * How often stacks are sampled when the rate follows the load: the three modes of "lock-free ring buffers for multi-threaded frame
 * sampling in the Tracy profiler" (Hotdry), whose periods of 1, 2 and 10 microseconds are milliseconds here. JFR knows none below one.
 */
public enum SamplingMode {
    /** For a loaded machine: above {@value #HIGH_LOAD_PERCENT} % of the processors' time. */
    LOW(10),
    /** In between. */
    MEDIUM(2),
    /** For fine paths: below {@value #LOW_LOAD_PERCENT} %. */
    HIGH(1);

    /** Above it, {@link #LOW}. */
    public static final int HIGH_LOAD_PERCENT = 80;

    /** Below it, {@link #HIGH}. */
    public static final int LOW_LOAD_PERCENT = 50;

    /** Below so many frames a second, {@link #LOW} whatever the load. */
    public static final int LOW_FRAMES_PER_SECOND = 30;

    private final long periodMillis;

    SamplingMode(long periodMillis) {
        this.periodMillis = periodMillis;
    }

    /** Processor time of a thread between two samples. */
    public Duration period() {
        return Duration.ofMillis(periodMillis);
    }

    /**
     * The mode for a second that has passed.
     *
     * @param loadPercent of all processors, by all programs
     * @param framesPerSecond 0 if the program marks no frames
     */
    public static SamplingMode of(double loadPercent, double framesPerSecond) {
        if (framesPerSecond > 0 && framesPerSecond < LOW_FRAMES_PER_SECOND) {
            return LOW;
        }
        if (loadPercent > HIGH_LOAD_PERCENT) {
            return LOW;
        }
        return loadPercent < LOW_LOAD_PERCENT ? HIGH : MEDIUM;
    }
}
