package dev.zonecast.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** The four methods of {@link java.util.concurrent.locks.Lock} that lock, through one method. */
abstract class LockWays implements Lock {
    /** A way to lock; false after a time-out. */
    interface Way<E extends Exception> {
        boolean take(Lock lock, long time, TimeUnit unit) throws E;
    }

    // Made with the first lock: a class whose initialiser overflows the stack can never be used.
    static final Way<RuntimeException> LOCK = (lock, ignoredTime, ignoredUnit) -> {
        lock.lock();
        return true;
    };
    static final Way<RuntimeException> AT_ONCE = (lock, ignoredTime, ignoredUnit) -> lock.tryLock();
    static final Way<InterruptedException> IN_TIME = Lock::tryLock;
    private static final Way<InterruptedException> INTERRUPTIBLY = (lock, ignoredTime, ignoredUnit) -> {
        lock.lockInterruptibly();
        return true;
    };

    abstract <E extends Exception> boolean take(Way<E> way, long time, TimeUnit unit) throws E;

    @Override
    public final void lock() {
        boolean ignored = take(LOCK, 0, null);
    }

    @Override
    public final void lockInterruptibly() throws InterruptedException {
        boolean ignored = take(INTERRUPTIBLY, 0, null);
    }

    @Override
    public final boolean tryLock() {
        return take(AT_ONCE, 0, null);
    }

    @Override
    public final boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return take(IN_TIME, time, unit);
    }
}
