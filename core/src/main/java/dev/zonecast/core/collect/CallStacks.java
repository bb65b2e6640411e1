package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Call stacks as sinks see them, made of the frames that threads publish. Equal ones are the same object, so that a sink can keep
 * what it made of one. Bounded: both tables start over when they are full.
 *
 * <p>Owned by the collector's thread.
 */
final class CallStacks {
    private static final int MAX_CALLS = 1 << 16;
    private static final int MAX_STACKS = 1 << 14;

    private final Map<StackTraceElement, CallStack.Call> calls = new HashMap<>();
    private final Map<List<CallStack.Call>, CallStack> stacks = new HashMap<>();

    /**
     * The stack that a thread published.
     *
     * @param published frames, or a stack as it is
     * @return null if it has no calls
     */
    CallStack of(Object published) {
        CallStack stack = published instanceof StackFrame[] frames ? interned(frames) : (CallStack) published;
        return stack == null || stack.calls().isEmpty() ? null : stack;
    }

    private CallStack interned(StackFrame[] frames) {
        if (calls.size() + frames.length > MAX_CALLS || stacks.size() >= MAX_STACKS) {
            calls.clear();
            stacks.clear();
        }
        List<CallStack.Call> of = new ArrayList<>(frames.length);
        for (StackFrame frame : frames) {
            of.add(calls.computeIfAbsent(frame.toStackTraceElement(), CallStack.Call::of));
        }
        return stacks.computeIfAbsent(of, CallStack::new);
    }
}
