package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.GpuContext;

/** How well the clock of a GPU context was known. */
public final class CalibrationStatistics {
    private final Distribution errors = new Distribution();
    private GpuContext context;
    private double leastDriftPpm = Double.NaN;
    private double mostDriftPpm = Double.NaN;
    private double lastDriftPpm = Double.NaN;

    CalibrationStatistics() {}

    void add(GpuContext of, long errorNanos, double driftPpm) {
        context = of;
        errors.add(errorNanos);
        if (!Double.isNaN(driftPpm)) {
            leastDriftPpm = Double.isNaN(leastDriftPpm) ? driftPpm : Math.min(leastDriftPpm, driftPpm);
            mostDriftPpm = Double.isNaN(mostDriftPpm) ? driftPpm : Math.max(mostDriftPpm, driftPpm);
            lastDriftPpm = driftPpm;
        }
    }

    /** Whose clock it is, under its last name. */
    public GpuContext context() {
        return context;
    }

    /** Errors as they were stated, in nanoseconds: GPU times are within them of the CPU's. */
    public Distribution errors() {
        return errors;
    }

    /** Least drift: how much faster the clock ran than its driver says, in millionths; NaN in older recordings. */
    public double leastDriftPpm() {
        return leastDriftPpm;
    }

    /** Greatest drift, as {@link #leastDriftPpm}. */
    public double mostDriftPpm() {
        return mostDriftPpm;
    }

    /** Last drift, as {@link #leastDriftPpm}. */
    public double lastDriftPpm() {
        return lastDriftPpm;
    }
}
