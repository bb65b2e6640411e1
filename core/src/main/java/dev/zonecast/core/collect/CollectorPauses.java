package dev.zonecast.core.collect;

import dev.zonecast.core.ring.RingPool;
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

    /** A rest in a burst, in times of the pass before it, and at most. */
    private static final int REST_PASSES = 3;

    private static final long LONGEST_REST_NANOS = 20_000_000;

    private final SinkList sinks;
    private final ThreadTracks threads;
    private final RingPool pool;
    private final BooleanSupplier nobodyWaits;
    private volatile boolean sleeping;

    /** Passes in a row that read nothing. */
    private int idlePasses;

    /** @param nobodyWaits true if no command and no sink waits for the collector */
    CollectorPauses(SinkList sinks, ThreadTracks threads, RingPool pool, BooleanSupplier nobodyWaits) {
        this.sinks = sinks;
        this.threads = threads;
        this.pool = pool;
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
    void pause(int read, long passNanos) {
        sleeping = true;
        VarHandle.fullFence();
        // A sink may have given an interrupt back to its thread: the pauses would not pause any more.
        boolean _ = Thread.interrupted();
        if (nobodyWaits.getAsBoolean()) {
            if (sinks.isEmpty()) {
                LockSupport.parkNanos(REST_NANOS);
            } else if (threads.anyIsFilling()) {
                sleeping = false;
                restInBurst(Math.min(REST_PASSES * passNanos, LONGEST_REST_NANOS));
            } else {
                LockSupport.parkNanos(pauseNanos(read));
            }
        }
        sleeping = false;
    }

    /**
     * Leaves the processors to a burst while all rings can grow and have half of their memory left. On two cores the program, this
     * thread, the sender and the viewer share them, and a burst takes a fifth longer without rests. No filling ring ends a rest.
     */
    private void restInBurst(long nanos) {
        for (ThreadTrack track : threads.all()) {
            if (!track.recorder.hasRoomToGrow()) {
                return;
            }
        }
        long until = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && pool.isSpacious() && nobodyWaits.getAsBoolean()) {
            LockSupport.parkNanos(Math.min(left, BUSY_PAUSE_NANOS));
            left = until - System.nanoTime();
        }
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
