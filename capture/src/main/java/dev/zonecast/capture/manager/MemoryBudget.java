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

    /** Part of the used bytes that eviction can give back. */
    private long keptBytes;

    /** Room of a program's buffer. */
    final class Lease implements AutoCloseable {
        private long bytes;

        private Lease(long bytes) {
            this.bytes = bytes;
        }

        /** The buffer has become smaller. */
        void shrink(long toBytes) {
            synchronized (MemoryBudget.this) {
                usedBytes -= bytes - toBytes;
                bytes = toBytes;
            }
        }

        /** The buffer is gone. */
        @Override
        public void close() {
            shrink(0);
        }
    }

    MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /**
     * Reserves room for a program's buffer.
     *
     * @throws IOException if there is none, even without any half that is kept; all of them stay then
     */
    synchronized Lease take(long bytes) throws IOException {
        if (usedBytes - keptBytes + bytes > limitBytes) {
            throw new IOException("no room for its buffer within the memory limit");
        }
        makeRoom(bytes);
        usedBytes += bytes;
        return new Lease(bytes);
    }

    /** A half is kept. */
    synchronized void released(RetainedHalves owner, long bytes) throws IOException {
        usedBytes += bytes;
        keptBytes += bytes;
        released.add(owner);
        makeRoom(0);
    }

    /** What has been evicted before a failure is free; the half that fails stays. */
    private void makeRoom(long bytes) throws IOException {
        while (usedBytes + bytes > limitBytes && !released.isEmpty()) {
            long evicted = released.element().evictOldest();
            released.remove();
            usedBytes -= evicted;
            keptBytes -= evicted;
        }
    }
}
