package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Slots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Call stacks that have come, for the events that use them. */
final class CallStacks {
    /** For a sample whose stack finds no room. */
    private static final List<CallStack.Call> NO_ROOM = List.of(new CallStack.Call("(too many call stacks)", "", 0));

    private final Stream stream;
    /** Different stacks of one hash. More are made for it: each search looks at all of them. */
    private static final int MAX_COLLISIONS = 16;

    /** A stack, and the next one of its hash. */
    private record Kept(CallStack stack, Kept next) {}

    private final SessionTables.Room room;

    /** Equal ones are one object, by which the recording knows them. */
    private final Map<Integer, Kept> kept = new HashMap<>();

    /** For the next event of memory or of a GPU that uses one, or null. */
    private CallStack serial;

    /** The last stack found no room. */
    private boolean refused;

    CallStacks(Stream stream, ThreadStates threads, Map<EventType, Handler> on) {
        this.stream = stream;
        room = stream.room(SessionTables.Kind.CALL_STACKS);
        Handler toThread = (bytes, at) -> threads.now().callStack = take();
        on.put(EventType.CALLSTACK, toThread);
        on.put(EventType.CALLSTACK_ALLOC, toThread);
        on.put(EventType.CALLSTACK_SERIAL, (bytes, at) -> serial = take());
    }

    /** For the event that is read now; null if none came. */
    CallStack takeSerial() {
        CallStack taken = serial;
        serial = null;
        return taken;
    }

    /** The calls of the stack that has come, innermost first, for a sample; none if none came. */
    List<CallStack.Call> takeCalls() {
        CallStack stack = take();
        if (stack != null) {
            return stack.calls();
        }
        return refused ? NO_ROOM : List.of();
    }

    private CallStack keep(CallStack stack, long textBytes) {
        int hash = stack.hashCode();
        Kept first = kept.get(hash);
        int collisions = 0;
        for (Kept known = first; known != null; known = known.next(), collisions++) {
            if (known.stack().equals(stack)) {
                return known.stack();
            }
        }
        if (collisions >= MAX_COLLISIONS) {
            room.refuse();
        }
        refused = collisions >= MAX_COLLISIONS || !room.take(textBytes);
        if (refused) {
            stream.counts.add(SessionCount.REFUSED_STACKS);
            return null;
        }
        kept.put(hash, new Kept(stack, first));
        return stack;
    }

    /** The stack that has come; null if none came, or if there is no room for it. */
    private CallStack take() {
        Slots slots = stream.slots;
        List<CallStack.Call> calls = new ArrayList<>();
        long textBytes = 0;
        if (slots.calls.isFilled()) {
            StackFrames.appendLiteral(calls, slots.calls);
            textBytes = 2L * slots.calls.length();
        }
        stream.vocabulary.stackFrames.appendTo(calls, slots.addresses);
        slots.emptyCallStack();
        refused = false;
        if (calls.isEmpty()) {
            return null;
        }
        return keep(new CallStack(calls), textBytes);
    }
}
