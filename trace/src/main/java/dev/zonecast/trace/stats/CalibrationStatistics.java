package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.GpuContext;

/**
 * How well the clock of a GPU context was known.
 *
 * @param context whose clock it is
 * @param errors of the calibrations, in nanoseconds: GPU times are within them of the CPU's
 */
public record CalibrationStatistics(GpuContext context, Distribution errors) {}
