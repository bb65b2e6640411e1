package dev.zonecast.trace.stats;

import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Program;

/** All frames of a set that were seen from begin to end. */
public final class FrameSetStatistics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Program program;
    private final String name;
    private final boolean base;
    private final Distribution durations = new Distribution();

    FrameSetStatistics(Program program, String name, boolean base) {
        this.program = program;
        this.name = name;
        this.base = base;
    }

    void add(Frame frame) {
        durations.add(frame.durationNanos());
    }

    /** The program that marks them. */
    public Program program() {
        return program;
    }

    /** Number of that program: {@link Program#number}. */
    public long process() {
        return program.number();
    }

    /** Name of the set. */
    public String name() {
        return name;
    }

    /** Of the frames that the program marks without naming a set. */
    public boolean isBase() {
        return base;
    }

    /** Nanoseconds from begin to end. */
    public Distribution durations() {
        return durations;
    }

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
