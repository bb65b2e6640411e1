package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.RetainedHalves;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * A limit for the buffers of all programs and the halves that are kept of them. When it is reached the half that was released first goes,
 * of any program: after the global memory control of Firefox's profile buffers.
 *
 * <p>Thread-safe. Order of locks: session, budget, {@link RetainedHalves}.
 */
final class MemoryBudget {
    private final long limitBytes;
    private final ArrayDeque<RetainedHalves> released = new ArrayDeque<>();
    private long usedBytes;

    MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /**
     * Reserves room for a program's buffer. The room stays reserved.
     *
     * @throws IOException if there is none, even without any half that is kept
     */
    synchronized void take(long bytes) throws IOException {
        usedBytes += bytes;
        evict();
        if (usedBytes > limitBytes) {
            usedBytes -= bytes;
            throw new IOException("no room for its buffer within the memory limit");
        }
    }

    /** A buffer is gone. */
    synchronized void give(long bytes) {
        usedBytes -= bytes;
    }

    /** A half is kept. */
    synchronized void released(RetainedHalves owner, long bytes) throws IOException {
        usedBytes += bytes;
        released.add(owner);
        evict();
    }

    private void evict() throws IOException {
        while (usedBytes > limitBytes && !released.isEmpty()) {
            usedBytes -= released.poll().evictOldest();
        }
    }
}
