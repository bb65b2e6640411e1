package dev.zonecast.core.gpu;

import java.util.List;

/**
 * Queries that count what the GPU's pipeline does in zones: a slot from each begin or end of a zone to the next, as long as there are free
 * ones. Slots are used in turn, so that each rests long before its next use.
 */
public abstract class GpuCounters {
    // Guarded by this: slots that are free, oldest first.
    private final int[] free;
    private int first;
    private int count;
    private long missed;

    /** By slot: the one that was counted before it in the same zone, 0 if there is none. */
    private final int[] previous;

    private final List<GpuStatistic> counted;

    /**
     * So many slots, numbered from 1.
     *
     * @param counted what is counted, in the order of {@link #read}; 64 at most
     */
    protected GpuCounters(int slots, List<GpuStatistic> counted) {
        this.counted = counted;
        free = new int[slots];
        previous = new int[slots + 1];
        count = slots;
        for (int i = 0; i < slots; i++) {
            free[i] = i + 1;
        }
    }

    /**
     * Queries of two kinds at the same time.
     *
     * @param first null: none
     * @param second null: none
     */
    public static GpuCounters together(GpuCounters first, GpuCounters second) {
        return first == null ? second : second == null ? first : new CountersTogether(first, second);
    }

    final int slots() {
        return free.length;
    }

    /** What is counted, in the order of {@link #read}. */
    public final List<GpuStatistic> counted() {
        return counted;
    }

    private synchronized int take() {
        if (count == 0) {
            missed++;
            return 0;
        }
        int slot = free[first];
        first = (first + 1) % free.length;
        count--;
        return slot;
    }

    /** The slot can be used again. Returns the one that was counted before it. */
    final synchronized int free(int slot) {
        free[(first + count++) % free.length] = slot;
        return previous[slot];
    }

    /** As {@link #free}, with all that were counted before it. */
    final void freeAll(int last) {
        for (int slot = last; slot != 0; ) {
            slot = free(slot);
        }
    }

    /** The slot was counted after another one, 0 if there is none. */
    final void follow(int slot, int before) {
        previous[slot] = before;
    }

    /** Begins to count. Returns the slot, 0 if nothing is counted. */
    final int begin(long target) {
        int slot = take();
        if (slot == 0 || begin(slot, target)) {
            return slot;
        }
        previous[slot] = 0;
        free(slot);
        return 0;
    }

    /** Times that all slots waited for the GPU, so that nothing was counted. */
    final synchronized long missed() {
        return missed;
    }

    /** Slots that zones have. */
    final synchronized int used() {
        return free.length - count;
    }

    /**
     * Begins to count; what was begun before has ended, in the same target.
     *
     * @return false if nothing can be counted
     */
    protected abstract boolean begin(int slot, long target);

    /** Ends what {@link #begin} began. */
    protected abstract void end(int slot, long target);

    /**
     * Reads what was counted, in the order of {@link #counted}; -1 for what this GPU does not count. The thread that collects.
     *
     * @return false if there is nothing
     */
    protected abstract boolean read(int slot, long[] values);
}
