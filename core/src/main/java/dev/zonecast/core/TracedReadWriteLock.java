package dev.zonecast.core;

import dev.zonecast.core.kind.LockEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A lock for readers and writers whose waits and holds stand in the profile; what is said of {@link TracedLock} holds for both
 * halves. It locks as the lock does that it is made of, a {@link ReentrantReadWriteLock} if none is given.
 *
 * <p>A {@link java.util.concurrent.locks.StampedLock} is traced through its view:
 * {@code new TracedReadWriteLock("terrain", stamped.asReadWriteLock())}. There is no form with stamps: an optimistic read waits for
 * nobody, so there is nothing to show of it, and a stamp may be turned into another kind or given back by another thread, so nobody
 * can say whose hold ends.
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
     * A traced form of a lock, which must not be used without it from now on.
     *
     * @param name as shown to the user
     */
    public TracedReadWriteLock(String name, ReadWriteLock lock) {
        recorder = new LockRecorder(this, name, SourceLocation.ofCallerOf(TracedReadWriteLock.class, ""), true);
        ReentrantReadWriteLock reentrant = lock instanceof ReentrantReadWriteLock known ? known : null;
        readLock = new Reading(recorder, lock.readLock(), reentrant);
        writeLock = new TracedLock(recorder, lock.writeLock(), reentrant == null || !reentrant.isFair());
    }

    @Override
    public Lock readLock() {
        return readLock;
    }

    @Override
    public TracedLock writeLock() {
        return writeLock;
    }

    /** Gives this lock another name. Viewers and recordings show it from now on. */
    public void rename(String name) {
        recorder.rename(name);
    }

    /**
     * Says where in the program the thread's last wait or obtaining of this lock was.
     *
     * @param place as of {@link SourceLocation#here()}
     */
    public void mark(SourceLocation place) {
        recorder.mark(place);
    }

    @Override
    public String toString() {
        return recorder.name();
    }

    /**
     * The readers' half. It does not try first, as {@link TracedLock} does: a reader that tries passes the writers that wait, and
     * many of them would keep a writer out for good.
     */
    private static final class Reading extends LockWays {
        private final LockRecorder recorder;
        private final Lock lock;

        /** Null if it is of another kind: then each hold of a thread counts, and a wait is shown for each. */
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
