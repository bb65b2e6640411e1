package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.write.ZoneNotes;
import dev.zonecast.memory.Memory;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The durations that are open after the records seen so far, thread by thread, each as the record that begins it: a reader that leaves out
 * the records before a moment writes these in their place. Their threads are inline, so that they hold wherever they stand.
 *
 * <p>Most durations end soon after their begin. So of one that is kept only the place is noted, and {@link #settle} copies the records
 * of those that are still open before the memory that they are in is used for something else.
 */
final class OpenDurations {
    /** Of a begin that is longer, the arguments are left out. */
    private static final int MOST_WORDS = 64;

    private static final int WITHOUT_THREAD_WORDS = 2;
    private static final long SIZE_MASK = (long) FxtLayout.MAX_RECORD_WORDS << FxtLayout.WORDS_SHIFT;
    private static final long ARGUMENTS_MASK = (long) FxtLayout.MAX_ARGUMENTS << FxtLayout.EVENT_ARGUMENTS_SHIFT;
    private static final long THREAD_MASK = (long) FxtLayout.MAX_THREAD_INDEX << FxtLayout.EVENT_THREAD_SHIFT;
    private static final long CATEGORY_MASK = 0xFFFFL << FxtLayout.EVENT_CATEGORY_SHIFT;
    private static final long NAME_MASK = 0xFFFFL << FxtLayout.EVENT_NAME_SHIFT;

    /** A thread of the trace. */
    record Id(long process, long thread) {}

    /** Takes a record of an open duration. */
    interface Sink<E extends Exception> {
        void record(long[] words, int from, int count) throws E;
    }

    /** The open durations of one thread. */
    static final class Stack {
        final Id id;
        private long[] words = new long[64];
        private int[] starts = new int[8];
        private int depth;

        /** As many of the outermost have been copied; the others are at these places. */
        private int settled;

        private long[] places = new long[8];

        /** As many of the outermost are written. */
        private int written;

        /** Written ones that ended while nothing was written. */
        private int owedEnds;

        private long owedCategory;
        private long lastTime;

        // For readers of the trace: what the thread represents, and the name of the marker that was started last.
        TrackBlobs.Subject subject;
        String name;

        Stack(Id id) {
            this.id = id;
        }

        int depth() {
            return depth;
        }

        /** Time of the innermost's begin. */
        long innermostBegin() {
            return words[starts[depth - 1] + 1];
        }

        /** Last word of the record that began the innermost. */
        long innermostEnd() {
            return words[starts[depth] - 1];
        }

        /** Category of the innermost, as in a header. */
        private long category() {
            long header = words[starts[depth - 1]];
            return ownText(header, CATEGORY_MASK) != 0 ? 0 : header & CATEGORY_MASK;
        }

        /** The record that ends the innermost, not before a time. */
        long[] end(long time) {
            return OpenDurations.end(id, category(), Math.max(time, lastTime));
        }

        private void push(long place) {
            if (depth == places.length) {
                places = Arrays.copyOf(places, depth * 2);
            }
            places[depth] = place;
            if (written == depth) {
                written++;
            }
            depth++;
        }

        boolean pop() {
            if (depth == 0) {
                return false;
            }
            depth--;
            settled = Math.min(settled, depth);
            written = Math.min(written, depth);
            return true;
        }

        private void settle(Memory memory) {
            while (settled < depth) {
                copy(memory, places[settled]);
            }
        }

        /** A duration begins or ends, and the buffer had no room for it. */
        private void dropped(Memory memory, long at, boolean begins) {
            if (begins) {
                push(0);
                written = Math.min(written, depth - 1);
                copy(memory, at);
                return;
            }
            if (depth > 0) {
                if (written == depth) {
                    owedEnds++;
                    owedCategory = category();
                }
                lastTime = Math.max(lastTime, memory.getLong(at + 8));
                boolean ignored = pop();
            }
        }

        /** The next one that has not been copied. */
        private void copy(Memory memory, long at) {
            if (settled + 1 >= starts.length) {
                starts = Arrays.copyOf(starts, starts.length * 2);
            }
            int from = starts[settled];
            if (from + MOST_WORDS + WITHOUT_THREAD_WORDS > words.length) {
                words = Arrays.copyOf(words, Math.max(words.length * 2, from + MOST_WORDS + WITHOUT_THREAD_WORDS));
            }
            long header = memory.getLong(at);
            int rest = (header & THREAD_MASK) == 0 ? 4 : 2;
            int kept = (int) (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
            if (kept > MOST_WORDS) {
                // A name or category of its own would have to be cut: then there is none.
                header &= ~(ARGUMENTS_MASK | ownText(header, CATEGORY_MASK) | ownText(header, NAME_MASK));
                kept = rest;
            }
            int to = from + 4 + kept - rest;
            words[from] = (header & ~(SIZE_MASK | THREAD_MASK)) | (long) (to - from) << FxtLayout.WORDS_SHIFT;
            words[from + 1] = memory.getLong(at + 8);
            words[from + 2] = id.process;
            words[from + 3] = id.thread;
            Memory.copy(memory, at + 8L * rest, words, from + 4, kept - rest);
            starts[++settled] = to;
        }

        private static long ownText(long header, long mask) {
            return (header & ((mask & -mask) * FxtLayout.INLINE_STRING)) != 0 ? mask : 0;
        }

        private <E extends Exception> void write(int level, Sink<E> sink) throws E {
            sink.record(words, starts[level], starts[level + 1] - starts[level]);
        }
    }

    private final Map<Id, Stack> stacks = new HashMap<>();
    private final Stack[] byIndex = new Stack[FxtLayout.MAX_THREAD_INDEX + 1];

    /** A thread record: the index means that thread from now on. */
    void thread(Memory memory, long at, long header) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        byIndex[index] = stack(memory, at + 8);
    }

    private Stack stack(Memory memory, long at) {
        return stacks.computeIfAbsent(new Id(memory.getLong(at), memory.getLong(at + 8)), Stack::new);
    }

    /** Lets go of threads that have nothing open. */
    void forgetIdle() {
        stacks.values()
                .removeIf(stack -> stack.depth == 0
                        && stack.owedEnds == 0
                        && !Arrays.asList(byIndex).contains(stack));
    }

    Collection<Stack> all() {
        return stacks.values();
    }

    /** The stack of an event's thread, or null if its index was never registered. */
    Stack of(Memory memory, long at, long header) {
        int index = (int) (header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        return index != 0 ? byIndex[index] : stack(memory, at + 16);
    }

    private static boolean isDuration(int type) {
        return type == FxtLayout.DURATION_BEGIN || type == FxtLayout.DURATION_END;
    }

    private static int type(long header) {
        return (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
    }

    /**
     * Takes an event that is kept.
     *
     * @param place of it in the memory that {@link #settle} is called with
     * @return false if it ends what was never begun
     */
    boolean event(Memory memory, long at, long header, long place) {
        int type = type(header);
        if (!isDuration(type)) {
            return true;
        }
        Stack stack = of(memory, at, header);
        if (stack == null || type == FxtLayout.DURATION_END) {
            return stack != null && stack.pop();
        }
        stack.push(place);
        return true;
    }

    /**
     * Takes a run of events that are kept.
     *
     * @param place of the buffer that the notes are of, in the memory that {@link #settle} is called with
     */
    void run(ZoneNotes notes, int run, long place) {
        Stack stack = byIndex[notes.thread(run)];
        if (stack == null) {
            return;
        }
        for (int left = notes.ended(run); left > 0 && stack.pop(); left--) {
            // One after the other.
        }
        for (int i = 0; i < notes.begun(run); i++) {
            stack.push(place + notes.begunAt(run, i));
        }
    }

    /** Takes an event that is dropped; all before it are settled. */
    void dropped(Memory memory, long at, long header) {
        int type = type(header);
        Stack stack = isDuration(type) ? of(memory, at, header) : null;
        if (stack != null) {
            stack.dropped(memory, at, type == FxtLayout.DURATION_BEGIN);
        }
    }

    /** The memory that the kept events were in is used for something else. */
    void settle(Memory memory) {
        for (Stack stack : stacks.values()) {
            stack.settle(memory);
        }
    }

    /** Hands out ends of what ended and begins of what began while records were dropped. */
    <E extends Exception> void repair(Sink<E> sink) throws E {
        for (Stack stack : stacks.values()) {
            for (; stack.owedEnds > 0; stack.owedEnds--) {
                long[] end = end(stack.id, stack.owedCategory, stack.lastTime);
                sink.record(end, 0, end.length);
            }
            for (; stack.written < stack.depth; stack.written++) {
                stack.write(stack.written, sink);
            }
        }
    }

    /** Words that {@link #repair} takes. */
    long repairWords() {
        long sum = 0;
        for (Stack stack : stacks.values()) {
            sum += 4L * stack.owedEnds + stack.starts[stack.depth] - stack.starts[stack.written];
        }
        return sum;
    }

    /** Hands out the begins of all that is open, outermost first. */
    <E extends Exception> void begins(Sink<E> sink) throws E {
        for (Stack stack : stacks.values()) {
            for (int level = 0; level < stack.depth; level++) {
                stack.write(level, sink);
            }
        }
    }

    /** The record that ends a thread's innermost duration. */
    private static long[] end(Id id, long category, long time) {
        long header = FxtLayout.EVENT
                | 4L << FxtLayout.WORDS_SHIFT
                | (long) FxtLayout.DURATION_END << FxtLayout.EVENT_TYPE_SHIFT
                | category;
        return new long[] {header, time, id.process, id.thread};
    }
}
