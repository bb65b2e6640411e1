package dev.zonecast.gpu.cl;

import dev.zonecast.core.gpu.ClockReading;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL21;
import org.lwjgl.system.MemoryUtil;

/** Markers in a command queue, whose events have times. */
final class ClQueries extends GpuQueries {
    private final ClQueue queue;

    /** Ticks of the device, nanoseconds of the host: read together, before and after. Guarded by the engine's lock. */
    private final long clocks = MemoryUtil.nmemCallocChecked(4, Long.BYTES);

    /** A command has failed since the results were last asked for. */
    private volatile boolean hasFailed;

    ClQueries(ClQueue queue) {
        this.queue = queue;
        int ignored = CL10.clRetainCommandQueue(queue.handle());
    }

    @Override
    public int validBits() {
        return Long.SIZE;
    }

    /** Times of events are "device time counters in nanoseconds". */
    @Override
    public double nanosPerTick() {
        return 1;
    }

    @Override
    public boolean isUsable() {
        return true;
    }

    @Override
    public QueryChunk createChunk(int queries) {
        return new ClChunk(this, queue.handle(), queries);
    }

    @Override
    protected boolean canReadClock() {
        return queue.readsClocks();
    }

    @Override
    protected boolean readsPairs() {
        return true;
    }

    @Override
    protected void readClocks(ClockReading reading) {
        reading.begin();
        int error = CL21.nclGetHostTimer(queue.device(), clocks + 16);
        error |= CL21.nclGetDeviceAndHostTimer(queue.device(), clocks, clocks + 8);
        error |= CL21.nclGetHostTimer(queue.device(), clocks + 24);
        if (error != CL10.CL_SUCCESS) {
            hasFailed = true;
            reading.failed();
            return;
        }
        long hostNanos = MemoryUtil.memGetLong(clocks + 8);
        double sinceBegin = hostNanos - MemoryUtil.memGetLong(clocks + 16);
        double untilEnd = MemoryUtil.memGetLong(clocks + 24) - hostNanos;
        reading.end(MemoryUtil.memGetLong(clocks), sinceBegin, untilEnd, 0);
    }

    @Override
    protected long gpuTicksNow() {
        int ignored = CL21.nclGetDeviceAndHostTimer(queue.device(), clocks, clocks + 8);
        return MemoryUtil.memGetLong(clocks);
    }

    void noteFailure() {
        hasFailed = true;
    }

    @Override
    protected boolean resultsAreValid() {
        boolean areValid = !hasFailed;
        hasFailed = false;
        return areValid;
    }

    @Override
    protected void close() {
        int ignored = CL10.clReleaseCommandQueue(queue.handle());
        MemoryUtil.nmemFree(clocks);
    }
}
