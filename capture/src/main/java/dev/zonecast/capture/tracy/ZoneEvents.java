package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.Map;

/** Zones of threads and fibers. */
final class ZoneEvents extends EventGroup {
    /** Open zones of one thread; those beyond are refused. */
    static final int MAX_DEPTH = 1 << 16;

    private final LockQueue lockQueue;
    private final SessionTables.Room levels;
    private final SessionTables.Room noted;

    ZoneEvents(Stream stream, ThreadStates threads, LockQueue lockQueue, Map<EventType, Handler> on) {
        super(stream, threads);
        this.lockQueue = lockQueue;
        levels = stream.room(SessionTables.Kind.ZONE_LEVELS);
        noted = stream.room(SessionTables.Kind.NOTED_ZONES);
        forms(on, TimeForm.BITS_16, EventType.ZONE_BEGIN_16, EventType.ZONE_BEGIN_CALLSTACK_16, EventType.ZONE_END_16);
        forms(on, TimeForm.BITS_32, EventType.ZONE_BEGIN_32, EventType.ZONE_BEGIN_CALLSTACK_32, EventType.ZONE_END_32);
        forms(on, TimeForm.BITS_64, EventType.ZONE_BEGIN, EventType.ZONE_BEGIN_CALLSTACK, EventType.ZONE_END);
        on.put(EventType.ZONE_BEGIN_ALLOC_SRC_LOC, (bytes, at) -> beginAllocated(bytes, at, false));
        on.put(EventType.ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK, (bytes, at) -> beginAllocated(bytes, at, true));
        on.put(EventType.ZONE_TEXT, (bytes, at) -> text(EventKind.ZONE_TEXT));
        on.put(EventType.ZONE_NAME, (bytes, at) -> text(EventKind.ZONE_NAME));
        on.put(EventType.ZONE_VALUE, (bytes, at) -> value(EventKind.ZONE_VALUE, Wire.getLong(bytes, at + 1)));
        on.put(EventType.ZONE_COLOR, (bytes, at) -> value(EventKind.ZONE_COLOR, Wire.getInt(bytes, at) >>> 8));
    }

    // --- begins and ends

    private void forms(
            Map<EventType, Handler> on, TimeForm form, EventType begin, EventType beginWithStack, EventType end) {
        Protocol protocol = stream.protocol();
        int place = 1 + form.bytes();
        on.put(begin, (bytes, at) -> begin(form.delta(protocol, bytes, at + 1), location(bytes, at + place), false));
        on.put(
                beginWithStack,
                (bytes, at) -> begin(form.delta(protocol, bytes, at + 1), location(bytes, at + place), true));
        on.put(end, (bytes, at) -> end(form.delta(protocol, bytes, at + 1)));
    }

    private SourceLocation location(byte[] bytes, int at) {
        return stream.vocabulary.locations.get(Wire.getLong(bytes, at));
    }

    private void beginAllocated(byte[] bytes, int at, boolean withStack) throws IOException {
        begin(Wire.getLong(bytes, at + 1), stream.vocabulary.locations.allocated(stream.slots.location), withStack);
    }

    private void begin(long delta, SourceLocation location, boolean withStack) throws IOException {
        ThreadState thread = threads.use();
        long nanos = thread.notBackwards(stream.afterThread(delta));
        lockQueue.deliverDue(thread);
        CallStack stack = withStack ? thread.takeCallStack() : null;
        if (thread.refusedDepth > 0 || (thread.depth >= thread.depthRoom && !makesRoom(thread))) {
            thread.refusedDepth += thread.isShared ? 0 : 1;
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        thread.depth++;
        stream.counts.add(SessionCount.ZONES);
        if (stack == null) {
            stream.sink.zones(thread.track, stream.events.run.onlyBegin(nanos, Ids.of(location)));
        } else {
            stream.sink.event(stream.events.zone.begin(thread.track, nanos, location, stack));
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

    private void end(long delta) throws IOException {
        ThreadState thread = threads.use();
        long nanos = thread.notBackwards(stream.afterThread(delta));
        lockQueue.deliverDue(thread);
        if (thread.isShared) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        } else if (thread.refusedDepth > 0) {
            thread.refusedDepth--;
        } else if (thread.depth == 0) {
            stream.counts.add(SessionCount.UNMATCHED);
        } else {
            thread.depth--;
            stream.sink.zones(thread.track, stream.events.run.onlyEnd(nanos));
        }
    }

    // --- attributes of the innermost open zone

    private void text(EventKind kind) throws IOException {
        ThreadState thread = threads.use();
        Utf8Text words = Utf8Text.of(stream.takeText());
        if (hasZone(thread)) {
            stream.sink.event(stream.events.attribute.text(kind, thread.track, words));
        }
    }

    private void value(EventKind kind, long value) throws IOException {
        ThreadState thread = threads.use();
        if (hasZone(thread)) {
            stream.sink.event(stream.events.attribute.value(kind, thread.track, value));
        }
    }

    /** False if there is no open zone, or no room for its attributes. */
    private boolean hasZone(ThreadState thread) {
        if (thread.depth == 0 && thread.refusedDepth == 0) {
            stream.counts.add(SessionCount.UNMATCHED);
            return false;
        }
        int more = thread.depth - thread.attributeRoom;
        if (thread.refusedDepth > 0 || (more > 0 && !noted.takeAll(more))) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return false;
        }
        thread.attributeRoom = Math.max(thread.attributeRoom, thread.depth);
        return true;
    }
}
