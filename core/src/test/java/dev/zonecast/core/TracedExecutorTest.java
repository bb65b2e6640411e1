package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TracedExecutorTest {
    enum Kind {
        THREADS,
        FORK_JOIN,
        VIRTUAL;

        ExecutorService make() {
            return switch (this) {
                case THREADS -> Executors.newFixedThreadPool(2);
                case FORK_JOIN -> new ForkJoinPool(2);
                case VIRTUAL -> Executors.newVirtualThreadPerTaskExecutor();
            };
        }
    }

    private static List<String> names(RecordedEvents events, String kind, String name) {
        return events.of(kind).stream()
                .map(RecordedEvents.Event::what)
                .filter(what -> what.startsWith(name))
                .map(what -> name)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTraceEachJobOfEachKindOfExecutor(Kind kind) throws Exception {
        String name = "job of " + kind;
        RecordedEvents events = TestProfiler.record(() -> {
            try (ExecutorService jobs = new TracedExecutor(name, kind.make())) {
                CountDownLatch ran = new CountDownLatch(1);
                jobs.execute(ran::countDown);
                ran.await();
                assertEquals(5, jobs.submit(() -> 5).get());
                assertEquals(2, jobs.invokeAll(List.of(() -> 1, () -> 2)).size());
                int three = jobs.invokeAny(List.of(() -> 3));
                assertEquals(3, three);
                CompletionService<Integer> completed = new ExecutorCompletionService<>(jobs);
                Future<Integer> six = completed.submit(() -> 6);
                assertSame(six, completed.take());
                assertEquals(6, six.get());
                assertEquals(
                        9,
                        CompletableFuture.supplyAsync(() -> 4, jobs)
                                .thenApplyAsync(four -> four + 5, jobs)
                                .get());
            }
        });

        assertEquals(8, names(events, "zoneBegin", name).size());
        assertEquals(
                8,
                events.of("flowEnd").stream()
                        .filter(event -> event.what().startsWith(name + " "))
                        .count());
    }

    @Test
    void shouldShowWhatAThreadWaitsFor() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        RecordedEvents events = TestProfiler.record(() -> {
            try (ExecutorService jobs = new TracedExecutor("slow job", Executors.newSingleThreadExecutor())) {
                Future<Integer> slow = jobs.submit(() -> {
                    mayEnd.await();
                    return 3;
                });
                AtomicReference<Integer> result = new AtomicReference<>();
                Thread waiting = Thread.ofPlatform().start(() -> {
                    try {
                        result.set(slow.get());
                    } catch (InterruptedException | ExecutionException e) {
                        throw new AssertionError(e);
                    }
                });
                TestProfiler.await(() -> waiting.getState() == Thread.State.WAITING);
                mayEnd.countDown();
                assertTrue(waiting.join(TestProfiler.LIMIT));
                assertEquals(3, result.get());
            }
        });

        assertEquals(1, names(events, "flowEnd", "slow job -").size());
        assertEquals(1, names(events, "zoneBegin", "slow job").size());
        assertEquals(1, names(events, "zoneBegin", "wait for slow job").size());
        assertEquals(1, names(events, "flowEnd", "slow job: result").size());
    }

    @Test
    void shouldBeginNoFlowForAResultThatNobodyWaitsFor() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            try (ExecutorService jobs = new TracedExecutor("hung job", Executors.newSingleThreadExecutor())) {
                CountDownLatch mayEnd = new CountDownLatch(1);
                Future<?> hung = jobs.submit(() -> {
                    mayEnd.await();
                    return null;
                });
                assertThrows(TimeoutException.class, () -> hung.get(1, TimeUnit.NANOSECONDS));
                mayEnd.countDown();
                jobs.shutdown();
                assertTrue(jobs.awaitTermination(30, TimeUnit.SECONDS));
                assertTrue(hung.isDone());
            }
        });

        assertEquals(List.of(), names(events, "flowBegin", "hung job: result"));
    }

    @Test
    void shouldPassOnWhatAJobThrows() {
        try (ExecutorService jobs = new TracedExecutor("bad job", Executors.newSingleThreadExecutor())) {
            Future<?> bad = jobs.submit(() -> {
                throw new IllegalStateException("bad");
            });

            Throwable thrown = assertThrows(ExecutionException.class, bad::get).getCause();

            assertEquals("bad", thrown.getMessage());
        }
    }

    @Test
    void shouldRejectAsItsExecutorDoes() {
        TracedExecutor jobs = new TracedExecutor("late job", Executors.newSingleThreadExecutor());
        jobs.shutdown();

        assertThrows(RejectedExecutionException.class, () -> jobs.execute(() -> {}));
        assertThrows(RejectedExecutionException.class, () -> jobs.submit(() -> 1));
        assertTrue(jobs.isShutdown());
    }

    @Test
    void shouldNotStarveAForkJoinPoolWhoseThreadsWaitForJobsOfIt() throws Exception {
        try (ExecutorService jobs = new TracedExecutor("nested job", new ForkJoinPool(1))) {
            Future<Integer> outer = jobs.submit(() -> jobs.submit(() -> 11).get());

            assertEquals(11, outer.get(30, TimeUnit.SECONDS));
        }
    }
}
