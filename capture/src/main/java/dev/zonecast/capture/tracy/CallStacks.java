package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.tracy.Slots;
import java.util.ArrayList;
import java.util.List;

/** Call stacks that have come, for the events that use them. Methods return false where a name is missing. */
final class CallStacks {
    /** For a sample whose stack finds no room. */
    private static final List<CallStack.Call> NO_ROOM = List.of(new CallStack.Call("(too many call stacks)", "", 0));

    private final Stream stream;
    private final ThreadStates threads;
    /** Different stacks of one hash. More are made for it: each search looks at all of them. */
    private static final int MAX_COLLISIONS = 16;

    /** A stack, and the next one of its hash. */
    private record Kept(CallStack stack, Kept next) {}

    private final SessionTables.Room room;

    /** Equal ones are one object, by which the recording knows them. */
    private final LongTable<Kept> kept = new LongTable<>();

    /** For the next event of memory or of a GPU that uses one, or null. */
    private CallStack serial;

    /** The last stack found no room. */
    private boolean refused;

    CallStacks(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
        room = stream.vocabulary.tables.room(SessionTables.Kind.CALL_STACKS);
    }

    /** The stack that has come is the current thread's, for the event that uses it. */
    boolean toThread() {
        if (!isKnown()) {
            return false;
        }
        threads.now().callStack = take();
        return true;
    }

    /** The stack that has come is for the next event of all threads that uses one. */
    boolean toSerial() {
        if (!isKnown()) {
            return false;
        }
        serial = take();
        return true;
    }

    /** For the event that is read now; null if none came. */
    CallStack takeSerial() {
        CallStack taken = serial;
        serial = null;
        return taken;
    }

    /** Asks for what is not known of the stack that has come; true if all is. */
    boolean isKnown() {
        return stream.vocabulary.stackFrames.know(stream.slots.addresses);
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
            stream.counts.refusedStacks++;
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
