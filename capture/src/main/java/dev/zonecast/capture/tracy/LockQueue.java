package dev.zonecast.capture.tracy;

import java.io.IOException;
import java.util.ArrayDeque;

/**
 * Changes of locks on their way to the sink, in the order of the client. A client sends them apart from the zones of their threads, and
 * often earlier. The sink records a wait when it ends: before that, the zones around the wait have to be recorded.
 */
final class LockQueue {
    /** A thread without zones delays changes no longer than this, in the time of the program. */
    private static final long MAX_DELAY_NANOS = 250_000_000;

    private static final int MAX_CHANGES = 1 << 16;

    /** Gives a change to the sink. */
    @FunctionalInterface
    interface Delivery {
        void run() throws IOException;
    }

    /** @param waiter the thread whose wait may end, or null */
    private record Change(ThreadState waiter, long nanos, Delivery delivery) {}

    private final Stream stream;
    private final ArrayDeque<Change> changes = new ArrayDeque<>();

    LockQueue(Stream stream) {
        this.stream = stream;
    }

    /** @param waiter the thread whose wait may end, or null */
    void add(ThreadState waiter, long nanos, Delivery delivery) throws IOException {
        changes.add(new Change(waiter, nanos, delivery));
        if (waiter != null) {
            waiter.queuedNanos.add(nanos);
        }
        deliverDue();
    }

    /** Delivers the changes whose threads have come as far. */
    void deliverDue() throws IOException {
        while (!changes.isEmpty() && isDue(changes.peek())) {
            deliverNext();
        }
    }

    private void deliverNext() throws IOException {
        Change next = changes.remove();
        if (next.waiter != null) {
            next.waiter.queuedNanos.remove();
        }
        next.delivery.run();
    }

    private boolean isDue(Change change) {
        return change.waiter == null
                || change.waiter.lastNanos > change.nanos
                || stream.lastNanos - change.nanos > MAX_DELAY_NANOS
                || changes.size() > MAX_CHANGES;
    }

    /** No further event will come. */
    void close() throws IOException {
        while (!changes.isEmpty()) {
            deliverNext();
        }
    }
}
