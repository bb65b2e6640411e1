package dev.zonecast.trace.stats;

import dev.zonecast.trace.TraceZone;
import java.util.Arrays;

/** Times of ended zones of one track that no zone around them has taken yet, in the order of their ends. */
final class UntakenZones {
    private static final int MAX = 1 << 16;

    private long[] begins = new long[8];
    private long[] ends = new long[8];
    private int count;

    /** Selects the old zones that stay when the table is full. */
    @FunctionalInterface
    interface Worth {
        boolean isKept(long begin, long end);
    }

    /**
     * Whether a zone may be inside of one that ends later and is not open now: recordings have the zones below a depth as whole
     * durations, the inner ones first.
     */
    static boolean hasUnknownOuter(TraceZone zone) {
        return zone.parent() != null && zone.depth() > zone.parent().depth() + 1;
    }

    int count() {
        return count;
    }

    long begin(int place) {
        return begins[place];
    }

    long end(int place) {
        return ends[place];
    }

    /** Place of the first zone inside of one that ends now; all from there on are inside of it. */
    int firstInside(long begin) {
        int first = count;
        while (first > 0 && begins[first - 1] >= begin) {
            first--;
        }
        return first;
    }

    /** The zone around them took those from a place on. */
    void removeFrom(int place) {
        count = place;
    }

    boolean isFull() {
        return count == MAX;
    }

    /** Adds a zone; there is room for it. */
    void add(TraceZone zone) {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        begins[count] = zone.beginNanos();
        ends[count++] = zone.endNanos();
    }

    /** Drops zones of the older half: they lie too far back to be inside of most that follow. */
    void makeRoom(Worth worth) {
        int kept = 0;
        for (int i = 0; i < MAX; i++) {
            if (i >= MAX / 2 || worth.isKept(begins[i], ends[i])) {
                begins[kept] = begins[i];
                ends[kept++] = ends[i];
            }
        }
        int dropped = Math.max(0, kept - 3 * MAX / 4);
        count = kept - dropped;
        System.arraycopy(begins, dropped, begins, 0, count);
        System.arraycopy(ends, dropped, ends, 0, count);
    }
}
