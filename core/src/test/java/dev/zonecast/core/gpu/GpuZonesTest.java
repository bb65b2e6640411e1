package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What no real GPU can be made to do: results late, in pieces or never, rings without room, lost contexts. */
class GpuZonesTest {
    private static final SourceLocation A = SourceLocation.of("a", "f", "A.java", 1, 0);
    private static final SourceLocation B = SourceLocation.of("b", "f", "A.java", 2, 0);

    private final Random random = new Random(7);
    private final SimulatedTime time = new SimulatedTime(random);
    private final SimulatedGpu gpu = new SimulatedGpu(time, random);
    private final WrittenZones written = new WrittenZones();
    private final CapturedLog log = new CapturedLog();
    private long lossesBefore;

    @BeforeEach
    void listen() {
        GateState.set(true);
        lossesBefore = GpuLosses.total();
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
    }

    private GpuZones open(int maxOutstandingZones) {
        var options = new GpuContextOptions("fake", true, maxOutstandingZones, GpuContextOptions.AUTOMATIC);
        return new GpuZones(null, options, gpu, time, written, log);
    }

    private void finish() {
        time.advanceNanos(1e12);
    }

    private static void zone(GpuZones zones) {
        zones.end(zones.begin(A, 0), 0);
    }

    private void assertDropped(long expected, GpuZones zones) {
        assertEquals(expected, zones.statistics().droppedZones());
        assertEquals(expected, GpuLosses.total() - lossesBefore);
    }

    @Test
    void shouldWriteNothingWhenTheGpuIsNotThereYet() {
        GpuZones zones = open(1000);
        zone(zones);

        zones.collect();

        assertEquals("", written.shape());
        assertEquals(2, zones.statistics().outstandingQueries());
    }

    @Test
    void shouldLoseNothingWhenTheRingIsFullAgainAndAgain() {
        gpu.latencyNanos = 1000;
        gpu.noticeNanos = 1000;
        GpuZones zones = open(1000);
        StringBuilder expected = new StringBuilder();

        for (int i = 0; i < 500; i++) {
            long outer = zones.begin(A, 0);
            long left = zones.begin(B, 0);
            zones.begin(B, 0);
            if (random.nextBoolean()) {
                zones.end(left, 0);
            }
            zones.end(outer, 0);
            expected.append("((()))");
            time.advanceNanos(10_000);
            written.room = random.nextInt(14);
            zones.collect();
        }
        written.room = Long.MAX_VALUE;
        finish();
        zones.collect();

        assertEquals(expected.toString(), written.shape());
        assertDropped(0, zones);
        assertEquals(0, zones.statistics().outstandingQueries());
    }

    @Test
    void shouldDropWholeZonesWhenTooManyAreOutstanding() {
        GpuZones zones = open(256);
        List<Long> tokens = new ArrayList<>();

        for (int i = 0; i < 300; i++) {
            tokens.add(zones.begin(A, 0));
        }
        for (long token : tokens.reversed()) {
            zones.end(token, 0);
        }
        finish();
        zones.collect();

        assertEquals("(".repeat(256) + ")".repeat(256), written.shape());
        assertEquals(44, tokens.stream().filter(token -> token == 0).count());
        assertDropped(44, zones);
        assertEquals(512, zones.statistics().queries());
    }

    @Test
    void shouldRecordAgainWhenResultsWereTaken() {
        GpuZones zones = open(128);

        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < 128; i++) {
                zone(zones);
            }
            finish();
            zones.collect();
        }

        assertEquals("()".repeat(50 * 128), written.shape());
        assertDropped(0, zones);
        assertEquals(256, zones.statistics().queries());
    }

    @Test
    void shouldKeepAnEndForEachOpenZoneWhenThePoolIsFull() {
        GpuZones zones = open(128);
        long outer = zones.begin(A, 0);
        for (int i = 0; i < 1000; i++) {
            zone(zones);
        }

        zones.end(outer, 0);
        finish();
        zones.collect();

        assertEquals("(" + "()".repeat(127) + ")", written.shape());
        assertDropped(1000 - 127, zones);
    }

    @Test
    void shouldHoldSixtyFourThousandZonesWhenTheDefaultIsUsed() {
        GpuZones zones = open(GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES);
        for (int i = 0; i < 64 << 10; i++) {
            zone(zones);
        }
        assertDropped(0, zones);

        assertEquals(0, zones.begin(A, 0));

        assertDropped(1, zones);
    }

    @Test
    void shouldEndInnerZonesWhenAnOuterOneEnds() {
        GpuZones zones = open(100);
        long outer = zones.begin(A, 0);
        long inner = zones.begin(B, 0);

        zones.end(outer, 0);
        zones.end(inner, 0);
        zones.end(outer, 0);
        finish();
        zones.collect();

        assertEquals("(())", written.shape());
        assertEquals(2, zones.statistics().wrongCalls());
    }

    @Test
    void shouldIgnoreTokensOfOthers() {
        GpuZones zones = open(100);
        GpuZones others = new GpuZones(
                new GpuContextInfo(77, GpuApi.CUSTOM, "other", 0),
                GpuContextOptions.of("other"),
                gpu,
                time,
                new WrittenZones(),
                log);
        long own = zones.begin(A, 0);

        zones.end(others.begin(A, 0), 0);
        zones.end(0x1234_5678_9ABC_DEFFL, 0);
        zones.end(0, 0);
        zones.end(own, 0);
        finish();
        zones.collect();

        assertEquals("()", written.shape());
        assertEquals(2, zones.statistics().wrongCalls());
    }

    @Test
    void shouldCountWhenTheLocationIsNull() {
        GpuZones zones = open(100);

        assertEquals(0, zones.begin(null, 0));

        assertEquals(1, zones.statistics().wrongCalls());
    }

    @Test
    void shouldIssueNothingWhenNobodyListens() {
        GpuZones zones = new GpuZones(null, GpuContextOptions.of("quiet"), gpu, time, written, log);
        GateState.set(false);

        long token = zones.begin(A, 0);

        assertEquals(0, token);
        assertEquals(0, zones.statistics().outstandingQueries());
        assertDropped(0, zones);
    }

    @Test
    void shouldOpenGroupsWhenNobodyListensButLabelsAreWanted() {
        gpu.labels = true;
        GpuZones zones = open(100);
        GateState.set(false);
        long outer = zones.begin(A, 0);
        zones.begin(B, 0);
        GateState.set(true);
        long recorded = zones.begin(A, 0);

        zones.end(recorded, 0);
        zones.end(outer, 0);
        finish();
        zones.collect();

        assertNotEquals(0, outer);
        assertEquals("push a, push b, push a, pop, pop, pop", String.join(", ", gpu.labelCalls));
        assertEquals("()", written.shape());
    }

    @Test
    void shouldCloseGroupsWhenTheContextIsClosed() {
        gpu.labels = true;
        GpuZones zones = open(100);
        zones.begin(A, 0);
        zones.begin(B, 0);

        zones.close();

        assertEquals("push a, push b, pop, pop", String.join(", ", gpu.labelCalls));
    }

    @Test
    void shouldCloseGroupsOfAThreadThatHasEnded() throws InterruptedException {
        gpu.labels = true;
        GpuZones zones = open(100);
        Thread.ofPlatform().start(() -> zones.begin(A, 0)).join();

        finish();
        zones.collect();
        zones.collect();

        assertEquals("push a, pop", String.join(", ", gpu.labelCalls));
        zones.close();
        assertEquals("push a, pop", String.join(", ", gpu.labelCalls));
    }

    @Test
    void shouldTakeWhatIsReadyAndCountTheRestWhenClosed() {
        GpuZones zones = open(100);
        long outer = zones.begin(A, 0);
        zone(zones);
        finish();
        gpu.latencyNanos = 1e15;
        long late = zones.begin(B, 0);
        zones.end(late, 0);
        zones.end(outer, 0);
        zones.begin(B, 0);

        zones.close();

        // The first zone of all was seen to begin: it gets an end, at the time of its submission or what was last seen.
        assertEquals("(())", written.shape());
        assertDropped(2, zones);
        assertEquals(1, zones.statistics().doubtfulTimes());
        assertEquals(0, gpu.liveChunks);
        assertTrue(gpu.closed);
    }

    @Test
    void shouldDoNothingWhenCalledAfterClose() {
        GpuZones zones = open(100);
        long open = zones.begin(A, 0);
        zones.close();

        zones.end(open, 0);
        long token = zones.begin(A, 0);
        zones.collect();
        zones.close();

        assertEquals(0, token);
        assertFalse(zones.isAvailable());
        // The zone that was open, and the one that came after.
        assertDropped(2, zones);
    }

    @Test
    void shouldLeaveQueriesAloneWhenClosedWhereTheContextIsNotCurrent() {
        gpu.latencyNanos = 0;
        gpu.noticeNanos = 0;
        GpuZones zones = open(100);
        zone(zones);
        gpu.usable = false;
        int callsBefore = gpu.availabilityCalls;

        zones.close();

        assertEquals(callsBefore, gpu.availabilityCalls);
        assertEquals("", written.shape());
        assertEquals(1, gpu.liveChunks);
        assertDropped(1, zones);
        assertTrue(gpu.closed);
    }

    @Test
    void shouldCountWhenTheContextIsNotCurrent() {
        GpuZones zones = open(100);
        long open = zones.begin(A, 0);
        gpu.usable = false;

        assertEquals(0, zones.begin(A, 0));
        zones.end(open, 0);
        zones.collect();

        assertEquals(3, zones.statistics().wrongCalls());
        gpu.usable = true;
        zones.end(open, 0);
        finish();
        zones.collect();
        assertEquals("()", written.shape());
    }

    @Test
    void shouldGiveUpWhenTheContextIsLost() {
        GpuZones zones = open(100);
        zones.begin(A, 0);
        finish();
        zones.collect();
        zone(zones);
        gpu.lost = true;

        zones.collect();

        assertEquals("()", written.shape());
        assertDropped(1, zones);
        assertFalse(zones.isAvailable());
        assertEquals(0, zones.begin(A, 0));
        assertDropped(2, zones);
        assertTrue(gpu.closed);
        zones.close();
    }

    @Test
    void shouldDiscardZonesWhenTheClockWasDisturbed() {
        gpu.latencyNanos = 1000;
        gpu.noticeNanos = 1000;
        GpuZones zones = open(100);
        long begun = zones.begin(A, 0);
        time.advanceNanos(100_000);
        zones.collect();
        zone(zones);
        zones.end(begun, 0);
        zone(zones);
        time.advanceNanos(100_000);
        gpu.disturbed = true;
        zones.collect();
        zone(zones);
        time.advanceNanos(100_000);
        zones.collect();

        assertEquals("()()", written.shape());
        assertDropped(2, zones);
        assertEquals(1, zones.statistics().doubtfulTimes());
        // At creation, and at once after the disturbance.
        assertEquals(2, zones.statistics().calibrations());
    }

    @Test
    void shouldOnlyCountWhenThereAreNoTimestamps() {
        gpu.bits = 0;

        GpuZones zones = GpuZones.create(GpuApi.CUSTOM, gpu, GpuContextOptions.of("no timestamps"));
        zone(zones);
        zones.collect();
        zones.close();

        assertFalse(zones.isAvailable());
        assertDropped(1, zones);
        assertTrue(gpu.closed);
    }

    @Test
    void shouldNotCountZonesWhoseCategoryIsOffWhenThereAreNoTimestamps() {
        gpu.bits = 0;
        GpuZones zones = GpuZones.create(GpuApi.CUSTOM, gpu, GpuContextOptions.of("no timestamps"));
        CategorySelection.choose(Set.of("another category"));
        try {
            zone(zones);
        } finally {
            CategorySelection.choose(Set.of());
        }

        assertDropped(0, zones);
        assertEquals(0, zones.statistics().wrongCalls());
    }

    @Test
    void shouldCountOnlyZonesWithoutABeginWhenClosedWithoutRoom() {
        gpu.latencyNanos = 1000;
        gpu.noticeNanos = 1000;
        GpuZones zones = open(100);
        long outer = zones.begin(A, 0);
        time.advanceNanos(1_000_000);
        zones.collect();
        assertEquals("(", written.shape());
        written.room = 0;
        zones.end(outer, 0);
        long left = zones.begin(A, 0);
        zones.begin(B, 0);
        zones.begin(B, 0);
        zones.begin(B, 0);
        zones.end(left, 0);
        time.advanceNanos(1_000_000);

        zones.close();

        assertEquals("(", written.shape());
        assertEquals(1, zones.statistics().zones());
        assertDropped(4, zones);
    }

    @Test
    void shouldKeepThreadsApartWhenSeveralSubmit() throws InterruptedException {
        GpuZones zones = open(10_000);
        long outer = zones.begin(A, 0);
        List<Long> threadIds = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Thread thread = Thread.ofPlatform().start(() -> {
                zone(zones);
                zones.begin(B, 0);
                zones.end(outer, 0);
            });
            thread.join();
            threadIds.add(thread.threadId());
            if (i % 10 == 9) {
                finish();
                zones.collect();
            }
        }
        zones.end(outer, 0);
        finish();
        zones.collect();

        assertEquals(100, zones.statistics().wrongCalls());
        for (long id : threadIds) {
            // What a thread leaves open is ended once the thread is gone.
            assertEquals("()()", shapeOf(id));
        }
        assertEquals("()", shapeOf(Thread.currentThread().threadId()));
        assertEquals(0, zones.statistics().outstandingQueries());
        assertTrue(
                zones.statistics().queries() <= 11L * GpuZones.CHUNK_QUERIES,
                "queries of threads that ended are used again");
    }

    private String shapeOf(long threadId) {
        StringBuilder shape = new StringBuilder();
        written.events.stream()
                .filter(event -> event.threadId() == threadId)
                .forEach(event -> shape.append(event.isBegin() ? "(" : ")"));
        return shape.toString();
    }

    @Test
    void shouldMatchBeginsAndEndsWhateverIsCalled() {
        // A process has 255 contexts, and all tests together must do with them.
        for (int seed = 0; seed < 50; seed++) {
            Random calls = new Random(seed);
            written.events.clear();
            gpu.latencyNanos = Math.pow(10, 3 + 5 * calls.nextDouble());
            GpuZones zones = open(1 + calls.nextInt(400));
            List<Long> tokens = new ArrayList<>(List.of(0L));
            for (int i = 0; i < 8000; i++) {
                switch (calls.nextInt(8)) {
                    case 0, 1, 2 -> tokens.add(zones.begin(A, 0));
                    case 3, 4, 5 -> zones.end(tokens.removeLast(), 0);
                    case 6 -> zones.end(tokens.get(calls.nextInt(tokens.size())), 0);
                    default -> {
                        time.advanceNanos(calls.nextInt(1_000_000));
                        gpu.disturbed = calls.nextInt(20) == 0;
                        written.room = calls.nextInt(3) == 0 ? calls.nextInt(50) : Long.MAX_VALUE;
                        zones.collect();
                    }
                }
                if (tokens.isEmpty()) {
                    tokens.add(0L);
                }
            }
            written.room = Long.MAX_VALUE;
            zones.close();

            assertTrue(isBalanced(written.shape()), "seed " + seed);
            assertEquals(
                    zones.statistics().zones(),
                    written.events.stream().filter(WrittenZones.Event::isBegin).count());
        }
    }

    private static boolean isBalanced(String shape) {
        int depth = 0;
        for (int i = 0; i < shape.length(); i++) {
            depth += shape.charAt(i) == '(' ? 1 : -1;
            if (depth < 0) {
                return false;
            }
        }
        return depth == 0;
    }

    @Test
    void shouldEndStatisticsBeforeTheirQueriesAreDeletedWhenItClosesInsideAZone() {
        gpu.counts = true;
        GpuZones zones = open(1000);
        long open = zones.begin(A, 0);
        assertEquals(1, gpu.activeStatistics);

        zones.close();

        assertTrue(gpu.closed);
        assertEquals(0, gpu.deletedActive);
        zones.end(open, 0);
        assertEquals(0, gpu.activeStatistics);
    }

    @Test
    void shouldSayOnceThatCollectIsMissingWhenItWasNeverCalled() {
        GpuZones zones = open(128);
        for (int i = 0; i < 500; i++) {
            zone(zones);
        }

        assertDropped(500 - 128, zones);
        assertEquals(1, log.count("collect() has not been called"), log.lines()::toString);
    }

    @Test
    void shouldSayOnceWhichOptionHelpsWhenMoreIsOutstandingThanThereAreQueries() {
        GpuZones zones = open(128);
        zones.collect();
        for (int i = 0; i < 500; i++) {
            zone(zones);
        }

        assertEquals(1, log.count("Raise maxOutstandingZones"), log.lines()::toString);
    }

    @Test
    void shouldNameAZoneOnceWhenSoManyAreOpenThatAnEndMayBeMissing() {
        GpuZones zones = open(2000);
        for (int i = 0; i < 200; i++) {
            zones.begin(A, 0);
        }
        assertEquals(0, log.count("are open at once"));

        for (int i = 0; i < 200; i++) {
            zones.begin(B, 0);
        }

        assertEquals(1, log.count("256 zones are open at once; zone \"b\""), log.lines()::toString);
    }
}
