package dev.zonecast.demo.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {
    @Test
    void shouldHaveRunEveryJobWhenItReturns() {
        AtomicInteger done = new AtomicInteger();
        List<Runnable> jobs = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            jobs.add(done::incrementAndGet);
        }

        try (WorkerPool pool = new WorkerPool(3)) {
            pool.runAll(jobs);

            assertEquals(500, done.get());
        }
    }

    @Test
    void shouldRunJobsAtTheSameTimeOnNamedThreadsWhenThereAreSeveralWorkers() {
        // Each job waits for the other: a pool that ran them one after the other would never return.
        CyclicBarrier barrier = new CyclicBarrier(2);
        Set<String> names = ConcurrentHashMap.newKeySet();
        Runnable job = () -> {
            names.add(Thread.currentThread().getName());
            try {
                barrier.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };

        try (WorkerPool pool = new WorkerPool(2)) {
            pool.runAll(List.of(job, job));
        }

        assertEquals(Set.of("worker 1", "worker 2"), names);
    }

    @Test
    void shouldThrowTheCauseWhenAJobFails() {
        RuntimeException cause = new IllegalArgumentException("broken job");

        try (WorkerPool pool = new WorkerPool(2)) {
            IllegalStateException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> pool.runAll(List.of(() -> {}, () -> {
                        throw cause;
                    })));

            assertSame(cause, thrown.getCause());
            AtomicInteger after = new AtomicInteger();
            pool.runAll(List.<Runnable>of(after::incrementAndGet));
            assertTrue(after.get() == 1, "the pool goes on");
        }
    }
}
