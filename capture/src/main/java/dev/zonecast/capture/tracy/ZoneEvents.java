package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** Zones of threads and fibers. Methods return false where a name is missing. */
final class ZoneEvents {
    /** Open zones of one thread; those beyond are refused. */
    static final int MAX_DEPTH = 1 << 16;

    private final Stream stream;
    private final EventSink sink;
    private final ThreadStates threads;
    private final Locations locations;
    private final SessionTables.Room levels;
    private final SessionTables.Room noted;
    private final boolean compactTimes;
    private final SlotText text = new SlotText();

    ZoneEvents(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.sink = stream.sink;
        this.threads = threads;
        this.locations = stream.vocabulary.locations;
        levels = stream.vocabulary.tables.room(SessionTables.Kind.ZONE_LEVELS);
        noted = stream.vocabulary.tables.room(SessionTables.Kind.NOTED_ZONES);
        this.compactTimes = stream.welcome.protocol().compactTimes();
    }

    // --- begins and ends

    boolean begin16(byte[] bytes, int at) throws IOException {
        return begin(Wire.getShort(bytes, at + 1), Wire.getLong(bytes, at + 3), false);
    }

    boolean end16(byte[] bytes, int at) throws IOException {
        return end(Wire.getShort(bytes, at + 1));
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        return switch (type) {
            case ZONE_BEGIN -> begin(wide(bytes, at), Wire.getLong(bytes, at + 9), false);
            case ZONE_BEGIN_32 -> begin(middle(bytes, at), Wire.getLong(bytes, at + 5), false);
            case ZONE_BEGIN_16 -> begin16(bytes, at);
            case ZONE_BEGIN_CALLSTACK -> begin(wide(bytes, at), Wire.getLong(bytes, at + 9), true);
            case ZONE_BEGIN_CALLSTACK_32 -> begin(middle(bytes, at), Wire.getLong(bytes, at + 5), true);
            case ZONE_BEGIN_CALLSTACK_16 -> begin(Wire.getShort(bytes, at + 1), Wire.getLong(bytes, at + 3), true);
            case ZONE_BEGIN_ALLOC_SRC_LOC -> beginAllocated(Wire.getLong(bytes, at + 1), false);
            case ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK -> beginAllocated(Wire.getLong(bytes, at + 1), true);
            case ZONE_END -> end(wide(bytes, at));
            case ZONE_END_32 -> end(middle(bytes, at));
            case ZONE_END_16 -> end16(bytes, at);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private long wide(byte[] bytes, int at) {
        long value = Wire.getLong(bytes, at + 1);
        return compactTimes && value >= 0 ? value + Protocol.FIRST_64 : value;
    }

    static long middle(byte[] bytes, int at) {
        return Integer.toUnsignedLong(Wire.getInt(bytes, at + 1)) + Protocol.FIRST_32;
    }

    private boolean begin(long delta, long locationId, boolean withStack) throws IOException {
        ThreadState thread = threads.use();
        SourceLocation location = locations.get(locationId);
        if (location == null || thread == null) {
            return false;
        }
        begin(thread, delta, location, withStack);
        return true;
    }

    private boolean beginAllocated(long delta, boolean withStack) throws IOException {
        ThreadState thread = threads.use();
        if (thread == null) {
            return false;
        }
        begin(thread, delta, locations.allocated(stream.slots.location), withStack);
        return true;
    }

    private void begin(ThreadState thread, long delta, SourceLocation location, boolean withStack) throws IOException {
        long nanos = thread.notBackwards(stream.afterThread(delta));
        CallStack stack = withStack ? thread.takeCallStack() : null;
        if (thread.refusedDepth > 0 || (thread.depth >= thread.depthRoom && !makesRoom(thread))) {
            thread.refusedDepth += thread.isShared ? 0 : 1;
            stream.counts.droppedEvents++;
            return;
        }
        thread.depth++;
        stream.counts.zones++;
        if (stack == null) {
            sink.zones(thread.track, stream.events.run.onlyBegin(nanos, location.id()));
        } else {
            sink.event(stream.events.zone.begin(thread.track, nanos, location, stack));
        }
    }

    /** Makes room for twice as many open zones of the thread. */
    private boolean makesRoom(ThreadState thread) {
        int more = Math.min(thread.depthRoom, MAX_DEPTH - thread.depthRoom);
        if (more == 0) {
            levels.refuse();
        } else if (levels.takeAll(more)) {
            thread.depthRoom += more;
            return true;
        }
        return false;
    }

    private boolean end(long delta) throws IOException {
        ThreadState thread = threads.use();
        if (thread == null) {
            return false;
        }
        long nanos = thread.notBackwards(stream.afterThread(delta));
        if (thread.isShared) {
            stream.counts.droppedEvents++;
        } else if (thread.refusedDepth > 0) {
            thread.refusedDepth--;
        } else if (thread.depth == 0) {
            stream.counts.unmatched++;
        } else {
            thread.depth--;
            sink.zones(thread.track, stream.events.run.onlyEnd(nanos));
        }
        return true;
    }

    // --- attributes of the innermost open zone

    boolean attribute(EventType type, byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use();
        if (thread == null) {
            return false;
        }
        boolean hasText = type == EventType.ZONE_TEXT || type == EventType.ZONE_NAME;
        Utf8Text words = hasText ? text.take(stream.slots.text) : null;
        if (thread.refusedDepth > 0) {
            stream.counts.droppedEvents++;
            return true;
        }
        if (thread.depth == 0) {
            stream.counts.unmatched++;
            return true;
        }
        if (thread.depth > thread.attributeRoom) {
            if (!noted.takeAll(thread.depth - thread.attributeRoom)) {
                stream.counts.droppedEvents++;
                return true;
            }
            thread.attributeRoom = thread.depth;
        }
        switch (type) {
            case ZONE_TEXT -> sink.event(stream.events.attribute.text(EventKind.ZONE_TEXT, thread.track, words));
            case ZONE_NAME -> sink.event(stream.events.attribute.text(EventKind.ZONE_NAME, thread.track, words));
            case ZONE_VALUE ->
                sink.event(
                        stream.events.attribute.value(EventKind.ZONE_VALUE, thread.track, Wire.getLong(bytes, at + 1)));
            case ZONE_COLOR ->
                sink.event(stream.events.attribute.value(
                        EventKind.ZONE_COLOR, thread.track, Wire.getInt(bytes, at) >>> 8));
            default -> throw new IllegalArgumentException(type.toString());
        }
        return true;
    }
}
