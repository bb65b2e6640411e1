package dev.zonecast.core.gpu;

import java.util.Arrays;

/**
 * What the GPU counted in the zones of a lane. The GPU counts from one begin or end of a zone to the next, because APIs cannot nest such
 * queries. A zone's count is the difference of the sums at its end and at its begin.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ZoneCounts {
    /** In place of a slot: a part was not counted. */
    static final int LOST = -1;

    private static final int STATISTICS = GpuStatistic.count();

    /** Sums, then the number of parts that were not counted. */
    private static final int WORDS = STATISTICS + 1;

    private final GpuCounters counters;
    private final long[] part = new long[STATISTICS];

    private final long[] sums = new long[WORDS];

    /** Bit by {@link GpuStatistic#index}: what this GPU counts. */
    private int counted;

    /** {@link #sums} at the begins of the open zones, outermost first. */
    private long[] begins = new long[8 * WORDS];

    private int depth;

    /** Counts of the innermost zone that were written. */
    int written;

    ZoneCounts(GpuCounters counters) {
        this.counters = counters;
    }

    /** The last of the slots with the counts from before an event; 0 if there are none. */
    static int slot(int slots) {
        return slots < 0 ? LOST - slots : slots;
    }

    /** The same slots, and a part that was not counted. */
    static int lost(int slots) {
        return slots < 0 ? slots : LOST - slots;
    }

    /**
     * Adds the parts that were counted since the last begin or end.
     *
     * @param slots as {@link #slot} reads it; below 0: a part was not counted
     */
    void add(int slots) {
        sums[STATISTICS] += slots < 0 ? 1 : 0;
        for (int slot = slot(slots); slot != 0; slot = counters.free(slot)) {
            if (!counters.read(slot, part)) {
                sums[STATISTICS]++;
                continue;
            }
            for (int i = 0; i < STATISTICS; i++) {
                if (part[i] >= 0) {
                    sums[i] += part[i];
                    counted |= 1 << i;
                }
            }
        }
    }

    /** A zone has begun. */
    void push() {
        if (depth * WORDS == begins.length) {
            begins = Arrays.copyOf(begins, begins.length * 2);
        }
        System.arraycopy(sums, 0, begins, depth++ * WORDS, WORDS);
        written = 0;
    }

    /** Count of the innermost zone; -1 if it is not known. */
    long value(int statistic) {
        int begin = (depth - 1) * WORDS;
        boolean isKnown = (counted & 1 << statistic) != 0 && sums[STATISTICS] == begins[begin + STATISTICS];
        return isKnown ? sums[statistic] - begins[begin + statistic] : -1;
    }

    /** The innermost zone has ended. */
    void pop() {
        depth--;
        written = 0;
    }
}
