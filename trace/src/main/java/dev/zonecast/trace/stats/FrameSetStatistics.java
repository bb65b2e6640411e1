package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;

/**
 * All frames of a set that were seen from begin to end.
 *
 * @param program that marks them
 * @param name of the set
 * @param isBase true for the frames that the program marks without naming a set
 * @param durations nanoseconds from begin to end
 */
public record FrameSetStatistics(Program program, String name, boolean isBase, Distribution durations) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Frames per second of frame time. */
    public double framesPerSecond() {
        return durations.sum() == 0 ? 0 : durations.count() * NANOS_PER_SECOND / durations.sum();
    }

    /**
     * Frames per second of the slowest frames: the reciprocal of their mean duration.
     *
     * @param part of all frames, such as 0.01
     */
    public double low(double part) {
        double mean = durations.meanOfLargest(part);
        return mean == 0 ? 0 : NANOS_PER_SECOND / mean;
    }
}
