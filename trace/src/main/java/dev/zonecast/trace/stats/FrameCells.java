package dev.zonecast.trace.stats;

import java.util.Arrays;

/** Sums by frame, place and track, in one table with open addressing. */
final class FrameCells {
    private static final int TRACK_BITS = 20;
    private static final int PLACE_BITS = 24;
    private static final long TRACK_MASK = (1L << TRACK_BITS) - 1;
    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;

    private static final long EMPTY = -1;

    /** Takes the cells. */
    interface CellConsumer {
        /** A cell. */
        void cell(int frame, int place, int track, long nanos, long count);
    }

    private long[] keys = new long[1 << 10];
    private long[] nanos = new long[1 << 10];
    private long[] counts = new long[1 << 10];
    private int size;

    FrameCells() {
        Arrays.fill(keys, EMPTY);
    }

    int size() {
        return size;
    }

    void add(int frame, int place, int track, long addedNanos, long addedCount) {
        long key = ((long) frame << PLACE_BITS | place) << TRACK_BITS | track;
        int at = find(key);
        if (keys[at] == EMPTY) {
            keys[at] = key;
            if (++size * 2 > keys.length) {
                grow();
                at = find(key);
            }
        }
        nanos[at] += addedNanos;
        counts[at] += addedCount;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        // The upper bits of the product depend on all bits of the key.
        int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> Long.numberOfLeadingZeros(mask));
        while (keys[at] != key && keys[at] != EMPTY) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldNanos = nanos;
        long[] oldCounts = counts;
        int length = oldKeys.length * 2;
        keys = new long[length];
        Arrays.fill(keys, EMPTY);
        nanos = new long[length];
        counts = new long[length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != EMPTY) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                nanos[at] = oldNanos[i];
                counts[at] = oldCounts[i];
            }
        }
    }

    void forEach(CellConsumer consumer) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != EMPTY) {
                consumer.cell(
                        (int) (keys[i] >>> (PLACE_BITS + TRACK_BITS)),
                        (int) (keys[i] >>> TRACK_BITS & PLACE_MASK),
                        (int) (keys[i] & TRACK_MASK),
                        nanos[i],
                        counts[i]);
            }
        }
    }
}
