package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.ring.GateState;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the GPU counts in zones that are nested, where its queries cannot be. */
class NestedCountsTest {
    private static final SourceLocation A = SourceLocation.of("a", "f", "A.java", 1, 0);

    private final Random random = new Random(7);
    private final SimulatedTime time = new SimulatedTime(random);
    private final SimulatedGpu gpu = new SimulatedGpu(time, random);
    private final WrittenZones written = new WrittenZones();
    private final CapturedLog log = new CapturedLog();

    @BeforeEach
    void listen() {
        GateState.set(true);
        gpu.counts = true;
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
    }

    private GpuZones open() {
        GpuContextOptions options = GpuContextOptions.of("counting");
        return new GpuZones(null, options, gpu, time, written, log);
    }

    private void collect(GpuZones zones) {
        time.advanceNanos(1e12);
        zones.collect();
    }

    /** A zone with work before, inside and after another one. */
    private void nested(GpuZones zones) {
        long outer = zones.begin(A, 0);
        gpu.work += 1;
        long inner = zones.begin(A, 0);
        gpu.work += 10;
        zones.end(inner, 0);
        gpu.work += 100;
        zones.end(outer, 0);
    }

    @Test
    void shouldCountInEachZoneWithTheZonesInside() {
        GpuZones zones = open();
        nested(zones);
        gpu.work += 1000;
        nested(zones);

        collect(zones);

        assertEquals(List.of(10L, 111L, 10L, 111L), written.values);
        assertEquals(0, gpu.activeStatistics);
    }

    @Test
    void shouldTellOfCountsThatFoundNoQuery() {
        GpuZones zones = open();
        long lostBefore = GpuLosses.total();
        for (int i = 0; i < 1100; i++) {
            zones.end(zones.begin(A, 0), 0);
        }

        collect(zones);
        collect(zones);

        assertEquals(1024, written.values.size());
        assertEquals(1100 - 1024, GpuLosses.total() - lostBefore);
        assertEquals(1, log.count("all 1024 queries for them wait for the GPU"), log.lines()::toString);
    }

    @Test
    void shouldCountInZonesThatEndWithTheOneAround() {
        GpuZones zones = open();
        long outer = zones.begin(A, 0);
        gpu.work += 1;
        zones.begin(A, 0);
        gpu.work += 10;
        zones.begin(A, 0);
        gpu.work += 100;
        zones.end(outer, 0);

        collect(zones);

        assertEquals("((()))", written.shape());
        assertEquals(List.of(100L, 110L, 111L), written.values);
    }

    @Test
    void shouldWriteEachCountOnceWhenTheRingIsFullAgainAndAgain() {
        GpuZones zones = open();
        for (int i = 0; i < 50; i++) {
            nested(zones);
        }
        time.advanceNanos(1e12);

        for (int i = 0; i < 1000 && written.values.size() < 100; i++) {
            written.room = random.nextInt(5);
            zones.collect();
        }
        written.room = Long.MAX_VALUE;
        zones.collect();

        assertEquals("(())".repeat(50), written.shape());
        for (int i = 0; i < 100; i += 2) {
            assertEquals(List.of(10L, 111L), written.values.subList(i, i + 2));
        }
    }

    @Test
    void shouldLeaveCountsOutOfZonesInWhichAPartWasNotCounted() {
        GpuZones zones = open();
        long outer = zones.begin(A, 0);
        gpu.canCount = false;
        long disturbed = zones.begin(A, 0);
        gpu.work += 10;
        gpu.canCount = true;
        zones.end(disturbed, 0);
        long whole = zones.begin(A, 0);
        gpu.work += 7;
        zones.end(whole, 0);
        zones.end(outer, 0);
        nested(zones);

        collect(zones);

        assertEquals("(()())(())", written.shape());
        assertEquals(List.of(7L, 10L, 111L), written.values);
    }

    @Test
    void shouldGoOnCountingAfterAPause() {
        GpuZones zones = open();
        zones.pauseStatistics(0);
        zones.resumeStatistics(0);
        long outer = zones.begin(A, 0);
        gpu.work += 1;
        zones.pauseStatistics(0);
        assertEquals(0, gpu.activeStatistics);
        gpu.work += 10_000;
        zones.resumeStatistics(0);
        gpu.work += 10;
        zones.pauseStatistics(0);
        zones.resumeStatistics(0);
        gpu.work += 100;
        zones.end(outer, 0);
        zones.resumeStatistics(0);

        collect(zones);

        assertEquals(List.of(111L), written.values);
        assertEquals(0, gpu.activeStatistics);
    }

    @Test
    void shouldReadNoCountsWhenClosedWhereTheContextIsNotCurrent() {
        GpuZones zones = open();
        nested(zones);
        time.advanceNanos(1e12);
        written.room = 0;
        zones.collect();
        assertEquals(0, gpu.statisticsRead);
        written.room = Long.MAX_VALUE;
        gpu.usable = false;

        zones.close();

        assertEquals("(())", written.shape());
        assertEquals(List.of(), written.values);
        assertEquals(0, gpu.statisticsRead);
    }

    /** Else events of other threads, which lie between the clock's reading and the record, come first. */
    @Test
    void shouldReadTheClockAgainWhenCountsTookLongToRead() {
        gpu.statisticNanos = 5_000;
        written.clock = time;
        GpuZones zones = open();
        for (int i = 0; i < 20; i++) {
            nested(zones);
        }

        collect(zones);

        assertEquals("(())".repeat(20), written.shape());
        assertTrue(written.longestSincePrepareNanos <= 1_000, () -> written.longestSincePrepareNanos + " ns");
    }

    @Test
    void shouldGiveItsQueriesBackWhenZonesAreDroppedOrStayOpen() {
        GpuZones zones = open();
        for (int i = 0; i < 5000; i++) {
            zones.begin(A, 0);
            gpu.disturbed = i % 3 == 0;
            collect(zones);
        }
        assertTrue(gpu.activeStatistics <= 1);
        zones.close();

        assertEquals(0, gpu.deletedActive);
    }
}
