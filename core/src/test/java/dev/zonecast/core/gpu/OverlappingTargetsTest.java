package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Command buffers that run at the same time. */
class OverlappingTargetsTest {
    private static final long US = 1_000;

    private final SimulatedTime time = new SimulatedTime(new Random(11));
    private final SimulatedCommands gpu = new SimulatedCommands(time);
    private final WrittenZones written = new WrittenZones();
    private final Map<Integer, String> names = new HashMap<>();
    private GpuZones zones;

    /** A zone as it was written. */
    private record Zone(String name, int lane, long beginTicks, long endTicks) {}

    @BeforeEach
    void open() {
        GateState.set(true);
        var options = new GpuContextOptions("fake", false, 10_000, GpuContextOptions.AUTOMATIC);
        zones = new GpuZones(null, options, gpu, time, written, new CapturedLog());
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
    }

    private SourceLocation place(String name) {
        SourceLocation place = SourceLocation.of(name, "f", "T.java", 1, 0);
        names.put(Ids.of(place), name);
        return place;
    }

    /** A command buffer with one zone, and perhaps one inside. */
    private void record(long target, String name, boolean nested) {
        long outer = zones.begin(place(name), target);
        if (nested) {
            zones.end(zones.begin(place(name + " inside"), target), target);
        }
        zones.end(outer, target);
    }

    /** The time from which command buffers that were recorded may run. */
    private long startNanos() {
        time.advanceNanos(1_000 * US);
        return gpu.nowNanos();
    }

    private void collectAt(long gpuNanos) {
        time.advanceTo((long) (gpuNanos * SimulatedTime.TICKS_PER_NANO));
        zones.collect();
    }

    private List<Zone> zones() {
        Map<String, Deque<WrittenZones.Event>> open = new HashMap<>();
        List<Zone> all = new ArrayList<>();
        for (WrittenZones.Event event : written.events) {
            Deque<WrittenZones.Event> stack =
                    open.computeIfAbsent(event.threadId() + "/" + event.lane(), ignored -> new ArrayDeque<>());
            if (event.isBegin()) {
                stack.push(event);
            } else {
                WrittenZones.Event begin = stack.pop();
                all.add(new Zone(names.get(begin.locationId()), begin.lane(), begin.gpuTicks(), event.gpuTicks()));
            }
        }
        assertTrue(open.values().stream().allMatch(Deque::isEmpty));
        return all;
    }

    private static long nanos(long ticks) {
        return (long) (ticks / SimulatedTime.TICKS_PER_NANO);
    }

    private String lanes() {
        return zones().stream()
                .sorted(Comparator.comparingLong(Zone::beginTicks))
                .map(zone -> zone.name() + zone.lane())
                .collect(Collectors.joining(" "));
    }

    @Test
    void shouldUseOneLaneWhenTheyRunOneAfterAnother() {
        record(1, "a", true);
        record(2, "b", true);
        long t = startNanos();

        gpu.runAt(1, t, t + 10 * US, t + 20 * US, t + 30 * US);
        gpu.runAt(2, t + 30 * US, t + 40 * US, t + 50 * US, t + 60 * US);
        collectAt(t + 70 * US);

        assertEquals("a0 a inside0 b0 b inside0", lanes());
    }

    @Test
    void shouldUseTheFirstFreeLaneWhenTheyOverlap() {
        record(1, "a", false);
        record(2, "b", true);
        record(3, "c", false);
        record(4, "d", false);
        long t = startNanos();

        gpu.runAt(1, t, t + 100 * US);
        gpu.runAt(2, t + 50 * US, t + 60 * US, t + 70 * US, t + 200 * US);
        gpu.runAt(3, t + 90 * US, t + 250 * US);
        gpu.runAt(4, t + 120 * US, t + 300 * US);
        collectAt(t + 400 * US);

        assertEquals("a0 b1 b inside1 c2 d0", lanes());
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldStayInALaneWhenTheOverlapIsShorterThanTheError() {
        record(1, "a", false);
        record(2, "b", false);
        long t = startNanos();

        gpu.runAt(1, t, t + 100 * US);
        gpu.runAt(2, t + 100 * US - 1, t + 200 * US);
        collectAt(t + 400 * US);

        assertEquals("a0 b0", lanes());
    }

    @Test
    void shouldPutASecondaryInsideThePrimaryWhenAnotherRunsBesideIt() {
        record(1, "secondary", false);
        record(2, "primary", true);
        record(3, "other", false);
        long t = startNanos();

        gpu.runAt(3, t, t + 50 * US);
        gpu.runAt(2, t + 10 * US, t + 20 * US, t + 30 * US, t + 90 * US);
        gpu.runAt(1, t + 40 * US, t + 80 * US);
        collectAt(t + 100 * US);

        assertEquals("other0 primary1 primary inside1 secondary1", lanes());
    }

    @Test
    void shouldGoOnWithASecondaryThatEndedWithTheZoneAroundIt() {
        record(1, "around", false);
        record(2, "inside", false);
        record(2, "after", false);
        record(3, "last", false);
        long t = startNanos();

        gpu.runAt(1, t, t + 100 * US);
        gpu.runAt(2, t + 50 * US, t + 100 * US + 1, t + 110 * US, t + 120 * US);
        gpu.runAt(3, t + 130 * US, t + 140 * US);
        collectAt(t + 150 * US);

        assertEquals("around0 inside0 after0 last0", lanes());
        assertEquals(0, zones.statistics().outstandingQueries());
    }

    @Test
    void shouldPutAPrimaryBesideTheZoneInWhichItRunsWhenItsSubmissionWasAnnounced() {
        record(1, "long", false);
        record(2, "short", false);
        zones.submit(1, true);
        zones.submit(2, true);
        long t = startNanos();

        gpu.runAt(1, t, t + 100 * US);
        gpu.runAt(2, t + 40 * US, t + 60 * US);
        collectAt(t + 100 * US);

        assertEquals("long0 short1", lanes());
    }

    @Test
    void shouldHaveTheTimeAndThreadOfTheSubmissionWhenItWasAnnounced() throws InterruptedException {
        assertTimeAndThreadOfTheSubmission();
    }

    private void assertTimeAndThreadOfTheSubmission() throws InterruptedException {
        Thread recorder = new Thread(() -> record(1, "a", true));
        recorder.start();
        recorder.join();
        time.advanceNanos(500 * US);
        long submitted = time.now();
        zones.submit(1, true);
        long t = startNanos();
        gpu.runAt(1, t, t + 10 * US, t + 20 * US, t + 30 * US);
        collectAt(t + 40 * US);

        assertEquals(4, written.events.size());
        for (WrittenZones.Event event : written.events) {
            assertEquals(submitted, event.cpuTicks());
            assertEquals(Thread.currentThread().threadId(), event.threadId());
        }
    }

    @Test
    void shouldHaveTheTimeOfTheSubmissionWhenManyBeforeItHadNoZones() throws InterruptedException {
        record(1, "before", false);
        zones.submit(1, true);
        long t = startNanos();
        gpu.runAt(1, t, t + 10 * US);
        collectAt(t + 20 * US);
        gpu.reset(1);
        written.events.clear();
        for (int i = 0; i < TargetSubmissions.MOST + 2; i++) {
            zones.submit(1, true);
        }

        assertTimeAndThreadOfTheSubmission();
    }

    /** {@link GpuContextStatistics#doubtfulTimes} of a zone that begins before its submission, by the GPU's clock. */
    private long doubtfulTimes(int semaphores) {
        open();
        record(1, "a", false);
        for (int i = 0; i < semaphores; i++) {
            zones.link(1, 0x100 + i, 1, false);
        }
        zones.submit(1, true);
        long t = startNanos();
        gpu.runAt(1, t - 10_000 * US, t);
        collectAt(t + 10 * US);
        gpu.reset(1);
        return zones.statistics().doubtfulTimes();
    }

    @Test
    void shouldNotCountSemaphoresAsDoubtfulTimes() {
        long doubtful = doubtfulTimes(0);

        assertEquals(1, doubtful);
        assertEquals(doubtful, doubtfulTimes(TargetSubmissions.MOST_LINKS));
        assertEquals(TargetSubmissions.MOST_LINKS, written.links.size());
    }

    /** An arrow at both of its ends: the time of the GPU in microseconds and the row, first of the signal. */
    private List<String> arrows(long start) {
        Map<Long, List<String>> ends = new HashMap<>();
        written.links.stream()
                .sorted(Comparator.comparingLong(link -> -(link.link() & 1)))
                .forEach(link -> ends.computeIfAbsent(link.link() | 1, ignored -> new ArrayList<>())
                        .add(Math.round((nanos(link.gpuTicks()) - start) / (double) US) + "@" + link.lane()));
        return ends.values().stream()
                .filter(each -> each.size() > 1)
                .map(each -> String.join(" ", each))
                .sorted()
                .toList();
    }

    @Test
    void shouldLinkTheEndOfTheSignalToTheBeginOfTheWait() {
        record(1, "a", true);
        record(2, "b", true);
        zones.link(1, 0x70, 0, true);
        zones.submit(1, true);
        zones.link(2, 0x70, 0, false);
        zones.submit(2, true);
        long t = startNanos();

        gpu.runAt(1, t, t + 10 * US, t + 20 * US, t + 30 * US);
        gpu.runAt(2, t + 40 * US, t + 50 * US, t + 60 * US, t + 70 * US);
        collectAt(t + 80 * US);

        assertEquals(List.of("30@0 40@0"), arrows(t));
        assertEquals(2, written.links.size());
        assertEquals("a0 a inside0 b0 b inside0", lanes());
    }

    @Test
    void shouldLinkEachRunToItsOwnWhenABinarySemaphoreIsSignalledAgain() {
        zones.recordReusable(1);
        zones.recordReusable(2);
        record(1, "a", false);
        record(2, "b", false);
        List<String> expected = List.of("10@0 20@0", "1010@0 1020@0");
        List<String> seen = new ArrayList<>();
        long first = 0;
        for (int run = 0; run < 2; run++) {
            for (long target = 1; target <= 2; target++) {
                zones.link(target, 0x71, 0, target == 1);
                if (run == 0) {
                    zones.submit(target, true);
                } else {
                    zones.resubmit(target);
                }
            }
            time.advanceNanos(100 * US);
            long t = run == 0 ? gpu.nowNanos() : first + 1_000 * US;
            first = run == 0 ? t : first;
            gpu.runAt(1, t, t + 10 * US);
            gpu.runAt(2, t + 20 * US, t + 30 * US);
            collectAt(t + 50 * US);
            seen = arrows(first);
        }

        assertEquals(expected.reversed().stream().sorted().toList(), seen);
    }

    @Test
    void shouldLinkTimelineSemaphoresByTheirValueInAnyOrderOfSubmission() {
        for (long target = 1; target <= 4; target++) {
            record(target, "z" + target, false);
        }
        // A wait before its signal, and two waits for one value.
        zones.link(2, 0x72, 8, false);
        zones.submit(2, true);
        zones.link(3, 0x72, 9, false);
        zones.submit(3, true);
        zones.link(1, 0x72, 8, true);
        zones.submit(1, true);
        zones.link(4, 0x72, 8, false);
        zones.submit(4, true);
        long t = startNanos();
        gpu.runAt(1, t, t + 10 * US);
        gpu.runAt(2, t + 20 * US, t + 30 * US);
        gpu.runAt(3, t + 40 * US, t + 50 * US);
        gpu.runAt(4, t + 60 * US, t + 70 * US);
        collectAt(t + 80 * US);

        assertEquals(List.of("10@0 20@0 60@0"), arrows(t));
    }

    @Test
    void shouldKeepAsManySemaphoresAsASubmissionMayHave() {
        record(1, "a", false);
        for (int i = 0; i < 20; i++) {
            zones.link(1, 0x100 + i, 1, i % 2 == 0);
        }
        zones.submit(1, true);
        record(2, "b", false);
        zones.submit(2, true);
        long t = startNanos();
        gpu.runAt(1, t, t + 10 * US);
        gpu.runAt(2, t + 20 * US, t + 30 * US);
        written.room = 4;
        collectAt(t + 40 * US);
        written.room = Long.MAX_VALUE;
        zones.collect();

        assertEquals(TargetSubmissions.MOST_LINKS, written.links.size());
        assertEquals("a0 b0", lanes());
    }

    @Test
    void shouldKeepSubmissionsApartWhenATargetIsRecordedAnewBeforeItIsRead() {
        record(1, "a", false);
        long first = time.now();
        zones.submit(1, true);
        time.advanceNanos(100 * US);
        long t = gpu.nowNanos();
        gpu.runAt(1, t, t + 10 * US);
        time.advanceNanos(100 * US);
        gpu.reset(1);
        record(1, "b", false);
        long second = time.now();
        zones.submit(1, true);
        gpu.runAt(1, gpu.nowNanos() + US, gpu.nowNanos() + 2 * US);
        collectAt(gpu.nowNanos() + 10 * US);

        assertEquals(
                List.of(first, first, second, second),
                written.events.stream().map(WrittenZones.Event::cpuTicks).toList());
    }

    @Test
    void shouldHaveTheTimeOfTheRecordingWhenTheSubmissionWasNotKept() {
        for (int i = 0; i < TargetSubmissions.MOST; i++) {
            record(1, "kept", false);
            zones.submit(1, true);
            time.advanceNanos(100 * US);
            gpu.runAt(1, gpu.nowNanos() - 10 * US, gpu.nowNanos());
            gpu.reset(1);
        }
        long recorded = time.now();
        record(1, "not kept", false);
        zones.submit(1, true);
        zones.collect();
        long t = startNanos();
        gpu.runAt(1, t, t + 10 * US);
        time.advanceNanos(100 * US);
        gpu.reset(1);
        record(1, "kept again", false);
        long submitted = time.now();
        zones.submit(1, true);
        long last = startNanos();
        gpu.runAt(1, last, last + 10 * US);
        collectAt(last + 20 * US);

        WrittenZones.Event notKept = written.events.get(2 * TargetSubmissions.MOST);
        assertEquals("not kept", names.get(notKept.locationId()));
        assertTrue(notKept.cpuTicks() - recorded < 10 * US, () -> notKept.toString());
        assertEquals(0, Math.round((nanos(notKept.gpuTicks()) - t) / (double) US));
        assertEquals(submitted, written.events.getLast().cpuTicks());
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldHaveTheTimeOfEachRunWhenATargetIsSubmittedAgain() {
        zones.recordReusable(1);
        record(1, "a", false);
        List<Long> expected = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            time.advanceNanos(100 * US);
            long before = time.now();
            if (run == 0) {
                zones.submit(1, true);
            } else {
                zones.resubmit(1);
            }
            long t = startNanos();
            gpu.runAt(1, t, t + 10 * US);
            collectAt(t + 20 * US);
            expected.add(before);
        }

        assertEquals(6, written.events.size());
        for (int i = 0; i < 6; i++) {
            long cpuTicks = written.events.get(i).cpuTicks();
            assertTrue(cpuTicks >= expected.get(i / 2), () -> "submitted at " + cpuTicks);
            assertTrue(cpuTicks < expected.get(i / 2) + 50 * US, () -> "submitted at " + cpuTicks);
        }
    }

    @Test
    void shouldKeepLanesApartWhenThereIsNoRoomInTheRing() {
        record(1, "a", false);
        record(2, "b", false);
        long t = startNanos();

        gpu.runAt(1, t, t + 100 * US);
        gpu.runAt(2, t + 50 * US, t + 200 * US);
        written.room = 3;
        collectAt(t + 300 * US);
        written.room = Long.MAX_VALUE;
        zones.collect();

        assertEquals("a0 b1", lanes());
    }

    @Test
    void shouldUseAnotherLaneWhenLaterEventsWereWrittenBeforeItsEndWasKnown() {
        record(1, "early", false);
        record(2, "long", false);
        long t = startNanos();
        gpu.runAt(1, t, t + 20 * US);
        gpu.runAt(2, t + 10 * US);
        collectAt(t + 30 * US);
        assertEquals("early0", lanes());

        gpu.runFromAt(2, 1, t + 50 * US);
        collectAt(t + 60 * US);

        assertEquals("early0 long1", lanes());
        assertEquals(10, Math.round((nanos(zones().getLast().beginTicks()) - t) / (double) US));
        assertEquals(0, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldMoveItUpWhenLaterEventsWereWrittenInAllLanes() {
        for (int i = 0; i < ZoneMerger.MAX_ROWS; i++) {
            record(1 + i, "z" + i, false);
        }
        record(100, "long", false);
        long t = startNanos();
        for (int i = 0; i < ZoneMerger.MAX_ROWS; i++) {
            gpu.runAt(1 + i, t + 10L * i * US, t + 500 * US + 10L * i * US);
        }
        gpu.runAt(100, t + 200 * US);
        collectAt(t + 600 * US);
        gpu.runFromAt(100, 1, t + 700 * US);
        collectAt(t + 800 * US);

        assertEquals("long", zones().getLast().name());
        assertEquals(500, Math.round((nanos(zones().getLast().beginTicks()) - t) / (double) US));
        assertEquals(1, zones.statistics().doubtfulTimes());
    }

    @Test
    void shouldWriteNothingBeforeAnEndThatWasWrittenInPart() {
        long outer = zones.begin(place("outer"), 1);
        zones.begin(place("inner"), 1);
        zones.end(outer, 1);
        record(2, "late", false);
        long t = startNanos();
        gpu.runAt(1, t, t + 10 * US, t + 100 * US);
        // The error of the clocks, two begins and one of two ends.
        written.room = 4;
        collectAt(t + 150 * US);
        assertEquals("(()", written.shape());

        gpu.runAt(2, t + 50 * US, t + 60 * US);
        // Takes its results; the other end waits for the pass.
        zones.discard(2);
        written.room = Long.MAX_VALUE;
        zones.collect();

        assertEquals("outer0 inner0 late1", lanes());
    }

    @Test
    void shouldUseNoMoreLanesThanThereMayBe() {
        for (int i = 0; i < 20; i++) {
            record(1 + i, "z" + i, false);
        }
        long t = startNanos();

        for (int i = 0; i < 20; i++) {
            gpu.runAt(1 + i, t + 10L * i * US, t + 500 * US + 10L * i * US);
        }
        collectAt(t + 900 * US);

        List<Zone> all = zones();
        assertEquals(20, all.size());
        assertEquals(
                ZoneMerger.MAX_ROWS, all.stream().map(Zone::lane).distinct().count());
    }

    @Test
    void shouldShowEachZoneAtItsTimesOfTheGpuWhenManyOverlap() {
        Random random = new Random(22);
        int count = 300;
        for (int i = 0; i < count; i++) {
            record(0x1000 + i, "z" + i, true);
        }
        long start = startNanos();
        Map<String, long[]> expected = new HashMap<>();
        for (int i = 0; i < count; i++) {
            long begin = start + random.nextLong(8_000 * US);
            long[] times = {begin, 0, 0, begin + 1 + random.nextLong(100 * US)};
            times[1] = random.nextLong(begin, times[3]);
            times[2] = random.nextLong(times[1], times[3]);
            expected.put("z" + i, new long[] {times[0], times[3]});
            expected.put("z" + i + " inside", new long[] {times[1], times[2]});
            gpu.runAt(0x1000 + i, times);
        }
        collectAt(start + 9_000 * US);

        List<Zone> all = zones();
        assertEquals(2 * count, all.size());
        assertTrue(all.stream().anyMatch(zone -> zone.lane() > 1));
        long error = zones.statistics().errorNanos();
        assertTrue(error < US, () -> "a fake clock is known well, not to " + error + " ns");
        for (Zone zone : all) {
            long[] times = expected.get(zone.name());
            assertNotNull(times);
            assertTrue(Math.abs(nanos(zone.beginTicks()) - times[0]) <= error, () -> "begin of " + zone);
            assertTrue(Math.abs(nanos(zone.endTicks()) - times[1]) <= error, () -> "end of " + zone);
        }
    }
}
