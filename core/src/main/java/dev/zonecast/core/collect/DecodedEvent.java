package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.ring.RingLayout;
import java.io.IOException;

/** One record of a ring, decoded; the collector has a single one and fills it anew for each event. */
final class DecodedEvent {
    /** As in {@link RingLayout}. */
    int type;

    ThreadTrack thread;
    long nanos;
    SourceLocation location;
    Plot plot;
    FrameName frame;
    GpuContextInfo gpu;
    LockInfo lock;
    LockEvent lockEvent;
    MemoryPool pool;
    MemoryBlocks blocks;
    long bytes;
    long liveBytes;
    /** Severity and source of a message. */
    int small;

    int rgb;
    /** Value, frame number, string id, GPU time or submitting thread, by type. */
    long value;

    long threadId;
    long gpuNanos;
    Utf8Text text;
    /** Of a message or a block of memory; null: none. */
    CallStack stack;

    void deliverTo(EventSink sink) throws IOException {
        switch (type) {
            case RingLayout.ZONE_TEXT -> sink.zoneText(thread, text);
            case RingLayout.ZONE_NAME -> sink.zoneName(thread, text);
            case RingLayout.ZONE_VALUE -> sink.zoneValue(thread, value);
            case RingLayout.ZONE_COLOR -> sink.zoneColor(thread, (int) value);
            case RingLayout.PLOT_LONG -> sink.plot(thread, nanos, plot, value);
            case RingLayout.PLOT_DOUBLE -> sink.plot(thread, nanos, plot, Double.longBitsToDouble(value));
            case RingLayout.MESSAGE -> {
                if (stack == null) {
                    sink.message(thread, nanos, severity(), source(), rgb, text);
                } else {
                    sink.message(thread, nanos, severity(), source(), rgb, text, stack);
                }
            }
            case RingLayout.CRASH -> sink.crash(thread, nanos, text, stack);
            case RingLayout.MESSAGE_LITERAL ->
                sink.messageLiteral(thread, nanos, severity(), source(), rgb, (int) value);
            case RingLayout.FIBER_ENTER -> sink.fiberEntered(thread, nanos, thread.runsOn, thread.runsOnName);
            case RingLayout.FIBER_LEAVE -> sink.fiberLeft(thread, nanos);
            case RingLayout.FRAME_MARK -> {
                if (frame == null) {
                    sink.frameMark(thread, nanos, value);
                } else {
                    sink.frameMark(thread, nanos, frame);
                }
            }
            case RingLayout.FRAME_START -> sink.frameStart(thread, nanos, frame);
            case RingLayout.FRAME_END -> sink.frameEnd(thread, nanos, frame);
            case RingLayout.FRAME_VSYNC -> sink.frameVsync(nanos, (int) value);
            case RingLayout.GPU_ZONE_BEGIN -> sink.gpuZoneBegin(gpu, threadId, location, nanos, gpuNanos);
            case RingLayout.GPU_ZONE_END -> sink.gpuZoneEnd(gpu, threadId, nanos, gpuNanos);
            case RingLayout.GPU_ZONE_VALUE -> sink.gpuZoneValue(gpu, threadId, GpuStatistic.of(small), value);
            case RingLayout.GPU_CALIBRATION -> sink.gpuCalibration(gpu, nanos, value);
            case RingLayout.MEMORY_ALLOCATED -> {
                if (stack == null) {
                    sink.memoryAllocated(pool, thread, nanos, value, bytes, liveBytes);
                } else {
                    sink.memoryAllocated(pool, thread, nanos, value, bytes, liveBytes, stack);
                }
            }
            case RingLayout.MEMORY_FREED -> {
                if (stack == null) {
                    sink.memoryFreed(pool, thread, nanos, value, bytes, liveBytes);
                } else {
                    sink.memoryFreed(pool, thread, nanos, value, bytes, liveBytes, stack);
                }
            }
            case RingLayout.MEMORY_DISCARDED -> sink.memoryDiscarded(pool, thread, nanos, blocks);
            case RingLayout.LOCK -> sink.lockEvent(lock, lockEvent, thread, nanos);
            case RingLayout.LOCK_MARK -> sink.lockMark(lock, thread, location);
            default -> throw new IllegalStateException("no sink takes records of type " + type);
        }
    }

    private Severity severity() {
        return Severity.ofCode(small >>> 4);
    }

    private MessageSource source() {
        return MessageSource.ofCode(small & 15);
    }
}
