package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.memory.NativeCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rings whose newest records win, from the program's threads to a sink. */
class OverwrittenRingsTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private static final int THREADS = 60;

    /** Zones of a thread; many times what a ring of 64 KiB holds. */
    private static final int ZONES = 20_000;

    @Test
    void shouldMatchEveryEndAndCountEveryRecordWhenRingsAreOverwrittenBeforeTheyAreFirstRead() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.ring.bytes=64K", "-Dzonecast.ring.policy=*=overwrite", "-Dzonecast.listen=false")
                .run(Program.class)
                .expectSuccess();

        assertFalse(result.err().contains("failure"), result::toString);
        assertEquals(
                "nesting faults 0, open at the end 0, uncounted 0, some overwritten: true",
                result.out().strip());
    }

    /** Overwrites rings that no collector has seen, and goes on while it reads them. */
    static final class Program {
        private static final CountDownLatch HELD = new CountDownLatch(1);
        private static final CountDownLatch ALL_OVERWRITTEN = new CountDownLatch(THREADS);
        private static final Map<Object, AtomicInteger> DEPTHS = new ConcurrentHashMap<>();
        private static final AtomicInteger FAULTS = new AtomicInteger();

        public static void main(String[] arguments) throws Exception {
            boolean ignored = Profiler.start(Options.fromSystemProperties().set(Option.SYSTEM_REPORTS, false));
            Profiler profiler = Profiler.current();
            EventSink sink = SinkStub.of("nesting", Program::check);
            profiler.attach(sink);
            HELD.await();
            TestProfiler.inThreads(THREADS, () -> {
                // Odd, so that the overwritten part ends within open zones.
                long open = Zone.begin(OUTER);
                record(ZONES / 2);
                ALL_OVERWRITTEN.countDown();
                record(ZONES / 2);
                Zone.end(open);
            });
            boolean unusedAnswer = profiler.stop(Duration.ofSeconds(30));
            Statistics statistics = profiler.statistics();
            long published = THREADS * (2L + 4L * ZONES);
            int open = DEPTHS.values().stream().mapToInt(AtomicInteger::get).sum();
            System.out.println("nesting faults " + FAULTS + ", open at the end " + open + ", uncounted "
                    + (published - statistics.events() - statistics.losses().droppedEvents()) + ", some overwritten: "
                    + (statistics.losses().droppedEvents() > 0));
        }

        private static void record(int zones) {
            for (int i = 0; i < zones; i++) {
                long outer = Zone.begin(OUTER);
                Zone.end(Zone.begin(INNER));
                Zone.end(outer);
            }
        }

        /** On the collector's thread, which adopts no ring while the first call waits. */
        private static void check(String method, EventThread thread) throws InterruptedException {
            switch (method) {
                case "begin" -> {
                    HELD.countDown();
                    ALL_OVERWRITTEN.await();
                }
                case "zoneBegin" -> depth(thread).incrementAndGet();
                case "zoneEnd" -> {
                    if (depth(thread).decrementAndGet() < 0) {
                        FAULTS.incrementAndGet();
                    }
                }
                default -> {
                    // Other calls do not nest.
                }
            }
        }

        private static AtomicInteger depth(EventThread thread) {
            return DEPTHS.computeIfAbsent(thread, t -> new AtomicInteger());
        }
    }

    @Test
    void shouldOverwriteNothingThatFitsTheRingOfAVirtualThread() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.ring.virtual.bytes=64K",
                        "-Dzonecast.ring.policy=*=overwrite",
                        "-Dzonecast.listen=false")
                .run(VirtualProgram.class)
                .expectSuccess();

        assertEquals("messages 500, dropped 0", result.out().strip());
    }

    /** Fills less than half of a ring that no collector has seen. */
    static final class VirtualProgram {
        public static void main(String[] arguments) throws Exception {
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch recorded = new CountDownLatch(1);
            RecordedEvents events = new RecordedEvents();
            TestProfiler.attach(SinkStub.before(events, (name, thread) -> {
                if (name.equals("begin")) {
                    held.countDown();
                    recorded.await();
                }
            }));
            held.await();
            Thread.ofVirtual()
                    .start(() -> {
                        for (int i = 0; i < 500; i++) {
                            Message.log("x");
                        }
                    })
                    .join();
            recorded.countDown();
            TestProfiler.flush();
            System.out.println("messages " + events.count("message") + ", dropped "
                    + TestProfiler.statistics().losses().droppedEvents());
        }
    }

    @Test
    void shouldLoseNoThreadWhenThereIsLittleDirectMemory() throws Exception {
        // Else the rings themselves are in direct memory.
        assumeTrue(NativeCalls.POSSIBLE);
        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-XX:MaxDirectMemorySize=8m",
                        "-Dzonecast.ring.bytes=1M",
                        "-Dzonecast.ring.policy=*=overwrite",
                        "-Dzonecast.listen=false",
                        "-Dzonecast.system=false")
                .run(ManyCopies.class)
                .expectSuccess();

        assertFalse(result.err().contains("defect"), result::toString);
        assertEquals("messages 12, dropped 0", result.out().strip());
    }

    @Test
    void shouldReadARingWhenItsThreadHasEndedWhereThereIsNoMemoryForACopy() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .withoutNativeAccess()
                .flags(
                        "-XX:MaxDirectMemorySize=3m",
                        "-Dzonecast.ring.bytes=2M",
                        "-Dzonecast.ring.policy=*=overwrite",
                        "-Dzonecast.listen=false",
                        "-Dzonecast.system=false")
                .run(NoCopy.class)
                .expectSuccess();

        assertEquals("zones 1, all counted", result.out().strip());
    }

    /** Overwrites a ring that takes most of the memory. */
    static final class NoCopy {
        public static void main(String[] arguments) throws Exception {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            int values = 200_000;
            TestProfiler.inThreads(1, () -> {
                for (int i = 0; i < values; i++) {
                    Plot.of("x").set(i);
                }
                Zone.end(Zone.begin(OUTER));
            });
            TestProfiler.await(() -> {
                TestProfiler.flush();
                return events.count("zoneEnd") == 1;
            });
            TestProfiler.detach(events);
            long known = events.verify().count("plot")
                    + TestProfiler.statistics().losses().droppedEvents();
            System.out.println("zones " + events.count("zoneBegin") + ", "
                    + (known == values ? "all counted" : values - known + " uncounted"));
        }
    }

    /** Threads that live together, each with a copy of its ring. */
    static final class ManyCopies {
        private static final int MANY = 12;

        public static void main(String[] arguments) throws Exception {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            CountDownLatch recorded = new CountDownLatch(MANY);
            CountDownLatch mayEnd = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                threads.add(Thread.ofPlatform().daemon().start(() -> {
                    Message.log("x");
                    recorded.countDown();
                    awaitUninterrupted(mayEnd);
                }));
            }
            recorded.await();
            TestProfiler.flush();
            System.out.println("messages " + events.count("message") + ", dropped "
                    + TestProfiler.statistics().losses().droppedEvents());
            mayEnd.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private static void awaitUninterrupted(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
