package dev.zonecast.bench;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;
import java.util.concurrent.locks.LockSupport;

/** A GPU that is done at once and a driver that costs nothing but a reading of the clock; its clock is the processor's counter. */
final class InstantGpu extends GpuQueries {
    private final boolean recordsInTargets;
    private final double nanosPerTick;

    InstantGpu(boolean recordsInTargets) {
        this.recordsInTargets = recordsInTargets;
        ClockMap map = new ClockMap();
        LockSupport.parkNanos(ClockMap.WARM_UP_NANOS);
        map.calibrate(1_000_000_000);
        nanosPerTick = map.nanosPerTick();
    }

    @Override
    public boolean recordsInTargets() {
        return recordsInTargets;
    }

    @Override
    public int validBits() {
        return Long.SIZE;
    }

    @Override
    public double nanosPerTick() {
        return nanosPerTick;
    }

    @Override
    public boolean isUsable() {
        return true;
    }

    @Override
    public Chunk createChunk(int queries) {
        return new Chunk(queries);
    }

    @Override
    protected long gpuTicksNow() {
        return Clock.ticks();
    }

    /** Queries of this GPU. */
    static final class Chunk extends QueryChunk {
        private final long[] results;

        Chunk(int queries) {
            super(queries);
            results = new long[queries];
        }

        @Override
        protected void issue(int index, long target) {
            results[index] = Clock.ticks();
        }

        @Override
        protected int readyCount(int from, int to) {
            return to - from;
        }

        @Override
        protected long result(int index) {
            return results[index];
        }

        @Override
        protected void destroy() {}
    }
}
