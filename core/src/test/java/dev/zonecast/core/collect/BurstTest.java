package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.memory.NativeCalls;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Bursts that no collector can keep up with: it reads nothing at all until they are over. Default options. */
class BurstTest {
    private static final SourceLocation HERE = SourceLocation.here("here");

    private static String run(Class<?> program) throws Exception {
        ChildJvm.Result result =
                new ChildJvm().flags("-Dzonecast.listen=false").run(program).expectSuccess();
        assertFalse(result.err().contains("WARNING"), result::toString);
        return result.out().strip();
    }

    @Test
    void shouldLoseNothingOfFiveMillionZonesOfOneThread() throws Exception {
        assertEquals("zones 5000000, events 10000000, dropped 0, memory kept false", run(OneThread.class));
    }

    @Test
    void shouldLoseNothingOfSeventyThousandShortVirtualThreads() throws Exception {
        String counted = run(ManyThreads.class);

        // A virtual thread records where it runs: once, and again if it goes on elsewhere. Java 21 does not know where.
        String events = NativeCalls.POSSIBLE ? "147\\d{4}" : "1400000";
        assertTrue(counted.matches("zones 700000, events " + events + ", dropped 0, memory kept false"), counted);
    }

    static final class OneThread {
        public static void main(String[] arguments) throws Exception {
            burst(() -> zones(5_000_000));
        }
    }

    static final class ManyThreads {
        private static final int THREADS = 70_000;

        public static void main(String[] arguments) throws Exception {
            burst(() -> {
                Semaphore alive = new Semaphore(200);
                CountDownLatch ended = new CountDownLatch(THREADS);
                for (int i = 0; i < THREADS; i++) {
                    alive.acquire();
                    Thread.startVirtualThread(() -> {
                        zones(10);
                        alive.release();
                        ended.countDown();
                    });
                }
                ended.await();
            });
        }
    }

    private static void zones(int count) {
        for (int i = 0; i < count; i++) {
            Zone.end(Zone.begin(HERE));
        }
    }

    /** The work, during all of which the collector stands in a sink's first call. */
    private static void burst(TestProfiler.Work work) throws Exception {
        boolean ignored = Profiler.start(Options.fromSystemProperties().set(Option.SYSTEM_REPORTS, false));
        Profiler profiler = Profiler.current();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicLong begins = new AtomicLong();
        profiler.attach(SinkStub.of("burst", (name, thread) -> {
            if (name.equals("begin")) {
                held.countDown();
                over.await();
            } else if (name.equals("zoneBegin")) {
                begins.incrementAndGet();
            }
        }));
        held.await();
        work.run();
        over.countDown();
        TestProfiler.await(() -> {
            TestProfiler.flush();
            return TestProfiler.statistics().rings().threads() <= 1;
        });
        Statistics statistics = TestProfiler.statistics();
        boolean unusedAnswer = profiler.stop(Duration.ofSeconds(30));
        System.out.println("zones " + begins + ", events " + statistics.events() + ", dropped "
                + statistics.losses().droppedEvents() + ", memory kept "
                + (statistics.rings().bytes() > 32L << 20));
    }
}
