package dev.zonecast.trace.stats;

import dev.zonecast.trace.GpuContext;

/** How well the clock of a GPU context was known. */
public final class CalibrationStatistics {
    private final GpuContext context;
    private long count;
    private long worstNanos;
    private long lastNanos;

    CalibrationStatistics(GpuContext context) {
        this.context = context;
    }

    void add(long errorNanos) {
        count++;
        worstNanos = Math.max(worstNanos, errorNanos);
        lastNanos = errorNanos;
    }

    /** Whose clock it is. */
    public GpuContext context() {
        return context;
    }

    /** How many calibrations. */
    public long count() {
        return count;
    }

    /** The greatest error: GPU times are within it of the CPU's. */
    public long worstNanos() {
        return worstNanos;
    }

    /** The error of the last calibration. */
    public long lastNanos() {
        return lastNanos;
    }
}
