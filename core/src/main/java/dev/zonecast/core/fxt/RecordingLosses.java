package dev.zonecast.core.fxt;

import java.util.concurrent.atomic.LongAdder;

/** Records that recordings of this process lost because their disk was too slow. Thread-safe. */
public final class RecordingLosses {
    private static final LongAdder TOTAL = new LongAdder();

    private RecordingLosses() {}

    static void add(long records) {
        TOTAL.add(records);
    }

    /** Records lost so far. */
    public static long total() {
        return TOTAL.sum();
    }
}
