package dev.zonecast.core;

import dev.zonecast.core.kind.LockEvent;
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
public final class TracedLock extends LockWays {
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

    /** What records may throw where the Java stack ends. The lock is then taken, and the event is counted as lost. */
    @Override
    <E extends Exception> boolean take(Way<E> way, long time, TimeUnit unit) throws E {
        boolean mayWait = way != AT_ONCE && (way != IN_TIME || time > 0);
        Thread current = Thread.currentThread();
        if (owner == current) {
            boolean again = way.take(lock, time, unit);
            holds += again ? 1 : 0;
            return again;
        }
        boolean mayPass = mayWait && mayTry && (way == LOCK || !current.isInterrupted());
        if (!(mayPass && lock.tryLock()) && !(mayWait ? await(way, time, unit) : way.take(lock, time, unit))) {
            return false;
        }
        holds = 1;
        owner = current;
        try {
            recorder.record(LockEvent.OBTAIN);
        } catch (StackOverflowError | OutOfMemoryError e) {
            recorder.lost++;
        }
        return true;
    }

    private <E extends Exception> boolean await(Way<E> way, long time, TimeUnit unit) throws E {
        boolean waits = (mayTry || isBusy()) && recorder.canWait();
        boolean obtained = false;
        try {
            if (waits) {
                recorder.record(LockEvent.WAIT);
            }
            obtained = way.take(lock, time, unit);
        } finally {
            if (!obtained && waits) {
                recorder.record(LockEvent.GIVE_UP);
            }
        }
        return obtained;
    }

    private boolean isBusy() {
        return reentrant == null || reentrant.isLocked() || reentrant.hasQueuedThreads();
    }

    @Override
    public void unlock() {
        if (owner != Thread.currentThread()) {
            lock.unlock();
        } else if (holds > 1) {
            lock.unlock();
            holds--;
        } else {
            disown();
            lock.unlock();
        }
    }

    /** Recorded while the lock is held. */
    private void disown() {
        owner = null;
        try {
            recorder.record(LockEvent.RELEASE);
        } catch (StackOverflowError | OutOfMemoryError e) {
            recorder.lost++;
        }
    }

    /** A condition whose waiting is not shown as waiting for the lock, and during which the thread does not have it. */
    @Override
    public Condition newCondition() {
        return new TracedCondition(this, lock.newCondition());
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

    /** Holds of the calling thread that a condition gives up for its wait; 0 if it has none. */
    int giveUpForWait() {
        if (owner != Thread.currentThread()) {
            return 0;
        }
        int held = holds;
        disown();
        return held;
    }

    void haveAgain(int held) {
        if (held > 0) {
            holds = held;
            owner = Thread.currentThread();
            try {
                recorder.record(LockEvent.OBTAIN);
            } catch (StackOverflowError | OutOfMemoryError e) {
                recorder.lost++;
            }
        }
    }

    @Override
    public String toString() {
        return recorder.name() + ": " + lock;
    }
}
