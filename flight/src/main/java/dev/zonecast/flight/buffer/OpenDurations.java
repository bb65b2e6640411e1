package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.write.ZoneNotes;
import dev.zonecast.memory.Memory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The durations that are open after the records seen so far, thread by thread, each as the record that begins it: a reader that leaves out
 * the records before a moment writes these in their place.
 * Their threads are inline, so that they hold wherever they stand.
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

    /** Takes a record that says what is open. */
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

        /** As many of the outermost are written, as far as the writer says. */
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

        long lastTime() {
            return lastTime;
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
        long category() {
            long header = words[starts[depth - 1]];
            return ((header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & FxtLayout.INLINE_STRING) != 0
                    ? 0
                    : header & CATEGORY_MASK;
        }

        /** Drops the innermost. */
        void drop() {
            depth--;
            settled = Math.min(settled, depth);
            written = Math.min(written, depth);
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

        private boolean pop() {
            if (depth == 0) {
                return false;
            }
            int left = depth - 1;
            depth = left;
            if (settled > left) {
                settled = left;
            }
            if (written > left) {
                written = left;
            }
            return true;
        }

        private void settle(Memory memory) {
            while (settled < depth) {
                copy(memory, places[settled]);
            }
        }

        /** Of one that is written nowhere. */
        private void pushDropped(Memory memory, long at) {
            push(0);
            written = Math.min(written, depth - 1);
            copy(memory, at);
        }

        /** Of one whose end is written nowhere. */
        private boolean popDropped(long time) {
            if (depth == 0) {
                return false;
            }
            if (written == depth) {
                owedEnds++;
                owedCategory = category();
            }
            lastTime = Math.max(lastTime, time);
            return pop();
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
            int count = (int) (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
            boolean isInline = (header & THREAD_MASK) == 0;
            int rest = isInline ? 4 : 2;
            int kept = count;
            if (count > MOST_WORDS) {
                // A name or category of its own would have to be cut: then there is none.
                header &= ~(ARGUMENTS_MASK | ownText(header, CATEGORY_MASK) | ownText(header, NAME_MASK));
                kept = rest;
            }
            int to = from;
            words[to++] = header;
            words[to++] = memory.getLong(at + 8);
            words[to++] = id.process;
            words[to++] = id.thread;
            for (int i = rest; i < kept; i++) {
                words[to++] = memory.getLong(at + 8L * i);
            }
            words[from] = (header & ~(SIZE_MASK | THREAD_MASK)) | (long) (to - from) << FxtLayout.WORDS_SHIFT;
            starts[++settled] = to;
        }

        private static long ownText(long header, long mask) {
            return (header & ((mask & -mask) * FxtLayout.INLINE_STRING)) != 0 ? mask : 0;
        }
    }

    private final Map<Id, Stack> stacks = new HashMap<>();
    private final Stack[] byIndex = new Stack[FxtLayout.MAX_THREAD_INDEX + 1];

    /** A thread record: the index means that thread from now on. */
    void thread(int index, long process, long thread) {
        byIndex[index] = stack(process, thread);
    }

    private Stack stack(long process, long thread) {
        return stacks.computeIfAbsent(new Id(process, thread), Stack::new);
    }

    /** Lets go of a thread that has nothing open. */
    void forgetIdle() {
        stacks.values().removeIf(stack -> stack.depth == 0 && stack.owedEnds == 0 && !isIndexed(stack));
    }

    private boolean isIndexed(Stack stack) {
        for (Stack each : byIndex) {
            if (each == stack) {
                return true;
            }
        }
        return false;
    }

    Iterable<Stack> all() {
        return stacks.values();
    }

    /** The stack of an event's thread, or null if its index was never registered. */
    Stack of(Memory memory, long at, long header) {
        int index = (int) (header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        return index != 0 ? byIndex[index] : stack(memory.getLong(at + 16), memory.getLong(at + 24));
    }

    /**
     * Looks at an event that is kept.
     *
     * @param place of it in the memory that {@link #settle} is called with
     * @return false if it ends what was never begun
     */
    boolean event(Memory memory, long at, long header, long place) {
        int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
        if (type == FxtLayout.DURATION_BEGIN) {
            Stack stack = of(memory, at, header);
            if (stack == null) {
                return false;
            }
            stack.push(place);
            return true;
        }
        if (type == FxtLayout.DURATION_END) {
            Stack stack = of(memory, at, header);
            return stack != null && stack.pop();
        }
        return true;
    }

    /**
     * Looks at a run of events that are kept.
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

    /** Looks at an event that is dropped; all before it are settled. */
    void dropped(Memory memory, long at, long header) {
        int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
        if (type != FxtLayout.DURATION_BEGIN && type != FxtLayout.DURATION_END) {
            return;
        }
        Stack stack = of(memory, at, header);
        if (stack == null) {
            return;
        }
        if (type == FxtLayout.DURATION_BEGIN) {
            stack.pushDropped(memory, at);
        } else {
            boolean _ = stack.popDropped(memory.getLong(at + 8));
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
            while (stack.owedEnds > 0) {
                long[] end = end(stack.id, stack.owedCategory, stack.lastTime);
                sink.record(end, 0, end.length);
                stack.owedEnds--;
            }
            while (stack.written < stack.depth) {
                int level = stack.written;
                sink.record(stack.words, stack.starts[level], stack.starts[level + 1] - stack.starts[level]);
                stack.written++;
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
                sink.record(stack.words, stack.starts[level], stack.starts[level + 1] - stack.starts[level]);
            }
        }
    }

    /** The record that ends a thread's innermost duration. */
    static long[] end(Id id, long category, long time) {
        long header = FxtLayout.EVENT
                | 4L << FxtLayout.WORDS_SHIFT
                | (long) FxtLayout.DURATION_END << FxtLayout.EVENT_TYPE_SHIFT
                | category;
        return new long[] {header, time, id.process, id.thread};
    }
}
