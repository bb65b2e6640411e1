package dev.zonecast.core;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** While a thread waits for a condition it does not have the lock; when it comes back it has. */
@SuppressWarnings("WaitNotInLoop") // The caller has the loop.
final class TracedCondition implements Condition {
    private final TracedLock lock;
    private final Condition condition;

    TracedCondition(TracedLock lock, Condition condition) {
        this.lock = lock;
        this.condition = condition;
    }

    @Override
    public void await() throws InterruptedException {
        int held = lock.giveUpForWait();
        try {
            condition.await();
        } finally {
            lock.haveAgain(held);
        }
    }

    @Override
    public void awaitUninterruptibly() {
        int held = lock.giveUpForWait();
        try {
            condition.awaitUninterruptibly();
        } finally {
            lock.haveAgain(held);
        }
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        int held = lock.giveUpForWait();
        try {
            return condition.awaitNanos(nanos);
        } finally {
            lock.haveAgain(held);
        }
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        int held = lock.giveUpForWait();
        try {
            return condition.await(time, unit);
        } finally {
            lock.haveAgain(held);
        }
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        int held = lock.giveUpForWait();
        try {
            return condition.awaitUntil(deadline);
        } finally {
            lock.haveAgain(held);
        }
    }

    @Override
    public void signal() {
        condition.signal();
    }

    @Override
    public void signalAll() {
        condition.signalAll();
    }
}
