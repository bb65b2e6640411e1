package dev.zonecast.capture.tracy;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** GPU contexts and their zones. Methods return false where a name is missing. */
final class GpuEvents {
    private static final int CONTEXTS = 256;
    private static final int FLAG_CALIBRATED = 1;

    private final Stream stream;
    private final ThreadStates threads;
    private final CallStacks callStacks;
    private final GpuContextState[] contexts = new GpuContextState[CONTEXTS];

    GpuEvents(Stream stream, ThreadStates threads, CallStacks callStacks) {
        this.callStacks = callStacks;
        this.stream = stream;
        this.threads = threads;
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        switch (type) {
            case GPU_NEW_CONTEXT -> newContext(bytes, at);
            case GPU_CONTEXT_NAME -> name(bytes, at);
            case GPU_TIME -> time(bytes, at);
            case GPU_CALIBRATION -> {
                GpuContextState context = contexts[bytes[at + 25] & 0xFF];
                if (context != null) {
                    context.clock.calibrate(bytes, at, stream.nanos(Wire.getLong(bytes, at + 9)));
                }
            }
            case GPU_TIME_SYNC -> {
                GpuContextState context = contexts[bytes[at + 17] & 0xFF];
                if (context != null) {
                    context.clock.synchronize(Wire.getLong(bytes, at + 1), stream.nanos(Wire.getLong(bytes, at + 9)));
                }
            }
            case GPU_ANNOTATION_NAME -> nameNote(bytes, at);
            case GPU_ZONE_ANNOTATION -> value(bytes, at);
            case GPU_ZONE_END -> end(bytes, at, stream.afterThread(Wire.getLong(bytes, at + 1)));
            case GPU_ZONE_END_SERIAL -> end(bytes, at, stream.afterSerial(Wire.getLong(bytes, at + 1)));
            case GPU_ZONE_BEGIN, GPU_ZONE_BEGIN_CALLSTACK -> {
                return begin(bytes, at, false, false);
            }
            case GPU_ZONE_BEGIN_SERIAL, GPU_ZONE_BEGIN_CALLSTACK_SERIAL -> {
                return begin(bytes, at, true, false);
            }
            case GPU_ZONE_BEGIN_ALLOC_SRC_LOC, GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK -> {
                return begin(bytes, at, false, true);
            }
            case GPU_ZONE_BEGIN_ALLOC_SRC_LOC_SERIAL, GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK_SERIAL -> {
                return begin(bytes, at, true, true);
            }
            default -> throw new IllegalArgumentException(type.toString());
        }
        return true;
    }

    private void newContext(byte[] bytes, int at) {
        int id = bytes[at + 25] & 0xFF;
        if (contexts[id] != null) {
            stream.counts.droppedEvents++;
            return;
        }
        long cpuNanos = stream.nanos(Wire.getLong(bytes, at + 1));
        boolean calibrated = (bytes[at + 26] & FLAG_CALIBRATED) != 0;
        float period = Float.intBitsToFloat(Wire.getInt(bytes, at + 21));
        GpuClock clock = new GpuClock(period, calibrated, Wire.getLong(bytes, at + 9), cpuNanos);
        long thread = Integer.toUnsignedLong(Wire.getInt(bytes, at + 17));
        contexts[id] = new GpuContextState(stream, id, bytes[at + 27] & 0xFF, thread, cpuNanos, clock);
    }

    private void name(byte[] bytes, int at) {
        String name = SlotText.takeString(stream.slots.text);
        GpuContextState context = contexts[bytes[at + 1] & 0xFF];
        if (context != null) {
            context.name(name);
        }
    }

    private boolean begin(byte[] bytes, int at, boolean serial, boolean allocated) throws IOException {
        SourceLocation location = allocated ? null : stream.vocabulary.locations.get(Wire.getLong(bytes, at + 16));
        if (location == null && !allocated) {
            return false;
        }
        SourceLocation place = allocated ? stream.vocabulary.locations.allocated(stream.slots.location) : location;
        long delta = Wire.getLong(bytes, at + 1);
        long nanos = serial ? stream.afterSerial(delta) : stream.afterThread(delta);
        // A recording has no call stacks of GPU zones.
        if (serial) {
            callStacks.takeSerial();
        } else {
            threads.now().callStack = null;
        }
        GpuContextState context = contexts[bytes[at + 15] & 0xFF];
        if (context == null) {
            stream.counts.unmatched++;
        } else {
            context.begin(Wire.getInt(bytes, at + 9), Wire.getShort(bytes, at + 13), place, nanos);
        }
        return true;
    }

    private void end(byte[] bytes, int at, long nanos) throws IOException {
        GpuContextState context = contexts[bytes[at + 15] & 0xFF];
        if (context == null) {
            stream.counts.unmatched++;
        } else {
            context.end(Wire.getInt(bytes, at + 9), Wire.getShort(bytes, at + 13), nanos);
        }
    }

    private void time(byte[] bytes, int at) throws IOException {
        long ticks = stream.afterGpu(Wire.getLong(bytes, at + 1));
        GpuContextState context = contexts[bytes[at + 11] & 0xFF];
        if (context == null) {
            stream.counts.unmatched++;
        } else {
            context.time(Wire.getShort(bytes, at + 9), ticks);
        }
    }

    private void nameNote(byte[] bytes, int at) {
        String name = SlotText.takeString(stream.slots.text);
        GpuContextState context = contexts[bytes[at + 9] & 0xFF];
        for (int i = 0; context != null && i < GpuStatistic.count(); i++) {
            if (GpuStatistic.of(i).displayName().equals(name)) {
                context.nameNote(Wire.getLong(bytes, at + 1), GpuStatistic.of(i));
            }
        }
    }

    private void value(byte[] bytes, int at) {
        GpuContextState context = contexts[bytes[at + 23] & 0xFF];
        double value = Double.longBitsToDouble(Wire.getLong(bytes, at + 9));
        if (context == null || !context.value(Wire.getShort(bytes, at + 21), Wire.getLong(bytes, at + 1), value)) {
            stream.counts.passOver(EventType.GPU_ZONE_ANNOTATION);
        }
    }

    /** No further times will come. */
    void close() {
        for (GpuContextState context : contexts) {
            if (context != null) {
                context.close();
            }
        }
    }
}
