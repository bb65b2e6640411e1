package dev.zonecast.jvm;

import java.time.Duration;

/**
 * How the sampling rate follows the load: periods of three modes, and when each is used. The period goes towards that of the mode by a
 * step a second: 1.5 times as long, or 0.8 times. Immutable.
 *
 * <p>The defaults are those of "lock-free ring buffers for multi-threaded frame sampling in the Tracy profiler" (Hotdry), whose
 * periods of 1, 2 and 10 microseconds are milliseconds here: JFR knows none below one.
 *
 * @param high period below {@code mediumFromPercent}; processor time of a thread between two samples
 * @param medium period in between
 * @param low period above {@code lowAbovePercent}, and below {@code lowBelowFramesPerSecond} whatever the load
 * @param mediumFromPercent of the time of all processors, used by all programs
 * @param lowAbovePercent of the same
 * @param lowAboveMemoryPercent of the machine's memory, used by all programs; 100 = the memory does not matter
 * @param lowBelowFramesPerSecond 0 = the frame rate does not matter
 */
public record AdaptiveSampling(
        Duration high,
        Duration medium,
        Duration low,
        double mediumFromPercent,
        double lowAbovePercent,
        double lowAboveMemoryPercent,
        double lowBelowFramesPerSecond) {
    private static final AdaptiveSampling DEFAULTS =
            new AdaptiveSampling(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(10), 50, 80, 85, 30);

    /**
     * Modes of one's own.
     *
     * @throws IllegalArgumentException if a period is not between 1 ms and 1 minute, if a higher mode has a longer one than a lower
     *     mode, or if the thresholds are not in order or negative
     */
    public AdaptiveSampling {
        for (Duration period : new Duration[] {high, medium, low}) {
            if (!JvmOptions.isPossible(period)) {
                throw new IllegalArgumentException("a sampling period is 1 millisecond to 1 minute: " + period);
            }
        }
        if (high.compareTo(medium) > 0 || medium.compareTo(low) > 0) {
            throw new IllegalArgumentException(
                    "the periods have to grow from high to low: " + high + ", " + medium + ", " + low);
        }
        boolean inOrder = mediumFromPercent >= 0 && lowAbovePercent >= mediumFromPercent;
        if (!(inOrder && lowAboveMemoryPercent >= 0 && lowBelowFramesPerSecond >= 0)) {
            throw new IllegalArgumentException("thresholds are not in order: " + mediumFromPercent + " %, "
                    + lowAbovePercent + " %, " + lowAboveMemoryPercent + " % of the memory, "
                    + lowBelowFramesPerSecond + " frames a second");
        }
    }

    /**
     * 1 ms below 50 % of the machine's processor time, 2 ms to 80 %. 10 ms above, above 85 % of the machine's memory, and below 30
     * frames a second.
     */
    public static AdaptiveSampling defaults() {
        return DEFAULTS;
    }

    /** Processor time of a thread between two samples, in whole milliseconds: JFR knows no others. */
    public Duration period(SamplingMode mode) {
        Duration chosen = switch (mode) {
            case LOW -> low;
            case MEDIUM -> medium;
            case HIGH -> high;
        };
        return Duration.ofMillis(chosen.toMillis());
    }

    /**
     * The mode for a second that has passed.
     *
     * @param loadPercent of all processors, by all programs
     * @param memoryPercent of the machine's memory, by all programs; NaN if it is not known
     * @param framesPerSecond 0 if the program marks no frames
     */
    public SamplingMode mode(double loadPercent, double memoryPercent, double framesPerSecond) {
        boolean slow = framesPerSecond > 0 && framesPerSecond < lowBelowFramesPerSecond;
        if (slow || loadPercent > lowAbovePercent || memoryPercent > lowAboveMemoryPercent) {
            return SamplingMode.LOW;
        }
        return loadPercent < mediumFromPercent ? SamplingMode.HIGH : SamplingMode.MEDIUM;
    }
}
