package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.state.CounterSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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

    @Test
    void shouldCountWhetherOrNotAnybodyListens() throws Exception {
        Counter counter = Counter.of("counted");
        assertSame(counter, Counter.of("counted"));
        counter.add(5);
        counter.increment();
        counter.add(-2);

        RecordedEvents events = TestProfiler.record(() -> {
            counter.add(10);
            shownWithin(counter);
        });

        assertEquals(14, counter.value());
        assertTrue(
                values(events, "counted").contains("14"),
                values(events, "counted").toString());
    }

    /** Reads counters until this one was read as it is now: another thread may be at it, and then a call does nothing. */
    private static void shownWithin(Counter counter) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            CounterSampler.INSTANCE.sample();
            Thread.sleep(20);
        }
        TestProfiler.flush();
        assertTrue(counter.value() != 0);
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
            CounterSampler.INSTANCE.sample();
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
        AtomicInteger asked = new AtomicInteger();
        Counter counter = Counter.builder("asked").sampled(() -> {
            if (asked.incrementAndGet() == 3) {
                throw new IllegalStateException("gone");
            }
            return 100L * asked.get();
        });
        counter.add(1);

        RecordedEvents events = TestProfiler.record(() -> {
            while (asked.get() < 3) {
                CounterSampler.INSTANCE.sample();
            }
            shownWithin(counter);
        });

        assertEquals(3, asked.get());
        // By two threads, whose events come one thread after the other.
        assertEquals(Set.of("101", "201"), Set.copyOf(values(events, "asked")));
    }

    @Test
    void shouldShowFractions() throws Exception {
        Counter counter = Counter.builder("fraction").sampledFraction(() -> 0.25);
        counter.add(2);
        RecordedEvents events = TestProfiler.record(() -> shownWithin(counter));
        counter.stopSampling();
        assertEquals("2.25", values(events, "fraction").getFirst());
    }
}
