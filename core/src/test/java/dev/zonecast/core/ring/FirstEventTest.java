package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread's first event when there is no memory, or no stack, for what the thread needs: counted, and tried again later. */
class FirstEventTest {
    private static final SourceLocation HERE = SourceLocation.here("here");

    /** Zones of a thread that has no recorder yet; more than the back-off. */
    private static final int ZONES = 3 * Recorder.ASK_AGAIN;

    // --- by injection: the source of rings fails

    @ParameterizedTest
    @ValueSource(strings = {"memory", "stack"})
    void shouldCountAndTryAgainWhenTheFirstEventFails(String what) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.autostart=false")
                .run(FailingSource.class, what)
                .expectSuccess();

        assertEquals(
                "thrown none, lost and recorded add up true, recorded some true, rings 1",
                result.out().strip());
    }

    static final class FailingSource {
        private static int failures = 3;

        public static void main(String[] arguments) throws Exception {
            RingPool pool =
                    new RingPool(1 << 20, 1 << 14, 1 << 24, RingPolicies.all(RingPolicy.DROP), () -> {}, bytes -> {
                        fail(arguments[0]);
                        return RingSource.NATIVE.allocate(bytes);
                    });
            RecorderRegistry.use(pool);
            GateState.set(true);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            long[] dropped = new long[1];
            int[] recorded = new int[1];
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < ZONES; i++) {
                        long token = Zone.begin(HERE);
                        recorded[0] += token == 0 ? 0 : 1;
                        Zone.end(token);
                    }
                    dropped[0] = Recorder.current().droppedCount();
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            thread.join();
            int rings = 0;
            for (var entry = RecorderRegistry.pollNew(); entry != null; entry = RecorderRegistry.pollNew()) {
                rings += entry.ring() == null ? 0 : 1;
            }
            System.out.println(
                    "thrown " + (thrown.get() == null ? "none" : thrown.get()) + ", lost and recorded add up "
                            + (RecorderRegistry.lostEvents() + dropped[0] + recorded[0] == ZONES) + ", recorded some "
                            + (recorded[0] > 0) + ", rings " + rings);
        }

        private static void fail(String what) {
            if (failures-- > 0) {
                throw what.equals("memory") ? new OutOfMemoryError("injected") : new StackOverflowError("injected");
            }
        }
    }

    // --- a heap that is full

    @Test
    void shouldThrowNothingIntoTheProgramWhenTheHeapIsFull() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Xmx48m", "-XX:+UseSerialGC", "-Dzonecast.listen=false", "-Dzonecast.system=false")
                .run(FullHeap.class)
                .expectSuccess();

        assertEquals(
                "thrown none, dropped some true, recorded later true",
                result.out().strip());
    }

    static final class FullHeap {
        private static Object[] hog;

        // A wait at a latch allocates.
        private static volatile int step;

        private static final int FULL = 1;
        private static final int TRIED = 2;
        private static final int EMPTY = 3;

        public static void main(String[] arguments) throws Exception {
            boolean ignored = Zonecast.attach(new NoWork());
            // All that is loaded and made once has been used.
            Thread warm = Thread.ofPlatform().start(() -> Zone.end(Zone.begin(HERE)));
            warm.join();
            TestProfiler.flush();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            int[] recorded = new int[2];
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    awaitStep(FULL);
                    recorded[0] = zones();
                    step = TRIED;
                    awaitStep(EMPTY);
                    recorded[1] = zones();
                } catch (Throwable e) {
                    thrown.set(e);
                    step = TRIED;
                }
            });
            fill();
            // The collector and the JVM may have freed some of it in the time.
            fill();
            step = FULL;
            awaitStep(TRIED);
            hog = null;
            step = EMPTY;
            thread.join();
            TestProfiler.flush();
            System.out.println("thrown " + (thrown.get() == null ? "none" : thrown.get()) + ", dropped some "
                    + (RecorderRegistry.lostEvents() > 0 && recorded[0] < ZONES) + ", recorded later "
                    + (recorded[1] > 0));
        }

        private static void awaitStep(int awaited) {
            while (step != awaited) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        private static int zones() {
            int recorded = 0;
            for (int i = 0; i < ZONES; i++) {
                long token = Zone.begin(HERE);
                recorded += token == 0 ? 0 : 1;
                Zone.end(token);
            }
            return recorded;
        }

        /** Down to the last object. */
        private static void fill() {
            for (int bytes = 1 << 20; bytes >= 16; bytes /= 4) {
                try {
                    while (true) {
                        Object[] next = new Object[] {hog, new byte[bytes]};
                        hog = next;
                    }
                } catch (OutOfMemoryError e) {
                    // Smaller ones may fit yet.
                }
            }
        }
    }

    /** A sink that throws is detached, and with the last one the recording ends. This one cannot run out of memory. */
    private static final class NoWork implements EventSink {
        @Override
        public String description() {
            return "no work";
        }

        @Override
        public void event(Event event) {}
    }

    // --- a stack that is full

    @Test
    void shouldRecordAfterwardsWhenTheFirstEventComesWhereTheStackEnds() throws Exception {
        AtomicInteger faults = new AtomicInteger();
        var events = TestProfiler.attach(new dev.zonecast.core.collect.RecordedEvents());
        for (int i = 0; i < 100; i++) {
            int step = i;
            Thread thread = new Thread(
                    null,
                    () -> {
                        deep(step);
                        for (int k = 0; k < 10; k++) {
                            long token = Zone.begin(HERE);
                            faults.addAndGet(token == 0 ? 1 : 0);
                            Zone.end(token);
                        }
                    },
                    "deep " + i,
                    256 << 10);
            thread.start();
            thread.join(Duration.ofSeconds(60));
            assertFalse(thread.isAlive());
        }
        TestProfiler.detach(events);

        assertEquals(0, faults.get(), "zones that begin where there is stack");
        for (int i = 0; i < 100; i++) {
            String name = "deep " + i;
            assertEquals(
                    1,
                    events.of("threadStarted").stream()
                            .filter(event -> event.thread().equals(name))
                            .count(),
                    name);
        }
    }

    /** Fills the stack, and records first where it ends; the frame of a step's size moves that place. */
    private static void deep(int step) {
        try {
            if (step % 2 == 0) {
                deep(step / 2 + 1);
            } else {
                wider(step / 2 + 1, step, step, step);
            }
        } catch (StackOverflowError e) {
            try {
                Zone.end(Zone.begin(HERE));
            } catch (StackOverflowError inCall) {
                // The call itself had no room; the next frame has a little more.
                throw inCall;
            }
        }
    }

    private static long wider(int step, long a, long b, long c) {
        deep(step);
        return a + b + c;
    }
}
