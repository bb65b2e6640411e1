package dev.zonecast.core.gpu;

import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.ring.Recorder;

/** Writes GPU zones to the ring of the thread that collects. */
final class RingZoneWriter implements GpuZoneWriter {
    private final int contextId;

    RingZoneWriter(int contextId) {
        this.contextId = contextId;
    }

    @Override
    public boolean begin(int locationId, long cpuTicks, long gpuTicks, long threadId) {
        return Recorder.current()
                .tryRecord(
                        EventKind.GPU_ZONE_BEGIN,
                        contextId,
                        locationId,
                        cpuTicks,
                        gpuTicks,
                        GpuEvent.threadWord(contextId, threadId),
                        0);
    }

    @Override
    public boolean value(int statistic, long value, long threadId) {
        return Recorder.current()
                .tryRecord(
                        EventKind.GPU_ZONE_VALUE,
                        contextId,
                        statistic,
                        value,
                        0,
                        GpuEvent.threadWord(contextId, threadId),
                        0);
    }

    @Override
    public boolean end(long cpuTicks, long gpuTicks, long threadId) {
        return Recorder.current()
                .tryRecord(
                        EventKind.GPU_ZONE_END,
                        contextId,
                        0,
                        cpuTicks,
                        gpuTicks,
                        GpuEvent.threadWord(contextId, threadId),
                        0);
    }

    @Override
    public boolean error(long errorNanos, double driftPpm) {
        return Recorder.current()
                .tryRecord(
                        EventKind.GPU_CALIBRATION,
                        contextId,
                        0,
                        errorNanos,
                        Double.doubleToRawLongBits(driftPpm),
                        GpuEvent.threadWord(contextId, 0),
                        0);
    }
}
