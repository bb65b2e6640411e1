package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuStatistic;
import java.util.List;

/** Queries of OpenGL that count in zones. */
abstract class GlCounters extends GpuCounters {
    GlCounters(int slots, List<GpuStatistic> counted) {
        super(slots, counted);
    }

    // For tests of this package.
    @Override
    protected abstract boolean begin(int slot, long target);

    @Override
    protected abstract void end(int slot, long target);

    @Override
    protected abstract boolean read(int slot, long[] values);

    /** Deletes the queries; while the context is current. */
    abstract void delete();

    /** Frees what is not the driver's. */
    void free() {}
}
