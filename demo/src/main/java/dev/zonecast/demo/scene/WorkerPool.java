package dev.zonecast.demo.scene;

import dev.zonecast.core.Threads;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fixed number of named threads that work off a list of jobs while the caller waits. */
public final class WorkerPool implements AutoCloseable {
    /** Sorts the workers below the main thread in a viewer. */
    private static final int VIEWER_GROUP = 1;

    private static final long CLOSE_LIMIT_SECONDS = 5;

    private final ExecutorService executor;

    /** Starts {@code workers} threads, named "worker 1" and so on. */
    public WorkerPool(int workers) {
        AtomicInteger number = new AtomicInteger();
        executor = Executors.newFixedThreadPool(workers, body -> {
            String name = "worker " + number.incrementAndGet();
            Thread thread = new Thread(
                    () -> {
                        Threads.name(name);
                        Threads.group(VIEWER_GROUP);
                        body.run();
                    },
                    name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** As many workers as there are cores beside the caller's, but at least two, so that jobs do overlap, and at most four. */
    public static int defaultSize() {
        return Math.clamp(Runtime.getRuntime().availableProcessors() - 1, 2, 4);
    }

    /**
     * Runs the jobs on the workers and returns when all have finished.
     *
     * @throws IllegalStateException with the cause, if a job threw
     */
    public void runAll(List<? extends Runnable> jobs) {
        try {
            for (Future<?> future :
                    executor.invokeAll(jobs.stream().map(Executors::callable).toList())) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the workers", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a job failed", e.getCause());
        }
    }

    /** Ends the workers; waits for them for a bounded time. */
    @Override
    public void close() {
        executor.shutdownNow();
        try {
            executor.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
