package dev.zonecast.core;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Ends the thread's hold of the lock during a wait, and begins it again after the wait. */
@SuppressWarnings("WaitNotInLoop") // The caller has the loop.
final class TracedCondition implements Condition {
    private final TracedLock lock;
    private final Condition condition;

    TracedCondition(TracedLock lock, Condition condition) {
        this.lock = lock;
        this.condition = condition;
    }

    private interface Wait<T, E extends Exception> {
        T run() throws E;
    }

    private <T, E extends Exception> T without(Wait<T, E> wait) throws E {
        int held = lock.giveUpForWait();
        try {
            return wait.run();
        } finally {
            lock.haveAgain(held);
        }
    }

    @Override
    public void await() throws InterruptedException {
        Object ignored = without(() -> {
            condition.await();
            return null;
        });
    }

    @Override
    public void awaitUninterruptibly() {
        Object ignored = without(() -> {
            condition.awaitUninterruptibly();
            return null;
        });
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        return without(() -> condition.awaitNanos(nanos));
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return without(() -> condition.await(time, unit));
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        return without(() -> condition.awaitUntil(deadline));
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
