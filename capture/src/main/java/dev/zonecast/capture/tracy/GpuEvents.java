package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.Map;

/** GPU contexts and their zones. */
final class GpuEvents extends EventGroup {
    private static final int CONTEXTS = 256;
    private static final int FLAG_CALIBRATED = 1;

    /** Recordings have whole numbers of 64 bits. */
    private static final double BEYOND_LONG = 0x1p63;

    private final CallStacks callStacks;
    private final GpuContextState[] contexts = new GpuContextState[CONTEXTS];

    GpuEvents(Stream stream, ThreadStates threads, CallStacks callStacks, Map<EventType, Handler> on) {
        super(stream, threads);
        this.callStacks = callStacks;
        on.put(EventType.GPU_NEW_CONTEXT, this::newContext);
        on.put(EventType.GPU_CONTEXT_NAME, this::name);
        on.put(EventType.GPU_TIME, this::time);
        on.put(EventType.GPU_CALIBRATION, this::calibrate);
        on.put(EventType.GPU_TIME_SYNC, this::synchronize);
        on.put(EventType.GPU_ANNOTATION_NAME, this::nameNote);
        on.put(EventType.GPU_ZONE_ANNOTATION, this::value);
        beginOfThread(on, EventType.GPU_ZONE_BEGIN, false, this::location);
        beginOfThread(on, EventType.GPU_ZONE_BEGIN_CALLSTACK, true, this::location);
        beginOfThread(on, EventType.GPU_ZONE_BEGIN_ALLOC_SRC_LOC, false, this::allocated);
        beginOfThread(on, EventType.GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK, true, this::allocated);
        beginSerial(on, EventType.GPU_ZONE_BEGIN_SERIAL, false, this::location);
        beginSerial(on, EventType.GPU_ZONE_BEGIN_CALLSTACK_SERIAL, true, this::location);
        beginSerial(on, EventType.GPU_ZONE_BEGIN_ALLOC_SRC_LOC_SERIAL, false, this::allocated);
        beginSerial(on, EventType.GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK_SERIAL, true, this::allocated);
        on.put(EventType.GPU_ZONE_END, (bytes, at) -> end(bytes, at, stream.afterThread(Wire.getLong(bytes, at + 1))));
        on.put(
                EventType.GPU_ZONE_END_SERIAL,
                (bytes, at) -> end(bytes, at, stream.afterSerial(Wire.getLong(bytes, at + 1))));
    }

    /** Row of a zone. */
    private interface Place {
        SourceLocation of(byte[] bytes, int at);
    }

    private void beginOfThread(Map<EventType, Handler> on, EventType type, boolean withStack, Place place) {
        on.put(type, (bytes, at) -> {
            CallStack stack = withStack ? threads.now().takeCallStack() : null;
            long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
            begin(bytes, at, nanos, place.of(bytes, at), stack);
        });
    }

    private void beginSerial(Map<EventType, Handler> on, EventType type, boolean withStack, Place place) {
        on.put(type, (bytes, at) -> {
            CallStack stack = withStack ? callStacks.takeSerial() : null;
            long nanos = stream.afterSerial(Wire.getLong(bytes, at + 1));
            begin(bytes, at, nanos, place.of(bytes, at), stack);
        });
    }

    private SourceLocation location(byte[] bytes, int at) {
        return stream.vocabulary.locations.get(Wire.getLong(bytes, at + 16));
    }

    private SourceLocation allocated(byte[] bytes, int at) {
        return stream.vocabulary.locations.allocated(stream.slots.location);
    }

    /** The context of the number at an index; null if there is none. */
    private GpuContextState context(byte[] bytes, int at) {
        return contexts[bytes[at] & 0xFF];
    }

    /** As {@link #context}, of an event that has no meaning without. */
    private GpuContextState matched(byte[] bytes, int at) {
        GpuContextState context = context(bytes, at);
        if (context == null) {
            stream.counts.add(SessionCount.UNMATCHED);
        }
        return context;
    }

    private void newContext(byte[] bytes, int at) {
        int id = bytes[at + 25] & 0xFF;
        if (contexts[id] != null) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        long cpuNanos = stream.nanos(Wire.getLong(bytes, at + 1));
        boolean calibrated = (bytes[at + 26] & FLAG_CALIBRATED) != 0;
        float period = Float.intBitsToFloat(Wire.getInt(bytes, at + 21));
        GpuClock clock = new GpuClock(period, calibrated, Wire.getLong(bytes, at + 9), cpuNanos);
        long thread = Integer.toUnsignedLong(Wire.getInt(bytes, at + 17));
        contexts[id] = new GpuContextState(stream, id, bytes[at + 27] & 0xFF, thread, cpuNanos, clock);
    }

    private void calibrate(byte[] bytes, int at) {
        GpuContextState context = context(bytes, at + 25);
        if (context != null) {
            context.clock.calibrate(bytes, at, stream.nanos(Wire.getLong(bytes, at + 9)));
        }
    }

    private void synchronize(byte[] bytes, int at) {
        GpuContextState context = context(bytes, at + 17);
        if (context != null) {
            context.clock.synchronize(Wire.getLong(bytes, at + 1), stream.nanos(Wire.getLong(bytes, at + 9)));
        }
    }

    private void name(byte[] bytes, int at) throws IOException {
        String name = stream.takeText();
        GpuContextState context = context(bytes, at + 1);
        if (context != null) {
            context.name(name);
        }
    }

    private void begin(byte[] bytes, int at, long nanos, SourceLocation location, CallStack stack) throws IOException {
        GpuContextState context = matched(bytes, at + 15);
        if (context != null) {
            context.begin(Wire.getInt(bytes, at + 9), Wire.getShort(bytes, at + 13), location, nanos, stack);
        }
    }

    private void end(byte[] bytes, int at, long nanos) throws IOException {
        GpuContextState context = matched(bytes, at + 15);
        if (context != null) {
            context.end(Wire.getInt(bytes, at + 9), Wire.getShort(bytes, at + 13), nanos);
        }
    }

    private void time(byte[] bytes, int at) throws IOException {
        long ticks = stream.afterGpu(Wire.getLong(bytes, at + 1));
        GpuContextState context = matched(bytes, at + 11);
        if (context != null) {
            context.time(Wire.getShort(bytes, at + 9), ticks);
        }
    }

    private void nameNote(byte[] bytes, int at) {
        String name = stream.takeText();
        GpuContextState context = context(bytes, at + 9);
        if (context != null && stream.vocabulary.budget.take(name.length())) {
            context.nameNote(Wire.getLong(bytes, at + 1), GpuStatistic.of(name));
        }
    }

    private void value(byte[] bytes, int at) {
        GpuContextState context = context(bytes, at + 23);
        double value = Double.longBitsToDouble(Wire.getLong(bytes, at + 9));
        if (!(Math.abs(value) < BEYOND_LONG)) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        } else if (context == null
                || !context.value(Wire.getShort(bytes, at + 21), Wire.getLong(bytes, at + 1), value)) {
            stream.counts.passOver(EventType.GPU_ZONE_ANNOTATION);
        }
    }

    /** Delivers the zones that have waited long enough for annotations. */
    void deliverLate() throws IOException {
        for (GpuContextState context : contexts) {
            if (context != null) {
                context.deliverLate();
            }
        }
    }

    /** No further event will come. */
    void close() throws IOException {
        for (GpuContextState context : contexts) {
            if (context != null) {
                context.close();
            }
        }
    }
}
