package dev.zonecast.capture.tracy;

import java.io.IOException;
import java.util.ArrayDeque;

/**
 * Changes of locks on their way to the sink. A client sends them apart from the zones of their threads, and often earlier. The sink records a
 * wait when it ends: before that, the zones around the wait have to be recorded.
 *
 * <p>The changes of one lock stay in the client's order, and so do those of one thread. A change is delivered when it is the first of both, and
 * its thread has come as far. So a thread that is behind holds up its own locks, and no others. It does so once: then its changes are delivered
 * at once until it has zones again.
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

    /** A change on its way. */
    static final class Change {
        private final LockEvents.Lock lock;

        /** Null: of no thread. */
        private final ThreadState thread;

        private final boolean endsWait;
        final long nanos;
        private final Delivery delivery;
        private boolean delivered;

        Change(LockEvents.Lock lock, ThreadState thread, boolean endsWait, long nanos, Delivery delivery) {
            this.lock = lock;
            this.thread = thread;
            this.endsWait = endsWait;
            this.nanos = nanos;
            this.delivery = delivery;
        }

        private boolean isFirst() {
            return lock.queued.peek() == this && (thread == null || thread.queued.peek() == this);
        }

        private boolean isDue() {
            return !endsWait || thread.lastNanos > nanos || thread.lastNanos < thread.missedNanos;
        }
    }

    private final Stream stream;

    /** All changes. One that was delivered early leaves when it is the first. */
    private final ArrayDeque<Change> changes = new ArrayDeque<>();

    /** Some that may have become the first of their lock and thread. */
    private final ArrayDeque<Change> next = new ArrayDeque<>();

    LockQueue(Stream stream) {
        this.stream = stream;
    }

    void add(Change change) throws IOException {
        changes.add(change);
        change.lock.queued.add(change);
        if (change.thread != null) {
            change.thread.queued.add(change);
        }
        deliverFrom(change);
        deliverLate();
    }

    /** Delivers the changes for which a thread has come far enough. */
    void deliverDue(ThreadState thread) throws IOException {
        if (!thread.queued.isEmpty()) {
            deliverFrom(thread.queued.peek());
        }
        deliverLate();
    }

    /** Delivers the changes that have waited for too long. */
    void deliverLate() throws IOException {
        for (Change first = first(); first != null && isLate(first); first = first()) {
            if (!first.isDue()) {
                first.thread.missedNanos = first.nanos;
            }
            deliver(first);
            deliverNext();
        }
    }

    private Change first() {
        while (!changes.isEmpty() && changes.peek().delivered) {
            changes.remove();
        }
        return changes.peek();
    }

    private boolean isLate(Change change) {
        return stream.lastNanos - change.nanos > MAX_DELAY_NANOS || changes.size() > MAX_CHANGES;
    }

    private void deliverFrom(Change change) throws IOException {
        next.add(change);
        deliverNext();
    }

    private void deliverNext() throws IOException {
        for (Change change = next.poll(); change != null; change = next.poll()) {
            if (change.isFirst() && change.isDue()) {
                deliver(change);
            }
        }
    }

    /** Delivers a change that is the first of its lock and of its thread. */
    private void deliver(Change change) throws IOException {
        change.delivered = true;
        remove(change.lock.queued);
        if (change.thread != null) {
            remove(change.thread.queued);
        }
        change.delivery.run();
    }

    private void remove(ArrayDeque<Change> queue) {
        queue.remove();
        if (!queue.isEmpty()) {
            next.add(queue.peek());
        }
    }

    /** No further event will come. */
    void close() throws IOException {
        for (Change first = first(); first != null; first = first()) {
            deliver(first);
        }
        next.clear();
    }
}
