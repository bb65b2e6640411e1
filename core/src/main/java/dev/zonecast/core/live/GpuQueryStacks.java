package dev.zonecast.core.live;

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

    /** Threads come and go: beyond this, one that has nothing open is forgotten. */
    private static final int MAX_IDLE = 256;

    private final Map<Long, Stack> stacks = new HashMap<>();
    private long lastKey;
    private Stack last;

    private static long key(int context, long threadId) {
        return ((long) context << CONTEXT_SHIFT) | (threadId & ((1L << CONTEXT_SHIFT) - 1));
    }

    private Stack stack(int context, long threadId) {
        long key = key(context, threadId);
        if (last == null || lastKey != key) {
            last = stacks.computeIfAbsent(key, _ -> new Stack());
            lastKey = key;
        }
        return last;
    }

    void push(int context, long threadId, int query) {
        Stack stack = stack(context, threadId);
        if (stack.depth == stack.queries.length) {
            stack.queries = Arrays.copyOf(stack.queries, stack.depth * 2);
        }
        stack.queries[stack.depth++] = query;
    }

    /** The query of the innermost zone's begin. */
    int innermost(int context, long threadId) {
        Stack stack = stack(context, threadId);
        return stack.queries[stack.depth - 1];
    }

    void pop(int context, long threadId) {
        if (--stack(context, threadId).depth == 0 && stacks.size() > MAX_IDLE) {
            stacks.remove(lastKey);
            last = null;
        }
    }
}
