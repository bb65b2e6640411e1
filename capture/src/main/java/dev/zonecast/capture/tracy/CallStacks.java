package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Call stacks that have come, for the events that use them. Methods return false where a name is missing. */
final class CallStacks {
    /** Equal ones are one object, by which the recording knows them; starts over when there are more. */
    private static final int MAX_KEPT = 4096;

    private final Stream stream;
    private final ThreadStates threads;
    private final Map<CallStack, CallStack> kept = new HashMap<>();

    /** For the next event of memory or of a GPU that uses one, or null. */
    private CallStack serial;

    CallStacks(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
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

    /** The calls of the stack that has come, innermost first; none if none came. */
    List<CallStack.Call> takeCalls() {
        Slots slots = stream.slots;
        List<CallStack.Call> calls = new ArrayList<>();
        if (slots.calls.isFilled()) {
            StackFrames.appendLiteral(calls, slots.calls);
        }
        stream.vocabulary.stackFrames.appendTo(calls, slots.addresses);
        slots.emptyCallStack();
        return calls;
    }

    private CallStack take() {
        List<CallStack.Call> calls = takeCalls();
        if (calls.isEmpty()) {
            return null;
        }
        if (kept.size() >= MAX_KEPT) {
            kept.clear();
        }
        CallStack stack = new CallStack(calls);
        CallStack known = kept.putIfAbsent(stack, stack);
        return known == null ? stack : known;
    }
}
