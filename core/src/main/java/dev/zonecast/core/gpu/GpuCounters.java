package dev.zonecast.core.gpu;

/**
 * Queries that count what the GPU's pipeline does in outermost zones: a slot for each of those zones, as long as there are free ones.
 * Slots are used in turn, so that each rests long before its next use.
 */
public abstract class GpuCounters {
    // Guarded by this: slots that are free, oldest first.
    private final int[] free;
    private int first;
    private int count;

    /** So many slots, numbered from 1. */
    protected GpuCounters(int slots) {
        free = new int[slots];
        count = slots;
        for (int i = 0; i < slots; i++) {
            free[i] = i + 1;
        }
    }

    private synchronized int take() {
        if (count == 0) {
            return 0;
        }
        int slot = free[first];
        first = (first + 1) % free.length;
        count--;
        return slot;
    }

    /** The slot can be used again. */
    final synchronized void free(int slot) {
        free[(first + count++) % free.length] = slot;
    }

    /** Begins to count in a zone. Returns its slot, 0 if nothing is counted. */
    final int begin(long target) {
        int slot = take();
        if (slot == 0 || begin(slot, target)) {
            return slot;
        }
        free(slot);
        return 0;
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
     * Reads what was counted, by {@link GpuStatistic#index}; -1 for what this GPU does not count. The thread that collects.
     *
     * @return false if there is nothing
     */
    protected abstract boolean read(int slot, long[] values);
}
