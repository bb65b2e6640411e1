package dev.zonecast.core.marker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.zonecast.core.Counter;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.MarkerEvent;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Once the compiler has seen them, markers and counters leave nothing on the heap. When that is, is the compiler's business, and it
 * does not always decide alike: a call site that it was unlucky with is tried again as a new one.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MarkerAllocationTest {
    record Hit(int damage, double metres) {}

    static final MarkerType<Hit> HIT = MarkerType.of(Hit.class, MarkerSchema.builder("Hit without heap"));
    static final Counter SENT = Counter.builder("sent without heap").create();

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 2_000;
    private static final int SITES = 12;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    static final class Instant implements IntConsumer {
        @Override
        public void accept(int i) {
            HIT.instant(new Hit(i, 0.5));
        }
    }

    static final class Interval implements IntConsumer {
        @Override
        public void accept(int i) {
            HIT.interval(Marker.now(), new Hit(i, 0.5));
        }
    }

    static final class InstantAt implements IntConsumer {
        @Override
        public void accept(int i) {
            HIT.instantAt(Marker.now(), new Hit(i, 0.5));
        }
    }

    static final class Pair implements IntConsumer {
        @Override
        public void accept(int i) {
            HIT.begin(new Hit(i, 0.5), MarkerOptions.at(Marker.now()));
            HIT.end(new Hit(i, 1.5), MarkerOptions.at(Marker.now()));
        }
    }

    static final class Addition implements IntConsumer {
        @Override
        public void accept(int i) {
            SENT.add(i);
        }
    }

    /** Bytes of the best burst of several copies of the class, each compiled for itself. */
    private static long fewestBytes(Class<? extends IntConsumer> type) throws Exception {
        // What the events become is not this thread's business.
        EventSink sink = TestProfiler.attach(new RecordedEvents() {
            @Override
            public void event(dev.zonecast.core.event.Event event) {
                if (!(event instanceof MarkerEvent)) {
                    super.event(event);
                }
            }
        });
        try (InputStream in = type.getResourceAsStream(type.getName().replaceFirst(".*\\.", "") + ".class")) {
            byte[] bytes = in.readAllBytes();
            long fewest = Long.MAX_VALUE;
            for (int site = 0; site < SITES && fewest > 0; site++) {
                Class<?> copy =
                        MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
                fewest = Math.min(fewest, fewestBytes((IntConsumer)
                        copy.getDeclaredConstructor().newInstance()));
            }
            return fewest;
        } finally {
            TestProfiler.detach(sink);
        }
    }

    private static long fewestBytes(IntConsumer call) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        long fewest = Long.MAX_VALUE;
        while (fewest > 0 && System.nanoTime() < deadline) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.accept(i);
            }
            fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return fewest;
    }

    @Test
    void shouldAllocateNothingForAMarkerWithTwoNumbers() throws Exception {
        assertEquals(0, fewestBytes(Instant.class));
    }

    @Test
    void shouldAllocateNothingForAnIntervalWithTwoNumbers() throws Exception {
        assertEquals(0, fewestBytes(Interval.class));
    }

    @Test
    void shouldAllocateNothingForAnInstantAtAGivenTime() throws Exception {
        assertEquals(0, fewestBytes(InstantAt.class));
    }

    @Test
    void shouldAllocateNothingForABeginAndAnEndAtGivenTimes() throws Exception {
        assertEquals(0, fewestBytes(Pair.class));
    }

    @Test
    void shouldAllocateNothingForAnAdditionToACounter() throws Exception {
        assertEquals(0, fewestBytes(Addition.class));
    }
}
