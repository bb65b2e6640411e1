package dev.zonecast.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock whose waits and holds stand in the profile: who has it, who waits for it, for how long.
 *
 * <pre>{@code
 * private final Lock queueLock = new TracedLock("job queue");
 * }</pre>
 *
 * It locks as the lock does that it is made of, a {@link ReentrantLock} if none is given: fair or not, interruptible, with
 * conditions. What it records: a wait, if the lock cannot be had at once; the moment when a thread has it; the moment when it gives
 * it back. A lock taken again by its holder is no event, nor is a try that fails at once; a wait that ends without the lock (by
 * interruption or time-out) is recorded as given up. A hold that began while nobody listened is not shown.
 *
 * <p>Thread-safe. An uncontended pair of lock and unlock costs two clock reads and two small records, nothing is allocated; while
 * nobody listens, a load and a branch each.
 */
public final class TracedLock implements Lock {
    private final Lock lock;
    private final ReentrantLock reentrant;
    private final boolean mayTry;
    private final LockRecorder recorder;

    // Written by the thread that has the lock only. Another thread may read anything but itself.
    private Thread owner;
    private int holds;

    /**
     * A reentrant lock that is not fair.
     *
     * @param name as shown to the user
     */
    public TracedLock(String name) {
        this(name, SourceLocation.ofCallerOf(TracedLock.class, ""), new ReentrantLock());
    }

    /**
     * A traced form of a lock, which must not be used without it from now on.
     *
     * @param name as shown to the user
     * @param lock held by one thread at a time
     */
    public TracedLock(String name, Lock lock) {
        this(name, SourceLocation.ofCallerOf(TracedLock.class, ""), lock);
    }

    private TracedLock(String name, SourceLocation location, Lock lock) {
        this.lock = lock;
        this.reentrant = lock instanceof ReentrantLock known ? known : null;
        // The tryLock of a fair lock jumps its queue.
        this.mayTry = reentrant == null || !reentrant.isFair();
        this.recorder = new LockRecorder(this, name, location, false);
    }

    /** The writer's half of a lock for readers and writers. */
    TracedLock(LockRecorder recorder, Lock lock, boolean mayTry) {
        this.lock = lock;
        this.reentrant = null;
        this.mayTry = mayTry;
        this.recorder = recorder;
    }

    /** A way to ask for the lock; false if the time is over. */
    private interface Way<E extends Exception> {
        boolean take() throws E;
    }

    @Override
    public void lock() {
        if (owner == Thread.currentThread()) {
            lock.lock();
            holds++;
        } else if (mayTry && lock.tryLock()) {
            own();
        } else {
            obtain(() -> {
                lock.lock();
                return true;
            });
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (owner == Thread.currentThread()) {
            lock.lockInterruptibly();
            holds++;
        } else if (mayTry && !Thread.currentThread().isInterrupted() && lock.tryLock()) {
            own();
        } else {
            obtain(() -> {
                lock.lockInterruptibly();
                return true;
            });
        }
    }

    @Override
    public boolean tryLock() {
        boolean obtained = lock.tryLock();
        if (obtained) {
            ownOnce();
        }
        return obtained;
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (time <= 0 || owner == Thread.currentThread()) {
            boolean obtained = lock.tryLock(time, unit);
            if (obtained) {
                ownOnce();
            }
            return obtained;
        }
        if (mayTry && !Thread.currentThread().isInterrupted() && lock.tryLock()) {
            own();
            return true;
        }
        return obtain(() -> lock.tryLock(time, unit));
    }

    private <E extends Exception> boolean obtain(Way<E> way) throws E {
        boolean waits = mayTry || isBusy();
        if (waits) {
            recorder.waiting();
        }
        boolean obtained = false;
        try {
            obtained = way.take();
        } finally {
            if (!obtained && waits) {
                recorder.gaveUp();
            }
        }
        if (obtained) {
            own();
        }
        return obtained;
    }

    private boolean isBusy() {
        return reentrant == null || reentrant.isLocked() || reentrant.hasQueuedThreads();
    }

    private void ownOnce() {
        if (owner == Thread.currentThread()) {
            holds++;
        } else {
            own();
        }
    }

    private void own() {
        try {
            recorder.obtained();
        } catch (Throwable e) {
            // The Java stack has no room. The caller learns of no lock, and would not give it back.
            lock.unlock();
            throw e;
        }
        holds = 1;
        owner = Thread.currentThread();
    }

    @Override
    public void unlock() {
        if (owner != Thread.currentThread()) {
            lock.unlock();
        } else if (holds > 1) {
            lock.unlock();
            holds--;
        } else {
            try {
                recorder.released();
            } finally {
                owner = null;
                lock.unlock();
            }
        }
    }

    /** A condition whose waiting is not shown as waiting for the lock, and during which the thread does not have it. */
    @Override
    public Condition newCondition() {
        return new TracedCondition(this, lock.newCondition());
    }

    /**
     * Says where in the program the thread's last wait or obtaining of this lock was.
     *
     * @param place as of {@link SourceLocation#here()}
     */
    public void mark(SourceLocation place) {
        recorder.mark(place);
    }

    /** Holds of the calling thread that a condition gives up for its wait; 0 if it has none. */
    int giveUpForWait() {
        if (owner != Thread.currentThread()) {
            return 0;
        }
        int held = holds;
        recorder.released();
        owner = null;
        return held;
    }

    void haveAgain(int held) {
        if (held > 0) {
            holds = held;
            owner = Thread.currentThread();
            recorder.obtained();
        }
    }

    @Override
    public String toString() {
        return recorder.name() + ": " + lock;
    }
}
