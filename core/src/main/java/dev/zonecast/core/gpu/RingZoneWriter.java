package dev.zonecast.core.gpu;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;

/** Writes GPU zones to the ring of the thread that collects. */
final class RingZoneWriter implements GpuZoneWriter {
    private final int contextId;

    RingZoneWriter(int contextId) {
        this.contextId = contextId;
    }

    private boolean record(EventKind kind, int id, long first, long second, long threadId, int lane) {
        return record(kind, id, first, second, threadId, lane, null);
    }

    private boolean record(EventKind kind, int id, long first, long second, long threadId, int lane, Object stack) {
        long thread = RingLayout.gpuThreadWord(contextId, lane, threadId);
        return Recorder.current().tryRecord(kind, contextId, id, first, second, thread, 0, stack);
    }

    @Override
    public boolean begin(int locationId, long cpuTicks, long gpuTicks, long threadId, int lane, Object stack) {
        return record(EventKind.GPU_ZONE_BEGIN, locationId, cpuTicks, gpuTicks, threadId, lane, stack);
    }

    @Override
    public boolean value(int statistic, long value, long threadId, int lane) {
        return record(EventKind.GPU_ZONE_VALUE, statistic, value, 0, threadId, lane);
    }

    @Override
    public boolean link(long link, long gpuTicks, long threadId, int lane) {
        return record(EventKind.GPU_ZONE_VALUE, GpuStatistic.LINK.nameId(), link, gpuTicks, threadId, lane);
    }

    @Override
    public boolean end(long cpuTicks, long gpuTicks, long threadId, int lane) {
        return record(EventKind.GPU_ZONE_END, 0, cpuTicks, gpuTicks, threadId, lane);
    }

    @Override
    public boolean error(long errorNanos, double driftPpm) {
        return record(EventKind.GPU_CALIBRATION, 0, errorNanos, Double.doubleToRawLongBits(driftPpm), 0, 0);
    }
}
