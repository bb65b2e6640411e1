package dev.zonecast.core.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.CountedZone;
import dev.zonecast.core.Fiber;
import dev.zonecast.core.Option;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCountersTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");
    private static final int PAGES = 64;
    private static final int PAGE_BYTES = 1 << 16;

    @TempDir
    Path folder;

    private ThreadCounters counters;

    @BeforeEach
    void systemMustPermitIt() {
        assumeTrue(ContextSwitches.obstacle() == null, () -> ContextSwitches.obstacle());
        counters = ThreadCounters.start(EnumSet.of(ZoneCounter.PAGE_FAULTS, ZoneCounter.TASK_CLOCK));
        assertNotNull(counters);
    }

    @AfterEach
    void stop() {
        if (counters != null) {
            counters.stop();
        }
    }

    private static List<Long> counts(RecordedEvents events, ZoneCounter counter) {
        String name = counter.displayName() + "=";
        return events.verify().where(event -> event.kind().equals("zoneCount")).stream()
                .filter(event -> event.what().startsWith(name))
                .map(event -> Long.parseLong(event.what().substring(name.length())))
                .toList();
    }

    /** A private page of a file cannot be a part of a larger one. */
    private void touchFreshPages(MemoryScope scope, FileChannel file) throws IOException {
        Memory fresh = scope.map(file, FileChannel.MapMode.PRIVATE, 0, (long) PAGES * PAGE_BYTES);
        for (int i = 0; i < PAGES; i++) {
            fresh.setInt((long) i * PAGE_BYTES, 1);
        }
    }

    /** All page faults of the calling thread, as the kernel's other account has them. */
    private static long faults() throws IOException {
        String line = Files.readString(Path.of("/proc/thread-self/stat"));
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[7]) + Long.parseLong(fields[9]);
    }

    @Test
    void shouldCountThePageFaultsOfAZoneWithTheZonesInside() throws Exception {
        Path pages = folder.resolve("pages");
        long[] all = new long[1];
        RecordedEvents events;
        try (FileChannel file = FileChannel.open(
                        pages, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                MemoryScope scope = MemoryScope.confined()) {
            file.write(java.nio.ByteBuffer.allocate(PAGES * PAGE_BYTES));
            events = TestProfiler.record(() -> {
                long before = faults();
                try (CountedZone outer = CountedZone.open(OUTER)) {
                    assertTrue(outer.token() != 0);
                    touchFreshPages(scope, file);
                    try (CountedZone inner = CountedZone.open(INNER)) {
                        assertTrue(inner.token() != 0);
                        touchFreshPages(scope, file);
                    }
                }
                all[0] = faults() - before;
            });
        }

        List<Long> counts = counts(events, ZoneCounter.PAGE_FAULTS);
        assertEquals(2, counts.size(), counts.toString());
        long inner = counts.get(0);
        long outer = counts.get(1);
        assertTrue(inner >= PAGES, counts.toString());
        assertTrue(outer >= inner + PAGES, counts.toString());
        assertTrue(outer <= all[0], outer + " of " + all[0]);
        assertTrue(counts(events, ZoneCounter.TASK_CLOCK).stream().allMatch(nanos -> nanos > 0));
    }

    @Test
    void shouldCountNothingWhenNoZoneAsks() throws Exception {
        counters.stop();
        RecordedEvents events = TestProfiler.record(() -> {
            try (CountedZone zone = CountedZone.open(OUTER)) {
                assertTrue(zone.token() != 0);
            }
        });

        assertEquals(List.of(), events.verify().where(event -> event.kind().equals("zoneCount")));
    }

    @Test
    void shouldRecordZonesOfVirtualThreadsAndCountTheirMissingCounts() throws Exception {
        long before = LateEvents.INSTANCE.dropped();
        RecordedEvents events = TestProfiler.record(() -> Thread.ofVirtual()
                .start(() -> {
                    try (CountedZone zone = CountedZone.open(OUTER)) {
                        assertTrue(zone.token() != 0);
                    }
                })
                .join());

        assertEquals(List.of(), counts(events, ZoneCounter.PAGE_FAULTS));
        assertEquals(before + 1, LateEvents.INSTANCE.dropped());
    }

    @Test
    void shouldDropTheCountsOfAZoneThatEndsOnAnotherThreadThanItBegan() throws Exception {
        long before = LateEvents.INSTANCE.dropped();
        Fiber fiber = Fiber.of("counted");
        CountedZone[] zone = new CountedZone[1];
        RecordedEvents events = TestProfiler.record(() -> {
            TestProfiler.inThreads(1, () -> {
                fiber.begin();
                zone[0] = CountedZone.open(OUTER);
                Fiber.end();
            });
            TestProfiler.inThreads(1, () -> {
                fiber.begin();
                zone[0].close();
                fiber.close();
            });
        });

        assertEquals(1, events.verify().count("zoneEnd"));
        assertEquals(List.of(), events.of("zoneCount"));
        assertEquals(before + 1, LateEvents.INSTANCE.dropped());
    }

    @Test
    void shouldCloseTheCountersOfThreadsThatHaveEnded() throws Exception {
        Semaphore opened = new Semaphore(0);
        Semaphore mayEnd = new Semaphore(0);
        RecordedEvents events = TestProfiler.record(() -> {
            Thread alive = Thread.ofPlatform().start(() -> {
                CountedZone.open(OUTER).close();
                opened.release();
                mayEnd.acquireUninterruptibly();
            });
            opened.acquire();
            for (int i = 0; i < 50; i++) {
                Thread.ofPlatform().start(() -> CountedZone.open(INNER).close()).join();
            }
            counters.closeEnded();
            assertEquals(1, counters.openThreads());
            mayEnd.release();
            alive.join();
            counters.closeEnded();
            assertEquals(0, counters.openThreads());
        });

        assertEquals(51, counts(events, ZoneCounter.PAGE_FAULTS).size());
    }

    @Test
    void shouldCloseTheCountersOfEndedThreadsWithoutReportsOfTheSystem() throws Exception {
        new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.system=false", "-Dzonecast.counters=page-faults")
                .run(WithoutReports.class)
                .expectSuccess();
    }

    static final class WithoutReports {
        public static void main(String[] arguments) throws Exception {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            for (int i = 0; i < 50; i++) {
                Thread.ofPlatform().start(() -> CountedZone.open(INNER).close()).join();
            }
            TestProfiler.await(() -> openCounters() == 0);
            TestProfiler.detach(events);
            if (counts(events, ZoneCounter.PAGE_FAULTS).size() != 50) {
                throw new AssertionError("not counted");
            }
        }

        private static long openCounters() throws IOException {
            try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
                return open.filter(WithoutReports::isCounter).count();
            }
        }

        private static boolean isCounter(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString().contains("perf_event");
            } catch (IOException e) {
                return false;
            }
        }
    }

    @Test
    void shouldEndZonesInsideBeforeTheCountsAreRecorded() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            CountedZone outer = CountedZone.open(OUTER);
            CountedZone forgotten = CountedZone.open(INNER);
            outer.close();
            forgotten.close();
        });

        assertEquals(1, counts(events, ZoneCounter.PAGE_FAULTS).size());
    }

    @Test
    void shouldRefuseCountsOfATimeInWhichOthersHadTheCounters() {
        long[] counts = new long[1];

        assertTrue(CounterGroup.difference(new long[] {1, 100, 90, 7}, new long[] {1, 300, 290, 12}, counts));
        assertEquals(5, counts[0]);
        assertFalse(CounterGroup.difference(new long[] {1, 100, 90, 7}, new long[] {1, 300, 289, 12}, counts));
    }

    @Test
    void shouldTakeNamesOfPerfList() {
        assertEquals(
                EnumSet.of(ZoneCounter.CACHE_MISSES, ZoneCounter.INSTRUCTIONS),
                ZoneCounter.parse("instructions, cache-misses"));
        assertEquals(EnumSet.noneOf(ZoneCounter.class), ZoneCounter.parse(""));
        assertThrows(IllegalArgumentException.class, () -> ZoneCounter.parse("instruction"));
        assertFalse(Option.COUNTERS.fits("page_faults"));
    }
}
