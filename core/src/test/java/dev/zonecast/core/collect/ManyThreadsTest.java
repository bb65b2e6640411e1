package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Message;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.memory.NativeCalls;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManyThreadsTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private static void work() {
        long outer = Zone.begin(OUTER);
        long inner = Zone.begin(INNER);
        Zone.text(inner, "text");
        Zone.end(inner);
        Zone.end(outer);
    }

    private static Statistics statistics() {
        return TestProfiler.statistics();
    }

    private static long usedHeapBytes() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(
                    used,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return used;
    }

    @ParameterizedTest
    @CsvSource({"false, 10_000, 100, 1048576", "true, 200_000, 1_000, 16384"})
    void shouldLeaveMemoryFlatAndLoseNothingWhenThreadsAreManyAndShort(
            boolean virtual, String many, String atATime, int ringBytes) throws Exception {
        int threads = number(many);
        int window = number(atATime);
        SinkStub.Counts counts = new SinkStub.Counts();
        EventSink sink = TestProfiler.attach(SinkStub.of("counts", counts));
        long lossesBefore = statistics().losses().total();
        long ringBytesBefore = statistics().rings().bytes();
        runInWindows(threads / 10, window, virtual, counts);
        long heapBefore = usedHeapBytes();
        runInWindows(threads - threads / 10, window, virtual, counts);
        Statistics after = statistics();
        // Ten bytes a thread would be two megabytes with 200,000 of them.
        long mostGrowth = Math.max(400_000, threads * 4L);
        long heapGrowth = usedHeapBytes() - heapBefore;
        for (int i = 0; heapGrowth >= mostGrowth && i < 10; i++) {
            // Other threads of this JVM have garbage of their own.
            Thread.sleep(100);
            heapGrowth = usedHeapBytes() - heapBefore;
        }
        TestProfiler.detach(sink);

        assertEquals(0, after.losses().total() - lossesBefore);
        assertEquals(2L * threads, counts.of("zoneBegin"));
        assertEquals(2L * threads, counts.of("zoneEnd"));
        // A virtual thread's first zone says where it ran. Java 21 does not know.
        assertEquals(virtual && NativeCalls.POSSIBLE ? 2L * threads : threads, counts.of("zoneText"));
        long ringGrowth = after.rings().bytes() - ringBytesBefore;
        assertTrue(ringGrowth <= (long) window * ringBytes, "rings grew by " + ringGrowth + " bytes");
        assertTrue(heapGrowth < mostGrowth, "the heap grew by " + heapGrowth + " bytes");
    }

    private static int number(String text) {
        return Integer.parseInt(text.replace("_", ""));
    }

    /** Lets the collector notice the end of some threads before the next ones start: how soon it does is not the question here. */
    private static void runInWindows(int threads, int window, boolean virtual, SinkStub.Counts counts)
            throws Exception {
        for (int done = 0; done < threads; done += window) {
            long endedBefore = counts.of("threadEnded");
            List<Thread> batch = new ArrayList<>();
            for (int i = 0; i < window; i++) {
                batch.add((virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(ManyThreadsTest::work));
            }
            for (Thread thread : batch) {
                thread.join();
            }
            TestProfiler.await(() -> counts.of("threadEnded") >= endedBefore + window);
        }
    }

    @Test
    void shouldHandOverEveryRecordedZoneWhenManyThreadsRecordAtOnce() throws Exception {
        SinkStub.Counts counts = new SinkStub.Counts();
        EventSink sink = TestProfiler.attach(SinkStub.of("counts", counts));
        Statistics before = statistics();
        AtomicLong recorded = new AtomicLong();
        AtomicLong tried = new AtomicLong();
        TestProfiler.inThreads(8, () -> {
            long begun = 0;
            for (int i = 0; i < 30_000; i++) {
                long token = Zone.begin(OUTER);
                begun += token == 0 ? 0 : 1;
                Zone.end(token);
            }
            recorded.addAndGet(begun);
            tried.addAndGet(30_000);
        });
        Statistics after = statistics();
        TestProfiler.detach(sink);

        assertEquals(recorded.get(), counts.of("zoneBegin"));
        assertEquals(recorded.get(), counts.of("zoneEnd"));
        assertEquals(
                tried.get() - recorded.get(),
                after.losses().droppedEvents() - before.losses().droppedEvents());
        // Counters of other tests may be read in between.
        long plots = counts.of("plot");
        long events = after.events() - before.events() - 2 * recorded.get();
        assertTrue(0 <= events && events <= plots, events + " further events, " + plots + " values of counters");
    }

    @Test
    void shouldKeepThreadsApartWhenManyMessagesComeFromVirtualThreads() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                int number = i;
                threads.add(Thread.ofVirtual().start(() -> {
                    Threads.name("v" + number);
                    for (int k = 0; k < 20; k++) {
                        Message.log("" + number);
                        // Leaves the carrier thread to the others.
                        LockSupport.parkNanos(1000);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        });

        assertEquals(6_000, events.count("message"));
        for (RecordedEvents.Event event : events.of("message")) {
            assertTrue(event.what().endsWith(" " + event.thread().substring(1)), event::toString);
        }
    }

    @Test
    void shouldForgetNamesOfThreadsWhenTheyAreGone() throws Exception {
        WeakReference<Thread> ended = new WeakReference<>(namedThread());
        TestProfiler.await(() -> {
            System.gc();
            TestProfiler.flush();
            return ended.refersTo(null);
        });
    }

    private static Thread namedThread() throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(() -> {
            Threads.name("short-lived");
            Threads.group(7);
            Zone.end(Zone.begin(OUTER));
        });
        thread.join();
        return thread;
    }

    @Test
    void shouldRecordAThreadWhoseHashCodeThrows() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            // A program that names a thread fills the table of names.
            TestProfiler.inThreads(1, () -> Threads.group(7));
            Thread thread = new Unhashed();
            thread.start();
            thread.join();
        });

        assertEquals(1, events.count("zoneBegin"));
    }

    private static final class Unhashed extends Thread {
        @Override
        public void run() {
            Threads.group(3);
            Zone.end(Zone.begin(OUTER));
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("expected by this test");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("expected by this test");
        }
    }
}
