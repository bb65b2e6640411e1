package dev.zonecast.core.collect;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The collector's pauses between passes: about a millisecond while a viewer or recording listens, longer the longer nothing comes, and long
 * when nobody listens.
 */
final class CollectorPauses {
    static final long REST_NANOS = 100_000_000;

    private static final long BUSY_PAUSE_NANOS = 1_000_000;
    private static final long IDLE_PAUSE_NANOS = 5_000_000;

    /** The pause doubles as often while nothing comes: to 20 ms. Each is a pass for nothing, and an event of JFR's. */
    private static final int MAX_IDLE_DOUBLINGS = 2;

    private final SinkList sinks;
    private final ThreadTracks threads;
    private final BooleanSupplier nobodyWaits;
    private volatile boolean sleeping;

    /** Passes in a row that read nothing. */
    private int idlePasses;

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
        boolean _ = Thread.interrupted();
        if (nobodyWaits.getAsBoolean()) {
            if (sinks.isEmpty()) {
                LockSupport.parkNanos(REST_NANOS);
            } else if (!threads.anyIsFilling()) {
                LockSupport.parkNanos(pauseNanos(read));
            }
        }
        sleeping = false;
    }

    private long pauseNanos(int read) {
        if (read > 0) {
            idlePasses = 0;
            return BUSY_PAUSE_NANOS;
        }
        long pause = IDLE_PAUSE_NANOS << idlePasses;
        idlePasses = Math.min(idlePasses + 1, MAX_IDLE_DOUBLINGS);
        return pause;
    }
}
