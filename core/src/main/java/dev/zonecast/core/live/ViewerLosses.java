package dev.zonecast.core.live;

import dev.zonecast.core.registry.TableLimit;

/** What a viewer does not show, or not to its end, over all sessions of the process. Thread-safe. */
public final class ViewerLosses {
    /** Lanes of a kind. */
    static final int MAX_LANES = 256;

    /** Threads of a lock: viewers keep sets of them in 64 bits. */
    static final int MAX_LOCK_THREADS = 64;

    private static final TableLimit LANES = TableLimit.ofEvents(
            "open spans or flows in a viewer",
            MAX_LANES,
            "the viewer does not show further spans, and the oldest flows end there");
    private static final TableLimit LOCK_THREADS = TableLimit.ofEvents(
            "threads of a lock in a viewer",
            MAX_LOCK_THREADS,
            "the viewer does not show waits and holds of further ones until the lock is free");

    private ViewerLosses() {}

    static void countLane() {
        LANES.refuse();
    }

    /** A wait or a hold. */
    static void countLockThread() {
        LOCK_THREADS.refuse();
    }

    /** Spans, flows, waits and holds lost so far. */
    public static long total() {
        return LANES.refused() + LOCK_THREADS.refused();
    }
}
