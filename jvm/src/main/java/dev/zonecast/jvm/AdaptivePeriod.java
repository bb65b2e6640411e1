package dev.zonecast.jvm;

import java.time.Duration;

/**
 * The sampling period that follows the load: each second it goes a step towards the period of the second's mode. A load at a threshold
 * changes it little. One thread.
 */
final class AdaptivePeriod {
    // Steps of the article from which AdaptiveSampling has its defaults.
    private static final double SLOWER = 1.5;
    private static final double FASTER = 0.8;

    private final AdaptiveSampling modes;
    private double millis;
    private long lastFrames;
    private long lastNanos;

    AdaptivePeriod(AdaptiveSampling modes) {
        this.modes = modes;
        millis = target(SamplingMode.MEDIUM);
    }

    private double target(SamplingMode mode) {
        return modes.period(mode).toNanos() / 1e6;
    }

    /** The mode for the second since the last call. {@code frames}: that the program has marked so far. */
    SamplingMode mode(double loadPercent, double memoryPercent, long frames, long nowNanos) {
        double seconds = (nowNanos - lastNanos) / 1e9;
        // A second without a mark is a part of a long frame, where the program marks frames.
        double framesPerSecond = lastNanos == 0 || frames == 0 ? 0 : Math.max(1, frames - lastFrames) / seconds;
        lastFrames = frames;
        lastNanos = nowNanos;
        return modes.mode(loadPercent, memoryPercent, framesPerSecond);
    }

    /** The period from now on, in whole milliseconds: JFR knows no others. Once a second. */
    Duration step(SamplingMode mode) {
        double target = target(mode);
        millis = millis < target ? Math.min(SLOWER * millis, target) : Math.max(FASTER * millis, target);
        return Duration.ofMillis(Math.round(millis));
    }
}
