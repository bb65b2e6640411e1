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

    private final GpuCounters counters;

    /** What is counted. */
    private final int size;

    /** Of a zone: {@link #size} sums, then the number of parts that were not counted. */
    private final int words;

    private final int[] nameIds;
    private final long[] part;
    private final long[] sums;

    /** A bit for each that this GPU counts. */
    private long counted;

    /** {@link #sums} at the begins of the open zones, outermost first. */
    private long[] begins;

    private int depth;

    /** Counts of the innermost zone that were written. */
    int written;

    ZoneCounts(GpuCounters counters) {
        this.counters = counters;
        size = counters.counted().size();
        words = size + 1;
        nameIds = counters.counted().stream().mapToInt(GpuStatistic::nameId).toArray();
        part = new long[size];
        sums = new long[words];
        begins = new long[8 * words];
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
     * @param readable false if the API takes no calls: the parts are not known
     */
    void add(int slots, boolean readable) {
        sums[size] += slots < 0 ? 1 : 0;
        for (int slot = slot(slots); slot != 0; slot = counters.free(slot)) {
            if (!readable || !counters.read(slot, part)) {
                sums[size]++;
                continue;
            }
            for (int i = 0; i < size; i++) {
                if (part[i] >= 0) {
                    sums[i] += part[i];
                    counted |= 1L << i;
                }
            }
        }
    }

    /** A zone has begun. */
    void push() {
        if (depth * words == begins.length) {
            begins = Arrays.copyOf(begins, begins.length * 2);
        }
        System.arraycopy(sums, 0, begins, depth++ * words, words);
        written = 0;
    }

    /** How many there are of each zone. */
    int size() {
        return size;
    }

    /** {@link GpuStatistic#nameId} of one. */
    int nameId(int index) {
        return nameIds[index];
    }

    /** Count of the innermost zone; -1 if it is not known. */
    long value(int index) {
        int begin = (depth - 1) * words;
        boolean isKnown = (counted & 1L << index) != 0 && sums[size] == begins[begin + size];
        return isKnown ? sums[index] - begins[begin + index] : -1;
    }

    /** The innermost zone has ended. */
    void pop() {
        depth--;
        written = 0;
    }
}
