package dev.zonecast.core.gpu;

import java.util.Arrays;

/**
 * Begins and ends of one target that the GPU has passed and that were not written yet, oldest first. Grows to what was ever staged at
 * once, which {@link ZoneMerger#takesMore} bounds.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class StagedEvents {
    /** Lower half of the word; the upper one is what was counted. */
    private static final int PURPOSE = 0;

    private static final int CPU_TICKS = 1;
    private static final int GPU_TICKS = 2;
    private static final int ERROR = 3;
    private static final int THREAD_ID = 4;
    private static final int WORDS = 5;

    private static final long DOUBTFUL = Long.MIN_VALUE;

    private long[] words = new long[16 * WORDS];

    /** By event, as many as {@link #words} has room for: the calls that led to a begin. Null until there are some. */
    private Object[] stacks;

    private int head;
    private int tail;

    /** Zones that were begun and not ended, of all that was added. */
    private int addedDepth;

    /** Behind the last event that ended an outermost zone. */
    private int outermostEnd;

    /** False until the end of the first tree is searched. */
    private boolean searches;

    // Where that search has come to.
    private int searched;
    private int searchedDepth;
    private boolean treeComplete;
    private long treeEndTicks;

    /** Zones that were begun and whose end has not been removed. */
    private int openDepth;

    /** What was counted in them; null if nothing is counted. */
    ZoneCounts counts;

    /** Those of them whose end is owed. */
    private int owed;

    /** For each of them: was its end written? */
    private boolean[] ended = new boolean[16];

    /**
     * A time's error in one word.
     *
     * @param doubtful true if the time is not the GPU clock's
     */
    static long errorWord(long errorTicks, boolean doubtful) {
        return doubtful ? errorTicks | DOUBTFUL : errorTicks;
    }

    static long errorTicks(long error) {
        return error & ~DOUBTFUL;
    }

    static boolean isDoubtful(long error) {
        return error < 0;
    }

    /**
     * Adds an event.
     *
     * @param purpose as {@link QueryChunk#purpose}, of zones that are shown; 0: a link of {@link Semaphores} inside the open zone
     * @param cpuTicks when it was submitted; of a link: the link
     * @param error of {@link #errorWord}
     * @param statistics as {@link QueryChunk#statistics}
     * @param stack the calls that led to a begin; null: none
     */
    void add(int purpose, long cpuTicks, long gpuTicks, long error, long threadId, int statistics, Object stack) {
        if (head == tail) {
            searched -= tail;
            outermostEnd = 0;
            head = 0;
            tail = 0;
        } else if (tail == words.length) {
            makeRoom();
        }
        words[tail + PURPOSE] = both(purpose, statistics);
        words[tail + CPU_TICKS] = cpuTicks;
        words[tail + GPU_TICKS] = gpuTicks;
        words[tail + ERROR] = error;
        words[tail + THREAD_ID] = threadId;
        if (stack != null && stacks == null) {
            stacks = new Object[words.length / WORDS];
        }
        if (stacks != null) {
            stacks[tail / WORDS] = stack;
        }
        tail += WORDS;
        addedDepth = Math.max(0, addedDepth + (purpose > 0 ? 1 : purpose));
        if (addedDepth == 0) {
            outermostEnd = tail;
        }
    }

    private static long both(int purpose, int statistics) {
        return ((long) statistics << Integer.SIZE) | Integer.toUnsignedLong(purpose);
    }

    private void makeRoom() {
        if (head >= words.length / 2) {
            System.arraycopy(words, head, words, 0, tail - head);
            if (stacks != null) {
                System.arraycopy(stacks, head / WORDS, stacks, 0, count());
                Arrays.fill(stacks, count(), tail / WORDS, null);
            }
            searched -= head;
            outermostEnd -= head;
            tail -= head;
            head = 0;
        } else {
            words = Arrays.copyOf(words, words.length * 2);
            stacks = stacks == null ? null : Arrays.copyOf(stacks, words.length / WORDS);
        }
    }

    boolean isEmpty() {
        return head == tail;
    }

    int count() {
        return (tail - head) / WORDS;
    }

    /** How many of the events are begins. */
    int countBegins() {
        int begins = 0;
        for (int i = head; i < tail; i += WORDS) {
            begins += (int) words[i + PURPOSE] > 0 ? 1 : 0;
        }
        return begins;
    }

    // --- the first event

    /** A source location's id for a begin, minus the number of zones for an end, 0 for a link. */
    int purpose() {
        return (int) words[head + PURPOSE];
    }

    /** Some zones of an end were ended; so many are left. */
    void leaveEnds(int left) {
        words[head + PURPOSE] = both(-left, statistics());
    }

    long cpuTicks() {
        return words[head + CPU_TICKS];
    }

    long gpuTicks() {
        return words[head + GPU_TICKS];
    }

    long errorTicks() {
        return errorTicks(words[head + ERROR]);
    }

    boolean isDoubtful() {
        return isDoubtful(words[head + ERROR]);
    }

    /** What was counted before it, as {@link ZoneCounts#add} takes it. */
    int statistics() {
        return (int) (words[head + PURPOSE] >>> Integer.SIZE);
    }

    /** They were added. */
    void clearStatistics() {
        words[head + PURPOSE] = both(purpose(), 0);
    }

    long threadId() {
        return words[head + THREAD_ID];
    }

    /** The calls that led to a begin; null: none. */
    Object stack() {
        return stacks == null ? null : stacks[head / WORDS];
    }

    /** The first event is done with. */
    void remove() {
        if (stacks != null) {
            stacks[head / WORDS] = null;
        }
        head += WORDS;
        beginTreeIfOutside();
    }

    private void beginTreeIfOutside() {
        if (owed == 0) {
            searches = false;
        }
    }

    // --- the first tree: an outermost zone with all inside it

    /** True if the end of a tree is there, and so that of the first one: a quick look. */
    boolean hasTree() {
        return outermostEnd > head;
    }

    /** True if the end of the first tree is there. Only if there is an event. */
    boolean isTreeComplete() {
        if (!searches) {
            searches = true;
            searched = head;
            searchedDepth = 0;
            treeComplete = false;
        }
        while (!treeComplete && searched < tail) {
            int purpose = (int) words[searched + PURPOSE];
            searchedDepth += purpose > 0 ? 1 : purpose;
            // Below: the end of a zone that was ended early stands alone.
            if (searchedDepth <= 0) {
                treeComplete = true;
                treeEndTicks = words[searched + GPU_TICKS];
            }
            searched += WORDS;
        }
        return treeComplete;
    }

    /** Time of the end of the first tree; only if that is complete. */
    long treeEndTicks() {
        return treeEndTicks;
    }

    /** True if no zone is open, not even one that was ended early. */
    boolean isOutside() {
        return openDepth == 0;
    }

    /** True if the first tree was written in part. */
    boolean isInTree() {
        return owed > 0;
    }

    /** The first event, a begin, was written. */
    void opened() {
        if (openDepth == ended.length) {
            ended = Arrays.copyOf(ended, openDepth * 2);
        }
        ended[openDepth++] = false;
        owed++;
        if (counts != null) {
            counts.push();
        }
    }

    /** Closes the innermost zone, whose end is not owed any more. */
    void close() {
        openDepth--;
        if (counts != null) {
            counts.pop();
        }
    }

    /** The end of the innermost zone whose end is owed was written: its own, or because one around it, of another target, ended. */
    void ended() {
        int at = openDepth - 1;
        while (ended[at]) {
            at--;
        }
        ended[at] = true;
        owed--;
        beginTreeIfOutside();
    }

    /** True if the end of the innermost zone is owed. */
    boolean owesEnd() {
        return !ended[openDepth - 1];
    }
}
