package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.RingLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SerialRouterTest {
    private static final SourceLocation DRAW = SourceLocation.here("draw");
    private static final SourceLocation SHADOW = SourceLocation.here("shadow");

    private final SinkList sinks = new SinkList();
    private final SerialRouter router = new SerialRouter(new ClockMap(), sinks);
    private final RecordedEvents events = new RecordedEvents();
    private final ThreadTrack main = ThreadTrack.ofName(1, "main");
    private final ThreadTrack worker = ThreadTrack.ofName(2, "worker");
    private final long start = Clock.ticks();

    @BeforeEach
    void attach() {
        attach(events);
    }

    private void attach(RecordedEvents sink) {
        GuardedSink guarded = new GuardedSink(sink);
        guarded.call(s -> s.begin(new SinkStart(0, 0)));
        guarded.call(s -> s.thread(main, Life.STARTED));
        guarded.call(s -> s.thread(worker, Life.STARTED));
        router.replayTo(guarded);
        sinks.add(guarded);
    }

    private void frame(ThreadTrack thread, long tick, EventKind kind, FrameName name) {
        router.add(thread, start + tick, RingLayout.header(kind.code(), 4, 0, Ids.of(name)), 0, 0, 0, null);
    }

    private List<String> frames() {
        return events.verify().lines("frameMark", "frameStart", "frameEnd", "frameVsync");
    }

    @Test
    void shouldNeedARingsRecordsUntilItsMemoryEventsAreReleased() {
        ThreadTrack track = ThreadTrack.ofName(3, "allocating");
        int pool = Ids.of(MemoryPool.of("pool"));
        long header = RingLayout.header(EventKind.MEMORY_ALLOCATED.code(), 4, 0, pool);
        track.recordPosition = 4000;
        router.add(track, start + 1, header, 16, 1, 0, null);
        track.recordPosition = 4032;
        router.add(track, start + 2, header, 32, 1, 0, null);
        track.position = 4096;

        assertEquals(4000, track.firstWaitingPosition());
        router.releaseBefore(start + 2);
        assertEquals(4032, track.firstWaitingPosition());
        router.releaseBefore(start + 3);
        assertEquals(4096, track.firstWaitingPosition());
    }

    @Test
    void shouldOrderFramesOfSeveralThreadsByTheirTimeAndReleaseOnlyWhatLiesBeforeTheWatermark() {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 500).boxed().toList());
        Collections.shuffle(numbers, new Random(31));
        for (int number : numbers) {
            router.add(
                    number % 3 == 0 ? main : worker,
                    start + number,
                    RingLayout.header(EventKind.FRAME_MARK.code(), 4, 0, 0),
                    number,
                    0,
                    0,
                    null);
        }
        router.releaseBefore(start + 200);
        assertEquals(200, events.verify().count("frameMark"));
        router.releaseBefore(start + 500);

        assertEquals(
                IntStream.range(0, 500).mapToObj(Integer::toString).toList(),
                events.verify().whats("frameMark"));
        assertEquals(0, router.late());
    }

    @Test
    void shouldMoveUpAndCountWhatComesAfterItsTimeHasPassed() {
        FrameName name = FrameName.of("late");
        frame(main, 100, EventKind.FRAME_MARK, name);
        router.releaseBefore(start + 200);
        frame(worker, 50, EventKind.FRAME_MARK, name);
        frame(worker, 150, EventKind.FRAME_MARK, name);
        router.releaseBefore(start + 300);

        assertEquals(List.of("main frameMark late", "worker frameMark late", "worker frameMark late"), frames());
        assertEquals(1, router.late());
    }

    @Test
    void shouldAlternateStartsAndEndsWhenTheProgramDoesNot() {
        FrameName name = FrameName.of("loading");
        frame(main, 1, EventKind.FRAME_END, name);
        frame(main, 2, EventKind.FRAME_START, name);
        frame(worker, 3, EventKind.FRAME_START, name);
        frame(main, 4, EventKind.FRAME_END, name);
        frame(main, 5, EventKind.FRAME_END, name);
        router.releaseBefore(start + 10);

        assertEquals(
                List.of(
                        "main frameStart loading",
                        "worker frameEnd loading",
                        "worker frameStart loading",
                        "main frameEnd loading"),
                frames());
        assertEquals(2, router.malformed());
    }

    @Test
    void shouldKeepToTheFirstUseWhenANameIsUsedBothWays() {
        FrameName marked = FrameName.of("marked");
        FrameName started = FrameName.of("started");
        frame(main, 1, EventKind.FRAME_MARK, marked);
        frame(main, 2, EventKind.FRAME_START, started);
        frame(main, 3, EventKind.FRAME_START, marked);
        frame(main, 4, EventKind.FRAME_MARK, started);
        frame(main, 5, EventKind.FRAME_END, marked);
        frame(main, 6, EventKind.FRAME_END, started);
        frame(main, 7, EventKind.FRAME_MARK, marked);
        router.releaseBefore(start + 10);

        assertEquals(
                List.of(
                        "main frameMark marked",
                        "main frameStart started",
                        "main frameEnd started",
                        "main frameMark marked"),
                frames());
        assertEquals(3, router.malformed());
    }

    @Test
    void shouldForgetOpenFramesWhenNobodyListensAnyMore() {
        FrameName name = FrameName.of("forgotten");
        frame(main, 1, EventKind.FRAME_START, name);
        router.releaseBefore(start + 10);
        router.forgetOpen();
        RecordedEvents later = new RecordedEvents();
        attach(later);

        assertEquals(0, later.verify().count("frameStart"));
    }

    @Test
    void shouldCountEndsWithoutABeginWhenTheyCannotBelongToAFrameFromBefore() {
        FrameName name = FrameName.of("began before");
        frame(main, 1, EventKind.FRAME_END, name);
        router.releaseBefore(start + 10);
        assertEquals(0, router.malformed());

        frame(main, 11, EventKind.FRAME_END, name);
        router.releaseBefore(start + 20);
        assertEquals(1, router.malformed());

        router.forgetOpen();
        frame(main, 21, EventKind.FRAME_END, name);
        frame(main, 22, EventKind.FRAME_START, name);
        frame(main, 23, EventKind.FRAME_END, name);
        router.releaseBefore(start + 30);

        assertEquals(List.of("main frameStart began before", "main frameEnd began before"), frames());
        assertEquals(1, router.malformed());
    }

    @Test
    void shouldPassVsyncOn() {
        router.add(main, start + 1, RingLayout.header(EventKind.FRAME_VSYNC.code(), 4, 0, 7), 0, 0, 0, null);
        router.releaseBefore(start + 10);

        assertEquals(List.of("frameVsync 7"), frames());
    }

    // --- GPU

    private static GpuContextInfo context(String name) {
        return GpuContextTable.of(GpuContextInfo.class)
                .add(id -> new GpuContextInfo(id, GpuApi.OPENGL, name, System.nanoTime()));
    }

    private void gpu(EventKind kind, GpuContextInfo context, SourceLocation location, long thread, long tick) {
        int id = location == null ? 0 : Ids.of(location);
        router.add(
                main,
                start + tick,
                RingLayout.header(kind.code(), 6, context.id(), id),
                start + tick,
                start + tick + 1,
                RingLayout.gpuThreadWord(context.id(), 0, thread),
                null);
    }

    private List<String> gpuShape(RecordedEvents sink, GpuContextInfo context) {
        return sink.verify().of("gpuZoneBegin", "gpuZoneEnd").stream()
                .filter(e -> e.what().startsWith(context.name() + " "))
                .map(e -> e.kind()
                        + e.what().substring(context.name().length(), e.what().lastIndexOf(' ')))
                .toList();
    }

    @Test
    void shouldNestGpuZonesByContextAndThreadAndDropEndsWithoutABegin() {
        GpuContextInfo gl = context("gl");
        GpuContextInfo vk = context("vk");
        gpu(EventKind.GPU_ZONE_END, gl, null, 1, 1);
        gpu(EventKind.GPU_ZONE_BEGIN, gl, DRAW, 1, 2);
        gpu(EventKind.GPU_ZONE_END, gl, null, 2, 3);
        gpu(EventKind.GPU_ZONE_END, vk, null, 1, 4);
        gpu(EventKind.GPU_ZONE_BEGIN, gl, SHADOW, 1, 5);
        gpu(EventKind.GPU_ZONE_END, gl, null, 1, 6);
        gpu(EventKind.GPU_ZONE_END, gl, null, 1, 7);
        gpu(EventKind.GPU_ZONE_END, gl, null, 1, 8);
        router.releaseBefore(start + 10);

        assertEquals(
                List.of("gpuZoneBegin T1 draw", "gpuZoneBegin T1 shadow", "gpuZoneEnd T1", "gpuZoneEnd T1"),
                gpuShape(events, gl));
        assertEquals(List.of(), gpuShape(events, vk));
        assertEquals(4, router.malformed());
    }

    @Test
    void shouldReplayContextsAndOpenGpuZonesWhenASinkComesInTheMiddle() {
        GpuContextInfo gl = context("replayed");
        gpu(EventKind.GPU_ZONE_BEGIN, gl, DRAW, 1, 1);
        gpu(EventKind.GPU_ZONE_BEGIN, gl, SHADOW, 1, 2);
        gpu(EventKind.GPU_ZONE_BEGIN, gl, SHADOW, 1L << 40, 3);
        gpu(EventKind.GPU_ZONE_END, gl, null, 1L << 40, 4);
        router.releaseBefore(start + 10);
        RecordedEvents late = new RecordedEvents();
        attach(late);
        gpu(EventKind.GPU_ZONE_END, gl, null, 1, 11);
        gpu(EventKind.GPU_ZONE_END, gl, null, 1, 12);
        router.releaseBefore(start + 20);

        assertEquals(
                List.of("gpuZoneBegin T1 draw", "gpuZoneBegin T1 shadow", "gpuZoneEnd T1", "gpuZoneEnd T1"),
                gpuShape(late, gl));
        assertTrue(late.whats("gpuContext").contains("replayed"));
        router.announce();
        late.verify();
    }

    @Test
    void shouldReplayInTheOrderOfTimeWhateverStands() {
        FrameName name = FrameName.of("stands open");
        GpuContextInfo first = context("calibrated second");
        GpuContextInfo second = context("calibrated first");
        router.add(
                main,
                start + 1,
                RingLayout.header(EventKind.GPU_CALIBRATION.code(), 6, second.id(), 0),
                9,
                0,
                RingLayout.gpuThreadWord(second.id(), 0, 0),
                null);
        frame(main, 2, EventKind.FRAME_START, name);
        router.add(
                main,
                start + 3,
                RingLayout.header(EventKind.GPU_CALIBRATION.code(), 6, first.id(), 0),
                9,
                0,
                RingLayout.gpuThreadWord(first.id(), 0, 0),
                null);
        router.releaseBefore(start + 10);
        RecordedEvents late = new RecordedEvents();
        attach(late);

        List<String> lines = late.verify().lines("gpuCalibration", "frameStart");
        assertEquals(
                List.of(
                        "gpuCalibration calibrated first 9",
                        "main frameStart stands open",
                        "gpuCalibration calibrated second 9"),
                lines);
    }

    @Test
    void shouldReleaseAllThatWaitsAndGoOnWhenTheCounterBeginsAnew() {
        FrameName name = FrameName.of("restart");
        frame(main, 1_000_000_000, EventKind.FRAME_MARK, name);
        router.counterRestarted();
        assertEquals(1, events.verify().count("frameMark"));
        // Readings from after are far below those from before.
        frame(main, -1_000_000_000_000L, EventKind.FRAME_MARK, name);
        router.releaseBefore(start - 1_000_000_000_000L + 1);

        assertEquals(2, events.verify().count("frameMark"));
        assertEquals(0, router.late());
    }
}
