package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Zones in command buffers: run in any order, within each other, again, in part or never. */
class TargetZonesTest {
    private static final SourceLocation A = SourceLocation.of("a", "f", "T.java", 1, 0);
    private static final SourceLocation B = SourceLocation.of("b", "f", "T.java", 2, 0);
    private static final SourceLocation C = SourceLocation.of("c", "f", "T.java", 3, 0);

    private static final long FIRST = 0x1000;
    private static final long SECOND = 0x2000;
    private static final long THIRD = 0x3000;

    private final Random random = new Random(11);
    private final SimulatedTime time = new SimulatedTime(random);
    private final SimulatedCommands gpu = new SimulatedCommands(time);
    private final WrittenZones written = new WrittenZones();
    private final CapturedLog log = new CapturedLog();
    private GpuZones zones;

    @BeforeEach
    void open() {
        GateState.set(true);
        zones = open(10_000);
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
    }

    private GpuZones open(int maxOutstandingZones) {
        var options = new GpuContextOptions("fake", gpu.labels, maxOutstandingZones, GpuContextOptions.AUTOMATIC);
        return new GpuZones(null, options, gpu, time, written, log);
    }

    private void zone(SourceLocation location, long target) {
        zones.end(zones.begin(location, target), target);
    }

    /** Zones as {@code a(b()c())}, all threads after each other. */
    private String shape() {
        return shape(written.events);
    }

    private static String shape(List<WrittenZones.Event> events) {
        StringBuilder shape = new StringBuilder();
        for (WrittenZones.Event event : events) {
            if (!event.isBegin()) {
                shape.append(')');
            } else if (event.locationId() == Ids.of(A)) {
                shape.append("a(");
            } else {
                shape.append(event.locationId() == Ids.of(B) ? "b(" : "c(");
            }
        }
        return shape.toString();
    }

    private void assertTimesDoNotRunBackwards() {
        long last = Long.MIN_VALUE;
        for (WrittenZones.Event event : written.events) {
            assertTrue(event.gpuTicks() >= last, () -> event + " is before the one before it");
            last = event.gpuTicks();
        }
    }

    @Test
    void shouldFollowTheOrderOfSubmissionWhenItIsNotThatOfRecording() {
        zone(A, FIRST);
        zone(B, SECOND);
        zone(C, THIRD);

        gpu.run(THIRD);
        gpu.run(FIRST);
        gpu.run(SECOND);
        zones.collect();

        assertEquals("c()a()b()", shape());
        assertTimesDoNotRunBackwards();
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldPutASecondaryInsideThePrimarysZone() {
        zone(B, SECOND);
        zone(C, THIRD);
        long outer = zones.begin(A, FIRST);
        gpu.execute(FIRST, SECOND);
        zone(A, FIRST);
        gpu.execute(FIRST, THIRD);
        zones.end(outer, FIRST);

        gpu.run(FIRST, 2);
        zones.collect();
        assertEquals("", shape(), "the primary's end is not known, nor is what comes before the secondary");
        gpu.runFrom(FIRST, 2);
        zones.collect();

        assertEquals("a(b()a()c())", shape());
        assertTimesDoNotRunBackwards();
        assertEquals(0, zones.statistics().droppedZones());
    }

    @Test
    void shouldDropWhatWasNeverSubmittedWhenTheBufferIsRecordedAnew() {
        zone(A, FIRST);
        long open = zones.begin(A, FIRST);
        zone(B, FIRST);
        zones.end(open, FIRST);
        gpu.reset(FIRST);
        zone(C, FIRST);

        gpu.run(FIRST);
        zones.collect();
        zone(B, FIRST);
        gpu.run(FIRST, 0);
        zones.collect();

        assertEquals("c()", shape());
        assertEquals(3, zones.statistics().droppedZones());
    }

    @Test
    void shouldBelongToTheirThreadWhenTheZoneAroundThemWasDropped() throws InterruptedException {
        zones.begin(A, FIRST);
        gpu.reset(FIRST);
        zone(B, FIRST);
        Thread other = Thread.ofPlatform().start(() -> zone(C, FIRST));
        other.join();
        gpu.run(FIRST);
        zones.collect();
        zones.collect();

        long mine = Thread.currentThread().threadId();
        assertEquals("b()c()", shape());
        assertEquals(
                List.of(mine, mine, other.threadId(), other.threadId()),
                written.events.stream().map(WrittenZones.Event::threadId).toList());
    }

    @Test
    void shouldTakeWhatHasRunBetweenWhatNeverWillWhenTheBufferIsDiscarded() {
        zone(A, FIRST);
        gpu.reset(FIRST);
        zone(B, FIRST);
        gpu.run(FIRST);
        gpu.reset(FIRST);
        zone(C, FIRST);
        gpu.reset(FIRST);

        zones.discard(FIRST);
        zones.collect();

        assertEquals("b()", shape());
        assertEquals(2, zones.statistics().droppedZones());
        assertEquals(0, zones.statistics().outstandingQueries());
    }

    @Test
    void shouldKeepALabelOpenWhenAZoneBeginsInsideAndTheBufferIsRecordedAnew() {
        gpu.labels = true;
        zones = open(1000);
        zone(A, FIRST);
        gpu.run(FIRST);
        zones.collect();
        gpu.reset(FIRST);

        GateState.set(false);
        long outer = zones.begin(A, FIRST);
        GateState.set(true);
        zone(B, FIRST);
        zones.end(outer, FIRST);

        assertEquals("push a, pop, push a, push b, pop, pop", String.join(", ", gpu.labelCalls));
        assertEquals(0, zones.statistics().wrongCalls());
    }

    private void openWithLabelsAndCounts() {
        gpu.labels = true;
        gpu.counts = true;
        zones = open(1000);
    }

    @Test
    void shouldCountNothingInZonesThatOnlyHaveLabels() {
        openWithLabelsAndCounts();
        long lostBefore = GpuLosses.total();
        GateState.set(false);
        for (int i = 0; i < 2000; i++) {
            long outer = zones.begin(A, FIRST);
            zone(B, FIRST);
            zones.pauseStatistics(FIRST);
            zones.resumeStatistics(FIRST);
            zones.end(outer, FIRST);
        }
        zones.collect();

        assertEquals(0, gpu.slotsInUse());
        assertEquals(lostBefore, GpuLosses.total());
        assertEquals(List.of(), log.lines());
    }

    @Test
    void shouldCountARecordedZoneAsOnePartWhenThoseInsideOnlyHaveLabels() {
        openWithLabelsAndCounts();
        long outer = zones.begin(A, FIRST);
        GateState.set(false);
        for (int i = 0; i < 2000; i++) {
            zone(B, FIRST);
        }
        zones.end(outer, FIRST);
        gpu.run(FIRST);
        zones.collect();

        assertEquals(Collections.nCopies(GpuStatistic.PIPELINE.size(), 1L), written.values, "slot 1 alone");
        assertEquals(0, gpu.slotsInUse());
    }

    @Test
    void shouldNotHoldUpOthersWhenABufferIsNeverSubmitted() {
        zone(A, FIRST);
        zone(B, SECOND);

        gpu.run(SECOND);
        zones.collect();
        zones.discard(FIRST);
        zones.collect();

        assertEquals("b()", shape());
        assertEquals(1, zones.statistics().droppedZones());
        assertEquals(0, zones.statistics().outstandingQueries());
    }

    @Test
    void shouldTellEveryRunWhenABufferIsSubmittedAgain() {
        zones.recordReusable(FIRST);
        for (int i = 0; i < 100; i++) {
            long outer = zones.begin(A, FIRST);
            zone(B, FIRST);
            zones.end(outer, FIRST);
        }

        for (int run = 0; run < 5; run++) {
            if (run > 0) {
                zones.resubmit(FIRST);
            }
            gpu.run(FIRST);
            if (run % 2 == 0) {
                zones.collect();
            }
        }
        zones.collect();

        assertEquals("a(b())".repeat(500), shape());
        assertTimesDoNotRunBackwards();
        assertEquals(0, zones.statistics().droppedZones());
    }

    @Test
    void shouldCountTheRunWhenABufferIsSubmittedAgainTooEarly() {
        zones.recordReusable(FIRST);
        zone(A, FIRST);
        zone(B, FIRST);

        gpu.run(FIRST, 2);
        zones.resubmit(FIRST);
        gpu.run(FIRST);
        zones.resubmit(SECOND);
        zones.collect();

        assertEquals("a()a()b()", shape());
        assertEquals(1, zones.statistics().droppedZones());
        assertEquals(1, zones.statistics().wrongCalls());
    }

    @Test
    void shouldDropTheZonesOfAReusableBufferThatFoundNoQueries() {
        zones = open(32);
        zone(A, SECOND);
        zones.recordReusable(FIRST);
        gpu.run(SECOND);
        zones.collect();
        zone(B, FIRST);
        gpu.run(FIRST);
        zones.resubmit(FIRST);
        gpu.run(FIRST);
        zones.collect();

        assertEquals("a()", shape());
        assertEquals(1, zones.statistics().droppedZones());
        assertEquals(0, zones.statistics().wrongCalls());

        zones.discard(FIRST);
        gpu.reset(FIRST);
        zone(C, FIRST);
        gpu.run(FIRST);
        zones.collect();
        assertEquals("a()c()", shape());
    }

    @Test
    void shouldForgetTheOldRecordingWhenAReusableBufferIsRecordedAnew() {
        zones.recordReusable(FIRST);
        zone(A, FIRST);
        gpu.run(FIRST);
        gpu.reset(FIRST);
        zones.recordReusable(FIRST);
        zone(B, FIRST);
        gpu.run(FIRST);
        zones.discard(FIRST);
        gpu.reset(FIRST);
        zone(C, FIRST);
        gpu.run(FIRST);
        zones.collect();

        assertEquals("a()b()c()", shape());
        assertEquals(0, zones.statistics().droppedZones());
    }

    @Test
    void shouldHaveNoCallStackWhenItsQueryWasThatOfAReusableBuffersZone() {
        zones.recordReusable(FIRST);
        zones.end(zones.begin(A, FIRST, 4), FIRST);
        gpu.run(FIRST);
        zones.discard(FIRST);
        gpu.reset(FIRST);
        time.advanceNanos(200e6);
        zone(B, SECOND);
        gpu.run(SECOND);
        zones.collect();

        assertEquals("a()b()", shape());
        assertNotNull(written.events.getFirst().stack());
        assertNull(written.events.get(2).stack());
    }

    @Test
    void shouldSpanBuffersWhenAZoneEndsInAnother() {
        long outer = zones.begin(A, FIRST);
        zone(B, FIRST);
        zone(B, SECOND);
        zones.end(outer, THIRD);

        gpu.run(FIRST);
        gpu.run(SECOND);
        zones.collect();
        gpu.run(THIRD);
        zones.collect();

        assertEquals("a(b()b())", shape());
        assertEquals(0, zones.statistics().wrongCalls());
    }

    @Test
    void shouldGoOnWhenAnEndIsForgotten() {
        long outer = zones.begin(A, FIRST);
        zones.begin(B, SECOND);
        gpu.run(FIRST);
        gpu.run(SECOND);
        zones.collect();
        gpu.reset(FIRST);
        gpu.reset(SECOND);

        zone(C, THIRD);
        zones.end(outer, FIRST);
        zone(C, SECOND);
        gpu.run(THIRD);
        gpu.run(FIRST);
        gpu.run(SECOND);
        zones.collect();
        gpu.reset(THIRD);
        zone(C, THIRD);
        gpu.run(THIRD);
        zones.collect();

        assertEquals("a(b()c())c()c()", shape());
        assertEquals(1, zones.statistics().wrongCalls());
        assertTimesDoNotRunBackwards();
    }

    @Test
    void shouldWriteAllAtTheEndWhereThreadsTakeTurnsInATarget() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            zone(A, FIRST);
            Thread.ofPlatform().start(() -> zone(B, FIRST)).join();
        }
        gpu.run(FIRST);

        zones.close();

        assertEquals(
                8, written.events.stream().filter(WrittenZones.Event::isBegin).count());
        assertEquals(0, zones.statistics().outstandingQueries());
        assertEquals(0, zones.statistics().droppedZones());
    }

    @Test
    void shouldKeepThreadsApart() throws InterruptedException {
        long outer = zones.begin(A, FIRST);
        Thread other = Thread.ofPlatform().start(() -> zone(B, SECOND));
        other.join();
        gpu.execute(FIRST, SECOND);
        zones.end(outer, FIRST);

        gpu.run(FIRST);
        zones.collect();

        List<WrittenZones.Event> mine = written.events.stream()
                .filter(event -> event.threadId() == Thread.currentThread().threadId())
                .toList();
        List<WrittenZones.Event> others = written.events.stream()
                .filter(event -> event.threadId() == other.threadId())
                .toList();
        assertEquals("a()", shape(mine));
        assertEquals("b()", shape(others));
        assertTrue(others.getFirst().gpuTicks() > mine.getFirst().gpuTicks());
        assertTrue(others.getLast().gpuTicks() < mine.getLast().gpuTicks());
    }

    @Test
    void shouldLoseNothingWhenTheRingIsFullAgainAndAgain() {
        int recorded = 0;
        for (int frame = 0; frame < 400; frame++) {
            long target = FIRST + 16L * random.nextInt(20);
            gpu.reset(target);
            recorded += recordRandomTrees(target);
            gpu.run(target);
            written.room = random.nextInt(30);
            zones.collect();
        }
        written.room = Long.MAX_VALUE;
        zones.collect();

        assertEquals(recorded, zones.statistics().zones());
        assertEquals(0, zones.statistics().outstandingQueries());
        assertEquals(0, zones.statistics().droppedZones());
        assertTimesDoNotRunBackwards();
        assertNested();
    }

    private int recordRandomTrees(long target) {
        Deque<Long> open = new ArrayDeque<>();
        int recorded = 1 + random.nextInt(12);
        for (int i = 0; i < recorded; i++) {
            while (!open.isEmpty() && random.nextInt(3) == 0) {
                zones.end(open.pop(), target);
            }
            open.push(zones.begin(A, target));
        }
        zones.end(open.getLast(), target);
        return recorded;
    }

    private void assertNested() {
        int depth = 0;
        for (WrittenZones.Event event : written.events) {
            depth += event.isBegin() ? 1 : -1;
            assertTrue(depth >= 0, "an end without a begin");
        }
        assertEquals(0, depth);
    }

    @Test
    void shouldTellEachCountOnceWhenTheRingIsFullAgainAndAgain() {
        gpu.counts = true;
        zones = open(1000);
        List<Long> expected = new ArrayList<>();
        // A slot counts its number: one before the inner zone, one inside, one behind it.
        for (long slot = 1; slot <= 900; slot += 3) {
            long outer = zones.begin(A, FIRST);
            zone(B, FIRST);
            zones.end(outer, FIRST);
            gpu.run(FIRST);
            gpu.reset(FIRST);
            expected.addAll(Collections.nCopies(GpuStatistic.PIPELINE.size(), slot + 1));
            expected.addAll(Collections.nCopies(GpuStatistic.PIPELINE.size(), 3 * slot + 3));
            written.room = random.nextInt(12);
            zones.collect();
        }
        written.room = Long.MAX_VALUE;
        zones.collect();

        assertEquals("a(b())".repeat(300), shape());
        assertEquals(expected, written.values);
        assertEquals(0, gpu.slotsInUse());
    }

    @Test
    void shouldGiveQueriesBackWhenMoreBuffersAreUsedThanThereAreQueries() {
        zones = open(320);
        for (int i = 0; i < 3000; i++) {
            long target = FIRST + 8L * i;
            zone(A, target);
            gpu.run(target);
            zones.collect();
        }

        assertEquals(0, zones.statistics().droppedZones());
        assertEquals(3000, zones.statistics().zones());
        assertTrue(zones.statistics().queries() <= 640);
    }

    @Test
    void shouldDropAndCountWhenTooManyAreOutstanding() {
        zones = open(320);
        for (int i = 0; i < 500; i++) {
            zone(A, FIRST);
        }
        assertEquals(180, zones.statistics().droppedZones());

        gpu.run(FIRST);
        zones.collect();
        zone(B, FIRST);

        assertEquals(320, zones.statistics().zones());
        assertEquals(180, zones.statistics().droppedZones());
    }

    @Test
    void shouldEndWhatWasSeenToBeginWhenTheDeviceIsLost() {
        long outer = zones.begin(A, FIRST);
        zone(B, FIRST);
        zones.end(outer, FIRST);
        zone(C, SECOND);
        gpu.run(FIRST, 2);
        zones.collect();

        gpu.lose();
        zones.collect();
        zone(A, FIRST);
        zones.close();

        assertFalse(zones.isAvailable());
        assertNested();
        assertEquals(2, zones.statistics().zones());
        assertEquals(2, zones.statistics().droppedZones());
    }

    @Test
    void shouldCountWrongEndsAndKeepTheRest() {
        zones = open(40_000);
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            tokens.add(zones.begin(A, FIRST + 16L * i));
        }
        for (int i = 0; i < 600; i++) {
            zones.end(tokens.get(i), FIRST + 16L * i);
            zones.end(tokens.get(i), FIRST + 16L * i);
            gpu.run(FIRST + 16L * i);
        }
        zones.collect();

        assertEquals(600, zones.statistics().wrongCalls());
        assertEquals(600, zones.statistics().zones());
        assertNested();
    }
}
