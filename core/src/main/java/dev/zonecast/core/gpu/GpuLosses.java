package dev.zonecast.core.gpu;

import java.util.concurrent.atomic.LongAdder;

/** GPU zones and their counts that were given up, over all contexts of the process. Thread-safe. */
public final class GpuLosses {
    private static final LongAdder TOTAL = new LongAdder();

    private GpuLosses() {}

    /** Counts what will never be shown. */
    public static void add(long events) {
        TOTAL.add(events);
    }

    /** Given up so far. */
    public static long total() {
        return TOTAL.sum();
    }
}
