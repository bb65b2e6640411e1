package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.state.CounterSampler;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CounterTest {
    private static final int THREADS = 8;
    private static final int ADDITIONS = 20_000;

    /** Values of a plot in their order. */
    private static List<String> values(RecordedEvents events, String name) {
        List<String> values = new ArrayList<>();
        for (RecordedEvents.Event event : events.of("plot")) {
            if (event.what().startsWith(name + "=")) {
                values.add(event.what().substring(name.length() + 1));
            }
        }
        return values;
    }

    /** Work that knows what the sink has so far. */
    private interface Listening {
        void run(RecordedEvents events) throws Exception;
    }

    private static RecordedEvents record(Listening work) throws Exception {
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());
        try {
            work.run(events);
        } finally {
            TestProfiler.detach(events);
        }
        return events.verify();
    }

    /** Waits until the sampler has recorded a value. */
    private static void awaitValue(RecordedEvents events, String name, String value) throws Exception {
        TestProfiler.await(() -> {
            TestProfiler.flush();
            return values(events, name).contains(value);
        });
    }

    @Test
    void shouldCountWhetherOrNotAnybodyListens() throws Exception {
        Counter counter = Counter.of("counted");
        assertSame(counter, Counter.of("counted"));
        counter.add(5);
        counter.increment();
        counter.add(-2);

        RecordedEvents unused = record(events -> {
            counter.add(10);
            awaitValue(events, "counted", "14");
        });

        assertEquals(14, counter.value());
    }

    @Test
    void shouldReadTheOthersWhenAReadingThrows() throws Exception {
        AtomicBoolean thrown = new AtomicBoolean();
        // As of a counter whose supplier fails while the log is broken, too.
        CounterSampler.INSTANCE.add(always -> {
            if (thrown.compareAndSet(false, true)) {
                throw new IllegalStateException("broken log");
            }
        });
        Counter counter = Counter.of("behind a failure");
        counter.add(3);

        RecordedEvents unused = record(events -> awaitValue(events, "behind a failure", "3"));

        assertTrue(thrown.get());
    }

    @Test
    void shouldLoseNothingWhenManyThreadsComeAndGo() throws Exception {
        Counter counter = Counter.of("crowd");
        for (int round = 0; round < 20; round++) {
            TestProfiler.inThreads(THREADS, () -> {
                for (int i = 0; i < ADDITIONS; i++) {
                    counter.increment();
                }
            });
            CounterSampler.INSTANCE.readAll().join();
        }
        assertEquals(20L * THREADS * ADDITIONS, counter.value());
    }

    @Test
    void shouldLoseNothingOnVirtualThreads() throws Exception {
        Counter counter = Counter.of("virtual");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int k = 0; k < 1000; k++) {
                    counter.add(2);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(200_000, counter.value());
    }

    @Test
    void shouldKeepManyCountersApartOnOneThread() {
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            counters.add(Counter.of("many " + i));
            counters.getLast().add(i);
            counters.getFirst().add(1);
        }
        assertEquals(300, counters.getFirst().value());
        for (int i = 1; i < counters.size(); i++) {
            assertEquals(i, counters.get(i).value());
        }
    }

    @Test
    void shouldAskTheProgramUntilItThrows() throws Exception {
        AtomicLong answer = new AtomicLong(100);
        AtomicInteger thrown = new AtomicInteger();

        RecordedEvents recorded = record(events -> {
            Counter counter = Counter.of("asked");
            awaitValue(events, "asked", "0");
            counter.add(1);
            awaitValue(events, "asked", "1");
            assertSame(counter, Counter.builder("asked").sampled(() -> {
                if (answer.get() == 0) {
                    thrown.incrementAndGet();
                    throw new IllegalStateException("gone");
                }
                return answer.get();
            }));
            awaitValue(events, "asked", "101");
            answer.set(200);
            awaitValue(events, "asked", "201");
            answer.set(0);
            TestProfiler.await(() -> thrown.get() > 0);
            // The second value comes of a later reading of all counters.
            Counter later = Counter.of("asked later");
            awaitValue(events, "asked later", "0");
            later.add(1);
            awaitValue(events, "asked later", "1");
        });

        assertEquals(1, thrown.get());
        assertEquals(
                List.of("0", "1", "101", "201"),
                values(recorded, "asked").stream().distinct().toList());
    }

    @Test
    void shouldShowFractions() throws Exception {
        Counter counter = Counter.builder("fraction").sampledFraction(() -> 0.25);
        counter.add(2);

        RecordedEvents unused = record(events -> awaitValue(events, "fraction", "2.25"));

        counter.stopSampling();
    }

    @Test
    void shouldRecordTheLastValueWhenTheProfilerEnds() throws Exception {
        new ChildJvm().flags("-Dzonecast.listen=false").run(LastValue.class).expectSuccess();
    }

    static final class LastValue {
        public static void main(String[] arguments) throws Exception {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            Counter counter = Counter.of("last");
            awaitValue(events, "last", "0");
            for (int i = 0; i < ADDITIONS; i++) {
                counter.increment();
            }
            require(Zonecast.shutdown(Duration.ofSeconds(60)));
            require(values(events.verify(), "last").getLast().equals(Long.toString(counter.value())));
        }

        private static void require(boolean holds) {
            if (!holds) {
                throw new AssertionError();
            }
        }
    }

    @Test
    void shouldRecordAnUnchangedValueForALaterSinkWhenItIsFlushed() throws Exception {
        Counter.of("unchanged").add(7);
        RecordedEvents unused = record(first -> {
            awaitValue(first, "unchanged", "7");
            RecordedEvents later = record(events -> assertTrue(Zonecast.flush(TestProfiler.LIMIT)));
            assertTrue(values(later, "unchanged").contains("7"));
        });
    }

    @Test
    void shouldKeepNoReferenceToAThreadWhenItHasEndedWhileNothingRecords() throws Exception {
        Counter counter = Counter.of("of a short-lived thread");
        WeakReference<Thread> ended = new WeakReference<>(adding(counter));
        TestProfiler.await(() -> {
            System.gc();
            return ended.refersTo(null);
        });
        assertEquals(3, counter.value());
    }

    private static Thread adding(Counter counter) throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(() -> counter.add(3));
        thread.join();
        return thread;
    }

    @Test
    void shouldClearTheInterruptWhenASupplierLeavesIt() throws Exception {
        Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
        RecordedEvents unused = record(events -> {
            Counter counter = Counter.builder("interrupting").sampled(() -> {
                interrupted.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
                return 0;
            });
            TestProfiler.await(() -> interrupted.size() > 2);
            counter.stopSampling();
        });
        // A thread whose flag is set does not pause.
        assertFalse(interrupted.contains(true), interrupted::toString);
    }
}
