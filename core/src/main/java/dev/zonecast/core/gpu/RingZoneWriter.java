package dev.zonecast.core.gpu;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;

/**
 * Writes GPU zones to the ring of the thread that collects. A record's own time only orders it among the events of other threads, so several
 * records share a reading of the clock, and are published together.
 */
final class RingZoneWriter implements GpuZoneWriter {
    /** Records that share a reading: with the work of the engine they take well below a microsecond. */
    private static final int RECORDS_PER_READING = 16;

    private final int contextId;
    private Recorder recorder;
    private long ticks;
    private int untilReading;

    RingZoneWriter(int contextId) {
        this.contextId = contextId;
    }

    @Override
    public void prepare() {
        recorder = Recorder.current();
        readClock();
    }

    @Override
    public void flush() {
        recorder.flush();
    }

    private void readClock() {
        recorder.flush();
        ticks = Clock.ticks();
        untilReading = RECORDS_PER_READING;
    }

    private boolean record(EventKind kind, int id, long first, long second, long threadId, int lane) {
        if (untilReading == 0) {
            readClock();
        }
        untilReading--;
        return recorder.tryRecordAt(ticks, kind, contextId, id, first, second, thread(threadId, lane), 0);
    }

    private long thread(long threadId, int lane) {
        return RingLayout.gpuThreadWord(contextId, lane, threadId);
    }

    @Override
    public boolean begin(int locationId, long cpuTicks, long gpuTicks, long threadId, int lane, Object stack) {
        if (stack == null) {
            return record(EventKind.GPU_ZONE_BEGIN, locationId, cpuTicks, gpuTicks, threadId, lane);
        }
        boolean recorded = recorder.tryRecord(
                EventKind.GPU_ZONE_BEGIN, contextId, locationId, cpuTicks, gpuTicks, thread(threadId, lane), 0, stack);
        readClock();
        return recorded;
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
