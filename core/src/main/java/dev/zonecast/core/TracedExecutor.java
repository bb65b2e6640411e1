package dev.zonecast.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Traces the jobs of an executor. A {@link TracedFlow} leads from the call that queues a job to the job, and a zone shows the job's run.
 * It wraps every executor: thread pools, {@link ForkJoinPool}, a virtual thread for each task, steps of a {@link CompletableFuture}.
 *
 * <pre>{@code
 * private static final SourceLocation DECODE = SourceLocation.here("decode");
 *
 * ExecutorService decoding = new TracedExecutor(DECODE, pool);
 * CompletableFuture.supplyAsync(this::load, loading).thenApplyAsync(this::decode, decoding);
 * }</pre>
 *
 * Several traced executors, one for each kind of job, may share a pool. A thread that waits for the result of {@link #submit} or
 * {@link #invokeAll} has a zone {@code wait for NAME}. A flow {@code NAME: result} leads to it from the job.
 *
 * <p>Jobs that {@code fork} in a {@link ForkJoinPool} bypass the executor: use {@link TracedFlow#job}. The flow of a rejected job has no
 * end.
 *
 * <p>Thread-safe. A job costs an object, a flow and a zone. While nothing records, {@link #execute} passes the job on unchanged.
 */
public final class TracedExecutor extends AbstractExecutorService {
    private final ExecutorService executor;
    private final SourceLocation job;
    private final SourceLocation result;
    private final SourceLocation waiting;

    /**
     * Traces jobs.
     *
     * @param name of the jobs, as shown to the user
     * @param executor runs the jobs; {@link #shutdown} shuts it down too
     */
    public TracedExecutor(String name, ExecutorService executor) {
        this(SourceLocation.ofCallerOf(TracedExecutor.class, name), executor);
    }

    /**
     * Traces jobs.
     *
     * @param job names the jobs
     * @param executor runs the jobs; {@link #shutdown} shuts it down too
     */
    public TracedExecutor(SourceLocation job, ExecutorService executor) {
        this.executor = Objects.requireNonNull(executor);
        this.job = Objects.requireNonNull(job);
        String name = job.displayName();
        result = SourceLocation.of(name + ": result", job.function(), job.file(), job.line(), job.rgb());
        waiting = SourceLocation.of("wait for " + name, job.function(), job.file(), job.line(), job.rgb())
                .category(Category.IDLE);
    }

    /** Names the flow and the zone of a job. */
    SourceLocation job() {
        return job;
    }

    /** Names the flow from a job to the thread that waits for its result. */
    SourceLocation result() {
        return result;
    }

    /** Names the zone of a thread that waits for a result. */
    SourceLocation waiting() {
        return waiting;
    }

    @Override
    public void execute(Runnable command) {
        if (command instanceof TracedTask<?> task) {
            task.queued();
            executor.execute(task);
        } else {
            executor.execute(TracedFlow.job(job, command));
        }
    }

    @Override
    protected <V> RunnableFuture<V> newTaskFor(Callable<V> callable) {
        return new TracedTask<>(this, callable);
    }

    @Override
    protected <V> RunnableFuture<V> newTaskFor(Runnable runnable, V value) {
        Objects.requireNonNull(runnable);
        return new TracedTask<>(this, () -> {
            runnable.run();
            return value;
        });
    }

    @Override
    public void shutdown() {
        executor.shutdown();
    }

    /** Shuts the executor down now. Returns the waiting jobs in their traced form; their flows have no end. */
    @Override
    public List<Runnable> shutdownNow() {
        return executor.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return executor.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return executor.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return executor.awaitTermination(timeout, unit);
    }

    @Override
    public String toString() {
        return "traced " + executor;
    }
}
