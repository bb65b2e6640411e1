package dev.zonecast.core;

import dev.zonecast.core.kind.LockEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A lock whose waits and holds are in the profile: which thread holds it, which threads wait, for how long.
 *
 * <pre>{@code
 * private final Lock queueLock = new TracedLock("job queue");
 * }</pre>
 *
 * It wraps a lock, a {@link ReentrantLock} by default, and keeps its behaviour: fairness, interruption, conditions. Events are a wait
 * (only if the lock is not free), the begin of a hold, and its end. A wait that ends by interruption or time-out is recorded as given up.
 * Reentrant locking and a {@code tryLock} that fails without a wait are no events. A hold that began before the recording is not shown.
 *
 * <p>Thread-safe. An uncontended lock and unlock cost two clock reads and two small records, and allocate nothing. While nothing records,
 * each costs a load and a branch.
 */
public final class TracedLock extends LockWays {
    private final Lock lock;

    /** Whether another thread has a fair lock or waits for it. Null: the lock is not fair, and a try tells. */
    private final BooleanSupplier busy;

    private final LockRecorder recorder;

    // Only the holder writes it. Another thread may read any value except itself.
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
     * Wraps a lock. Lock through the wrapper alone.
     *
     * @param name as shown to the user
     * @param lock held by one thread at a time
     */
    public TracedLock(String name, Lock lock) {
        this(name, SourceLocation.ofCallerOf(TracedLock.class, ""), lock);
    }

    private TracedLock(String name, SourceLocation location, Lock lock) {
        this.lock = lock;
        this.busy = lock instanceof ReentrantLock fair && fair.isFair()
                ? () -> fair.isLocked() || fair.hasQueuedThreads()
                : null;
        this.recorder = new LockRecorder(this, name, location, false);
    }

    /** The writer's half of a lock for readers and writers. */
    TracedLock(LockRecorder recorder, Lock lock, BooleanSupplier busy) {
        this.lock = lock;
        this.busy = busy;
        this.recorder = recorder;
    }

    /** A record may throw near the end of the Java stack. The lock is then held, and the event counts as lost. */
    @Override
    <E extends Exception> boolean take(Way<E> way, long time, TimeUnit unit) throws E {
        boolean mayWait = way != AT_ONCE && (way != IN_TIME || time > 0);
        Thread current = Thread.currentThread();
        if (owner == current) {
            boolean again = way.take(lock, time, unit);
            holds += again ? 1 : 0;
            return again;
        }
        // tryLock() of a fair lock would pass waiting threads.
        boolean mayPass = mayWait && busy == null && (way == LOCK || !current.isInterrupted());
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
        boolean waits = (busy == null || busy.getAsBoolean()) && recorder.canWait();
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

    /** A condition. During its wait the thread does not hold the lock; the wait is no wait for the lock. */
    @Override
    public Condition newCondition() {
        return new TracedCondition(this, lock.newCondition());
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

    /** Reentrant holds of the calling thread, which a condition's wait ends; 0 if the thread has none. */
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
