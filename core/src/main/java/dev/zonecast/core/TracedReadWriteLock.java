package dev.zonecast.core;

import dev.zonecast.core.kind.LockEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;

/**
 * A lock for readers and writers whose waits and holds are in the profile. Both halves behave as {@link TracedLock}. It wraps a lock, a
 * {@link ReentrantReadWriteLock} by default.
 *
 * <p>For a {@link java.util.concurrent.locks.StampedLock}, wrap its view:
 * {@code new TracedReadWriteLock("terrain", stamped.asReadWriteLock())}. There is no form with stamps. An optimistic read never waits, so
 * there is nothing to show. A stamp may be converted, or released by another thread, so the thread of a hold is unknown.
 *
 * <p>Thread-safe.
 */
public final class TracedReadWriteLock implements ReadWriteLock {
    private final LockRecorder recorder;
    private final Lock readLock;
    private final TracedLock writeLock;

    /**
     * A reentrant lock that is not fair.
     *
     * @param name as shown to the user
     */
    public TracedReadWriteLock(String name) {
        this(name, new ReentrantReadWriteLock());
    }

    /**
     * Wraps a lock. Lock through the wrapper alone.
     *
     * @param name as shown to the user
     */
    public TracedReadWriteLock(String name, ReadWriteLock lock) {
        recorder = new LockRecorder(this, name, SourceLocation.ofCallerOf(TracedReadWriteLock.class, ""), true);
        ReentrantReadWriteLock reentrant = lock instanceof ReentrantReadWriteLock known ? known : null;
        readLock = new Reading(recorder, lock.readLock(), reentrant);
        BooleanSupplier busy = reentrant != null && reentrant.isFair()
                ? () -> reentrant.isWriteLocked() || reentrant.getReadLockCount() > 0 || reentrant.hasQueuedThreads()
                : null;
        writeLock = new TracedLock(recorder, lock.writeLock(), busy);
    }

    @Override
    public Lock readLock() {
        return readLock;
    }

    @Override
    public TracedLock writeLock() {
        return writeLock;
    }

    /** Renames this lock in viewers and recordings. */
    public void rename(String name) {
        recorder.rename(name);
    }

    /**
     * Adds the place in the program of the thread's last wait or hold of this lock.
     *
     * @param place from {@link SourceLocation#here()}
     */
    public void mark(SourceLocation place) {
        recorder.mark(place);
    }

    @Override
    public String toString() {
        return recorder.name();
    }

    /**
     * The readers' half. {@link TracedLock} tries first; a reader must not. A reader that tries passes waiting writers, and many such
     * readers would keep a writer out for ever.
     */
    private static final class Reading extends LockWays {
        private final LockRecorder recorder;
        private final Lock lock;

        /** Null for other implementations: then each reentrant hold is an event, with a wait. */
        private final ReentrantReadWriteLock reentrant;

        Reading(LockRecorder recorder, Lock lock, ReentrantReadWriteLock reentrant) {
            this.recorder = recorder;
            this.lock = lock;
            this.reentrant = reentrant;
        }

        /** As in {@link TracedLock}. */
        @Override
        <E extends Exception> boolean take(Way<E> way, long time, TimeUnit unit) throws E {
            boolean waits = way != AT_ONCE && mustWait() && recorder.canWait();
            boolean obtained = false;
            try {
                if (waits) {
                    recorder.record(LockEvent.SHARED_WAIT);
                }
                obtained = way.take(lock, time, unit);
            } finally {
                if (!obtained && waits) {
                    recorder.record(LockEvent.GIVE_UP);
                }
            }
            try {
                if (obtained && (reentrant == null || reentrant.getReadHoldCount() == 1)) {
                    recorder.record(LockEvent.SHARED_OBTAIN);
                }
            } catch (StackOverflowError | OutOfMemoryError e) {
                recorder.lost++;
            }
            return obtained;
        }

        private boolean mustWait() {
            if (reentrant == null) {
                return true;
            }
            return reentrant.isWriteLocked()
                    ? !reentrant.isWriteLockedByCurrentThread()
                    : reentrant.hasQueuedThreads() && reentrant.getReadHoldCount() == 0;
        }

        @Override
        public void unlock() {
            try {
                if (reentrant == null || reentrant.getReadHoldCount() == 1) {
                    recorder.record(LockEvent.SHARED_RELEASE);
                }
            } catch (StackOverflowError | OutOfMemoryError e) {
                recorder.lost++;
            }
            lock.unlock();
        }

        @Override
        public Condition newCondition() {
            return lock.newCondition();
        }

        @Override
        public String toString() {
            return recorder.name() + ", readers: " + lock;
        }
    }
}
