package dev.zonecast.core;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * A job with a result. {@link #waiters} counts threads that wait for it. If a thread waits, the thread that runs the job begins a flow
 * before it publishes the result, and the first waiting thread ends that flow.
 */
final class TracedTask<V> extends FutureTask<V> {
    @SuppressWarnings("rawtypes") // An updater has a raw class.
    private static final AtomicLongFieldUpdater<TracedTask> ANSWER =
            AtomicLongFieldUpdater.newUpdater(TracedTask.class, "answer");

    @SuppressWarnings("rawtypes") // As above.
    private static final AtomicIntegerFieldUpdater<TracedTask> WAITERS =
            AtomicIntegerFieldUpdater.newUpdater(TracedTask.class, "waiters");

    private final TracedExecutor of;

    /** False: the task runs inside another job, which has the flow and the zone. */
    private boolean isJob;

    private long flow;

    @SuppressWarnings("unused") // Written through WAITERS.
    private volatile int waiters;

    /** The flow of the result; 0: none, or it has ended. */
    @SuppressWarnings("unused") // Read through ANSWER.
    private volatile long answer;

    TracedTask(TracedExecutor of, Callable<V> work) {
        super(work);
        this.of = of;
    }

    /** The executor gets the task itself, not a job around it. Only the first call counts: traced executors may be nested. */
    void queued() {
        if (!isJob) {
            isJob = true;
            flow = TracedFlow.begin(of.job());
        }
    }

    @Override
    public void run() {
        if (!isJob) {
            super.run();
            return;
        }
        long zone = TracedFlow.start(of.job(), flow);
        try {
            super.run();
        } finally {
            Zone.end(zone);
        }
    }

    @Override
    protected void set(V value) {
        beginAnswer();
        super.set(value);
    }

    @Override
    protected void setException(Throwable failure) {
        beginAnswer();
        super.setException(failure);
    }

    private void beginAnswer() {
        if (waiters > 0) {
            answer = TracedFlow.begin(of.result());
        }
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        if (isDone()) {
            return super.get();
        }
        long zone = beginWait();
        try {
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                // The pool may need a further thread to run this job.
                ForkJoinPool.managedBlock(new Blocker());
            }
            return super.get();
        } finally {
            endWait(zone);
        }
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (isDone()) {
            return super.get(timeout, unit);
        }
        long zone = beginWait();
        try {
            return super.get(timeout, unit);
        } finally {
            endWait(zone);
        }
    }

    private long beginWait() {
        int ignored = WAITERS.incrementAndGet(this);
        return Zone.begin(of.waiting());
    }

    private void endWait(long zone) {
        int ignored = WAITERS.decrementAndGet(this);
        TracedFlow.end(ANSWER.getAndSet(this, 0));
        Zone.end(zone);
    }

    private void await() throws InterruptedException {
        try {
            V ignored = super.get();
        } catch (ExecutionException | CancellationException e) {
            // The caller gets it from the result.
        }
    }

    private final class Blocker implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean block() throws InterruptedException {
            await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return isDone();
        }
    }
}
