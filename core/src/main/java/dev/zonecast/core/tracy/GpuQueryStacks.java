package dev.zonecast.core.tracy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The queries of begins of GPU zones that are open, by context and thread: what a value is attached to. */
final class GpuQueryStacks {
    private static final int CONTEXT_SHIFT = 56;

    private static final class Stack {
        private int[] queries = new int[8];
        private int depth;
    }

    private final Map<Long, Stack> stacks = new HashMap<>();

    private static Long key(int context, long threadId) {
        return ((long) context << CONTEXT_SHIFT) | (threadId & ((1L << CONTEXT_SHIFT) - 1));
    }

    void push(int context, long threadId, int query) {
        Stack stack = stacks.computeIfAbsent(key(context, threadId), _ -> new Stack());
        if (stack.depth == stack.queries.length) {
            stack.queries = Arrays.copyOf(stack.queries, stack.depth * 2);
        }
        stack.queries[stack.depth++] = query;
    }

    /** The query of the innermost zone's begin. */
    int innermost(int context, long threadId) {
        Stack stack = stacks.get(key(context, threadId));
        return stack.queries[stack.depth - 1];
    }

    void pop(int context, long threadId) {
        Long key = key(context, threadId);
        Stack stack = stacks.get(key);
        if (--stack.depth == 0) {
            // Threads come and go.
            stacks.remove(key);
        }
    }
}
