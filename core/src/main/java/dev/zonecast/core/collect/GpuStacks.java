package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.gpu.GpuContextInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The GPU zones that have begun and not ended, by context, submitting thread and lane. Allocates nothing while the same threads submit:
 * threads that have nothing open stay, the {@value #MAX_IDLE} of them that came last. Owned by the collector's thread.
 */
final class GpuStacks {
    /** Threads come and go: a stack for each that ever was would be without bound. */
    static final int MAX_IDLE = 256;

    /** The zones of one thread's lane in one context, outermost first. */
    static final class Stack {
        GpuContextInfo context;
        final long threadId;
        final int lane;
        private SourceLocation[] locations = new SourceLocation[8];

        /** Of the CPU and the GPU in turn. */
        private long[] nanos = new long[16];

        private int depth;

        Stack(GpuContextInfo context, long threadId, int lane) {
            this.context = context;
            this.threadId = threadId;
            this.lane = lane;
        }

        void push(SourceLocation location, long cpu, long gpu) {
            if (depth == locations.length) {
                locations = Arrays.copyOf(locations, depth * 2);
                nanos = Arrays.copyOf(nanos, depth * 4);
            }
            nanos[2 * depth] = cpu;
            nanos[2 * depth + 1] = gpu;
            locations[depth++] = location;
        }

        /** Gives an end the innermost zone, which is over; false if there is none. */
        boolean pop(GpuEvent end) {
            if (depth == 0) {
                return false;
            }
            depth--;
            GpuEvent ignored = end.of(locations[depth], nanos[2 * depth + 1]);
            return true;
        }

        boolean isEmpty() {
            return depth == 0;
        }

        boolean isOf(GpuContextInfo of, long thread, int laneOfThread) {
            return context == of && threadId == thread && lane == laneOfThread;
        }
    }

    private final List<Stack> all = new ArrayList<>();
    private Stack last;

    /** The stack of a thread's lane, or null if it has nothing open and perhaps never had. */
    Stack find(GpuContextInfo context, long threadId, int lane) {
        Stack known = last;
        if (known != null && known.isOf(context, threadId, lane)) {
            return known;
        }
        for (int i = 0; i < all.size(); i++) {
            Stack stack = all.get(i);
            if (stack.isOf(context, threadId, lane)) {
                last = stack;
                return stack;
            }
        }
        return null;
    }

    /** The stack of a thread's lane; creates a missing one. */
    Stack of(GpuContextInfo context, long threadId, int lane) {
        Stack known = find(context, threadId, lane);
        if (known != null) {
            return known;
        }
        if (all.size() >= MAX_IDLE) {
            all.removeIf(Stack::isEmpty);
        }
        Stack made = new Stack(context, threadId, lane);
        all.add(made);
        last = made;
        return made;
    }

    /** A context has another name. */
    void renamed(GpuContextInfo context) {
        for (Stack stack : all) {
            if (stack.context.id() == context.id()) {
                stack.context = context;
            }
        }
    }

    /** Takes out the stacks of a context that was closed. */
    List<Stack> forget(GpuContextInfo context) {
        List<Stack> over =
                all.stream().filter(stack -> stack.context == context).toList();
        all.removeAll(over);
        last = null;
        return over;
    }

    /** How many stacks there are. */
    int size() {
        return all.size();
    }

    /** Sends a sink all zones that are open. */
    void replayTo(GuardedSink sink, GpuEvent event) {
        for (Stack stack : all) {
            for (int i = 0; i < stack.depth; i++) {
                sink.event(event.begin(
                                stack.context,
                                stack.threadId,
                                stack.locations[i],
                                stack.nanos[2 * i],
                                stack.nanos[2 * i + 1])
                        .inLane(stack.lane));
            }
        }
    }
}
