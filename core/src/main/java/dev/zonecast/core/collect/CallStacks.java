package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Call stacks as sinks see them, made of the frames that threads hand over. Equal ones are the same object, so that a sink can keep
 * what it made of one. Bounded: both tables start over when they are full.
 *
 * <p>Owned by the collector's thread.
 */
final class CallStacks {
    private static final int MAX_CALLS = 1 << 16;
    private static final int MAX_STACKS = 1 << 14;

    private final Map<StackTraceElement, CallStack.Call> calls = new HashMap<>();
    private final Map<Key, CallStack> stacks = new HashMap<>();

    /** The same calls in the same order; they are interned. */
    @SuppressWarnings("ArrayRecordComponent") // Not changed, and compared as a whole.
    private record Key(CallStack.Call[] calls, int hash) {
        static Key of(CallStack.Call[] calls) {
            int hash = 0;
            for (CallStack.Call call : calls) {
                hash = 31 * hash + System.identityHashCode(call);
            }
            return new Key(calls, hash);
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Key that) || that.calls.length != calls.length) {
                return false;
            }
            for (int i = 0; i < calls.length; i++) {
                if (calls[i] != that.calls[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * What a thread handed over.
     *
     * @param handed frames, or a stack as it is
     * @return null if it has no calls
     */
    CallStack of(Object handed) {
        CallStack stack = handed instanceof StackFrame[] frames ? interned(frames) : (CallStack) handed;
        return stack == null || stack.calls().isEmpty() ? null : stack;
    }

    private CallStack interned(StackFrame[] frames) {
        if (calls.size() + frames.length > MAX_CALLS) {
            calls.clear();
            stacks.clear();
        }
        CallStack.Call[] of = new CallStack.Call[frames.length];
        for (int i = 0; i < frames.length; i++) {
            of[i] = calls.computeIfAbsent(frames[i].toStackTraceElement(), CallStack.Call::of);
        }
        if (stacks.size() >= MAX_STACKS) {
            stacks.clear();
        }
        return stacks.computeIfAbsent(Key.of(of), key -> new CallStack(List.copyOf(Arrays.asList(of))));
    }
}
