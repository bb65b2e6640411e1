package dev.zonecast.core.collect;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The collector's pauses between passes. While a viewer or recording listens, a pause is about as long as threads take to record
 * {@value #RECORDS_A_PASS} events: each pass wakes a processor, which costs more than to read some hundred events. A thread whose ring is
 * half full ends the pause. While nothing records, pauses are long.
 */
final class CollectorPauses {
    static final long REST_NANOS = 100_000_000;

    private static final long SHORTEST_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 20_000_000;
    private static final int RECORDS_A_PASS = 1_024;

    private final SinkList sinks;
    private final ThreadTracks threads;
    private final BooleanSupplier nobodyWaits;
    private volatile boolean sleeping;

    private long pausedNanos = SHORTEST_NANOS;

    /** @param nobodyWaits true if no command and no sink waits for the collector */
    CollectorPauses(SinkList sinks, ThreadTracks threads, BooleanSupplier nobodyWaits) {
        this.sinks = sinks;
        this.threads = threads;
        this.nobodyWaits = nobodyWaits;
    }

    /** True while the collector has to be woken. Any thread. */
    boolean isSleeping() {
        return sleeping;
    }

    /**
     * Pauses after a pass.
     *
     * @param read records that the pass has read
     */
    void pause(int read) {
        sleeping = true;
        VarHandle.fullFence();
        // A sink may have given an interrupt back to its thread: the pauses would not pause any more.
        boolean ignored = Thread.interrupted();
        if (nobodyWaits.getAsBoolean()) {
            if (sinks.isEmpty()) {
                LockSupport.parkNanos(REST_NANOS);
            } else if (!threads.anyIsFilling()) {
                pausedNanos = next(pausedNanos, read);
                LockSupport.parkNanos(pausedNanos);
            }
        }
        sleeping = false;
    }

    /**
     * Nanoseconds of the next pause.
     *
     * @param last the pause before the pass
     * @param read records that the pass has read
     */
    static long next(long last, int read) {
        return Math.clamp(last * RECORDS_A_PASS / Math.max(read, 1), SHORTEST_NANOS, LONGEST_NANOS);
    }
}
