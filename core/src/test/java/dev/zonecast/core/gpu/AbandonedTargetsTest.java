package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.GateState;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Zones without an end, command buffers that never run, and queries that nobody resets. */
class AbandonedTargetsTest {
    private static final SourceLocation A = SourceLocation.of("a", "f", "T.java", 1, 0);
    private static final SourceLocation B = SourceLocation.of("b", "f", "T.java", 2, 0);

    private static final long FIRST = 0x1000;
    private static final long SECOND = 0x2000;
    private static final long STEP = 0x40;

    private final Random random = new Random(5);
    private final SimulatedTime time = new SimulatedTime(random);
    private final SimulatedCommands gpu = new SimulatedCommands(time);
    private final WrittenZones written = new WrittenZones();
    private final CapturedLog log = new CapturedLog();
    private GpuZones zones;

    @BeforeEach
    void open() {
        GateState.set(true);
        zones = open(GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES);
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
    }

    private GpuZones open(int maxOutstandingZones) {
        var options = new GpuContextOptions("fake", false, maxOutstandingZones, GpuContextOptions.AUTOMATIC);
        return new GpuZones(null, options, gpu, time, written, log);
    }

    private void zone(SourceLocation location, long target) {
        zones.end(zones.begin(location, target), target);
    }

    private String shape() {
        StringBuilder shape = new StringBuilder();
        for (WrittenZones.Event event : written.events) {
            shape.append(!event.isBegin() ? ")" : event.locationId() == Ids.of(A) ? "a(" : "b(");
        }
        return shape.toString();
    }

    /** How long zones of a location are, all together, in GPU nanoseconds; of zones that do not nest in their like. */
    private double nanosOf(SourceLocation location) {
        double sum = 0;
        for (int i = 0; i < written.events.size(); i++) {
            WrittenZones.Event begin = written.events.get(i);
            if (begin.isBegin() && begin.locationId() == Ids.of(location)) {
                int depth = 0;
                int end = i;
                do {
                    depth += written.events.get(end).isBegin() ? 1 : -1;
                    end++;
                } while (depth > 0);
                sum += (written.events.get(end - 1).gpuTicks() - begin.gpuTicks()) / SimulatedTime.TICKS_PER_NANO;
            }
        }
        return sum;
    }

    // --- zones without an end

    /** @param collectsBefore whether results are taken before the buffer is recorded anew, or one frame late */
    private void repeatZonesWithoutAnEnd(int frames, boolean collectsBefore) {
        for (int frame = 0; frame < frames; frame++) {
            gpu.reset(FIRST);
            zones.begin(A, FIRST);
            zone(B, FIRST);
            if (!collectsBefore) {
                // The frame before is collected now; this one has not run.
                zones.collect();
            }
            gpu.run(FIRST);
            if (collectsBefore) {
                zones.collect();
            }
            time.advanceNanos(1e6);
        }
        gpu.reset(FIRST);
        zone(B, FIRST);
        gpu.run(FIRST);
        zones.collect();
    }

    @Test
    void shouldEndAZoneWithoutAnEndWhenItsBufferIsRecordedAnew() {
        repeatZonesWithoutAnEnd(200, true);

        assertEquals("a(b())".repeat(200) + "b()", shape());
        assertEquals(200, zones.statistics().wrongCalls());
        assertEquals(0, zones.statistics().droppedZones());
        // Three commands of a microsecond each lie in a frame.
        assertTrue(nanosOf(A) <= 200 * 3_000.0, () -> nanosOf(A) + " ns");
        assertEquals(1, log.count("zone \"a\" has no end"));
    }

    @Test
    void shouldEndAZoneWithoutAnEndWhenItsResultsCameAfterItsBufferWasRecordedAnew() {
        repeatZonesWithoutAnEnd(200, false);

        assertEquals("a(b())".repeat(200) + "b()", shape());
        assertEquals(200, zones.statistics().wrongCalls());
        assertTrue(nanosOf(A) <= 200 * 3_000.0, () -> nanosOf(A) + " ns");
    }

    @Test
    void shouldEndAZoneWithoutAnEndWhenItsBufferIsNotRecordedAgain() {
        for (int i = 0; i < 300; i++) {
            long target = FIRST + STEP * i;
            zones.begin(A, target);
            gpu.run(target);
            zones.collect();
            time.advanceNanos(1e6);
        }
        time.advanceNanos(1e9);
        for (int i = 0; i < 3; i++) {
            zones.collect();
        }

        assertEquals("a()".repeat(300), shape());
        assertEquals(300, zones.statistics().wrongCalls());
    }

    @Test
    void shouldGiveQueriesBackWhenZonesHaveNoEnd() {
        zones = open(320);
        for (int i = 0; i < 1000; i++) {
            long target = FIRST + STEP * i;
            zones.begin(A, target);
            gpu.run(target);
            zones.collect();
            time.advanceNanos(200e6);
            zones.collect();
            zones.collect();
        }

        assertEquals(0, zones.statistics().droppedZones());
        assertEquals(1000, zones.statistics().wrongCalls());
    }

    @Test
    void shouldEndEachRunWhenAReusableBufferHasAZoneWithoutAnEnd() {
        zones.recordReusable(FIRST);
        zones.begin(A, FIRST);
        zone(B, FIRST);
        for (int run = 0; run < 10; run++) {
            if (run > 0) {
                zones.resubmit(FIRST);
            }
            gpu.run(FIRST);
            time.advanceNanos(run % 2 * 1e9);
            zones.collect();
        }
        zones.discard(FIRST);
        zones.collect();

        assertEquals("a(b())".repeat(10), shape());
        assertEquals(10, zones.statistics().wrongCalls());
    }

    @Test
    void shouldLeaveAZoneOpenWhenItsEndIsRecordedInTheNextFrame() {
        long outer = zones.begin(A, FIRST);
        gpu.run(FIRST);
        zones.collect();
        time.advanceNanos(20e6);
        zones.collect();
        zone(B, SECOND);
        zones.end(outer, SECOND);
        gpu.run(SECOND);
        zones.collect();

        assertEquals("a(b())", shape());
        assertEquals(0, zones.statistics().wrongCalls());
    }

    @Test
    void shouldLeaveAZoneOpenWhenThePassThatSawItTookLong() {
        long outer = zones.begin(A, FIRST);
        gpu.run(FIRST);
        zones.collect();
        time.advanceNanos(1e9);
        zones.collect();
        zones.end(outer, SECOND);
        gpu.run(SECOND);
        zones.collect();

        assertEquals("a()", shape());
        assertEquals(0, zones.statistics().wrongCalls());
    }

    @Test
    void shouldFreeStatisticsWhenZonesHaveNoEnd() {
        gpu.counts = true;
        zones = open(1000);
        repeatZonesWithoutAnEnd(200, true);
        assertEquals(0, gpu.slotsInUse(), "recorded anew");
        zones.begin(A, SECOND);
        zones.discard(SECOND);
        assertEquals(0, gpu.slotsInUse(), "discarded");
        zones.begin(A, SECOND);
        zones.close();
        assertEquals(0, gpu.slotsInUse(), "closed");
    }

    // --- ends that come late

    @Test
    void shouldCountAnEndAsWrongWhenItsBufferWasDiscarded() {
        zones = open(32);
        long token = zones.begin(A, FIRST);
        zones.discard(FIRST);
        zones.end(token, FIRST);

        assertEquals(1, zones.statistics().wrongCalls());
        assertEquals(0, zones.statistics().outstandingQueries());

        zone(B, SECOND);
        gpu.run(SECOND);
        zones.collect();
        assertEquals("b()", shape());
    }

    @Test
    void shouldShowLaterZonesWhenAnEndWasInABufferThatIsGone() {
        long outer = zones.begin(A, FIRST);
        gpu.run(FIRST);
        zones.collect();
        zones.end(outer, SECOND);
        gpu.reset(SECOND);
        zones.discard(SECOND);
        zone(B, FIRST + STEP);
        gpu.run(FIRST + STEP);
        zones.collect();

        assertEquals("a()b()", shape());
        assertEquals(0, zones.statistics().outstandingQueries());
    }

    @Test
    void shouldShowLaterZonesWhenAnEndWasInABufferThatWentBeforeTheOtherRan() {
        long outer = zones.begin(A, FIRST);
        zones.end(outer, SECOND);
        gpu.reset(SECOND);
        zones.discard(SECOND);
        gpu.run(FIRST);
        zone(B, FIRST + STEP);
        gpu.run(FIRST + STEP);
        zones.collect();

        assertEquals("a()b()", shape());
    }

    // --- command buffers that never run

    private void abandon(int buffers) {
        for (int i = 0; i < buffers; i++) {
            zone(A, FIRST + STEP * i);
        }
    }

    @Test
    void shouldAskFewBuffersAPassWhenManyNeverRun() {
        abandon(2000);
        for (int i = 0; i < 20; i++) {
            zones.collect();
        }
        gpu.asked = 0;
        zones.collect();

        assertTrue(gpu.asked <= 200, () -> gpu.asked + " calls of the driver");
        assertEquals(0, zones.statistics().droppedZones());
    }

    @Test
    void shouldShowABufferThatRunsAfterAllWhenManyNeverRun() {
        abandon(2000);
        for (int i = 0; i < 100; i++) {
            zones.collect();
        }
        gpu.run(FIRST + STEP * 1234);
        gpu.run(FIRST + STEP * 3);
        for (int i = 0; i < 2000 / 32; i++) {
            zones.collect();
        }

        assertEquals(2, zones.statistics().zones());
        assertEquals(0, zones.statistics().droppedZones());
    }

    /** Buffers that have waited for so many passes that few are asked in each. */
    private void letWait(int buffers) {
        abandon(buffers);
        for (int i = 0; i < 20; i++) {
            zones.collect();
        }
    }

    private void runOldBuffers(int buffers) {
        for (int i = 0; i < buffers; i++) {
            gpu.run(FIRST + STEP * i);
        }
    }

    private void runNewBufferAndCollect() {
        time.advanceNanos(1e6);
        zone(B, SECOND << 20);
        gpu.run(SECOND << 20);
        for (int i = 0; i < 10; i++) {
            zones.collect();
        }
    }

    @Test
    void shouldShowTheLengthOfZonesWhenManyBuffersWaitedLongAndRunInOneFrame() {
        letWait(200);
        runOldBuffers(200);
        runNewBufferAndCollect();

        assertEquals(200_000, nanosOf(A), 100);
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldShowTheLengthOfZonesWhenBuffersThatWaitedLongWereAnnounced() {
        letWait(200);
        for (int i = 0; i < 10; i++) {
            zones.submit(FIRST + STEP * i, true);
        }
        runOldBuffers(10);
        runNewBufferAndCollect();

        assertEquals(10_000, nanosOf(A), 100);
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldShowTheLengthOfZonesWhenLaterOnesWereWrittenBefore() {
        letWait(200);
        runOldBuffers(10);
        runNewBufferAndCollect();

        // The next pass asks other buffers, so that the new one is written first.
        assertEquals(10_000, nanosOf(A), 100);
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldNameTheRemedyOnceWhenBuffersThatNeverRunTookAllQueries() {
        abandon(2048);
        for (int i = 0; i < 20; i++) {
            zones.collect();
        }
        zone(B, SECOND << 20);
        zone(B, SECOND << 21);

        assertEquals(2, zones.statistics().droppedZones());
        assertEquals(1, log.lines().size(), log.lines()::toString);
        assertTrue(log.has("2048 command buffers"), log.lines()::toString);
        assertTrue(log.has("discard()"), log.lines()::toString);
    }

    @Test
    void shouldUseQueriesAgainWhenAPoolOfBuffersIsDiscarded() {
        for (int round = 0; round < 5; round++) {
            abandon(2048);
            zone(B, SECOND << 20);
            gpu.run(SECOND << 20);
            gpu.reset(SECOND << 20);
            zones.discard(LongStream.range(0, 2048).map(i -> FIRST + STEP * i).toArray());
            LongStream.range(0, 2048).forEach(i -> gpu.reset(FIRST + STEP * i));
            zones.collect();
            zone(B, SECOND << 20);
            gpu.run(SECOND << 20);
            zones.collect();
            gpu.reset(SECOND << 20);
        }

        assertEquals(5 * 2048, zones.statistics().droppedZones() - 1);
        assertEquals(9, zones.statistics().zones());
        assertEquals(0, zones.statistics().outstandingQueries());
    }

    // --- results that nobody takes

    @Test
    void shouldSayOnceThatCollectIsMissingWhenItWasNeverCalled() {
        zones = open(64);
        for (int i = 0; i < 200; i++) {
            zone(A, FIRST);
        }

        assertEquals(136, zones.statistics().droppedZones());
        assertEquals(1, log.lines().size(), log.lines()::toString);
        assertTrue(log.has("\"fake\""), log.lines()::toString);
        assertTrue(log.has("collect() has not been called"), log.lines()::toString);
    }

    @Test
    void shouldNameWhatTheApiAsksForWhenQueriesAreNeverReset() {
        gpu.remedy = "reset the queries";
        zones = open(64);
        zones.collect();
        for (int i = 0; i < 200; i++) {
            zone(A, FIRST);
        }

        assertEquals(1, log.lines().size(), log.lines()::toString);
        assertTrue(log.has("reset the queries"), log.lines()::toString);
    }

    @Test
    void shouldNameTheDriverWhenItMakesNoQueries() {
        gpu.remedy = "reset the queries";
        gpu.refusesQueries = true;
        zones = open(64);
        zone(A, FIRST);

        assertEquals(1, zones.statistics().droppedZones());
        assertEquals(1, log.lines().size(), log.lines()::toString);
        assertTrue(log.has("the driver makes no more than 0 queries"), log.lines()::toString);
        assertFalse(log.has("collect()") || log.has("reset the queries"), log.lines()::toString);
    }
}
