package dev.zonecast.trace.bounds;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of 10 ms and one of 40 ms, which is about something. */
class FrameVerdictsTest {
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final int OTHER = 12;
    private static final int LOCK = 500;
    private static final int GPU = 600;
    private static final int FRAMES = 6;
    private static final int LONG_FRAME = 4;
    private static final long BEGIN = LONG_FRAME * 10 * MILLI;
    private static final long END = BEGIN + 40 * MILLI;

    @TempDir
    Path folder;

    private ScriptedTrace trace = new ScriptedTrace()
            .thread(MAIN, "main")
            .thread(WORKER, "worker 1")
            .thread(OTHER, "worker 2")
            .gpu(GPU, "renderer", MAIN)
            .lock(LOCK, "Lock: assets", 3);

    FrameVerdictsTest() {
        for (int i = 0; i < FRAMES; i++) {
            long begin = 10L * i * MILLI + (i > LONG_FRAME ? 30 * MILLI : 0);
            trace.markedFrame(MAIN, i, begin, begin + (i == LONG_FRAME ? 40 : 10) * MILLI);
            if (i != LONG_FRAME) {
                trace.zone(MAIN, "update", begin, begin + 8 * MILLI);
            }
        }
    }

    private List<FrameVerdict> read() throws IOException {
        return trace.statistics(folder.resolve("trace.fxt")).verdicts().all();
    }

    private FrameVerdict longFrame() throws IOException {
        return read().get(LONG_FRAME);
    }

    private static void assertBound(Cause cause, long millis, String where, String what, FrameVerdict verdict) {
        assertEquals(cause, verdict.cause(), verdict::toString);
        assertEquals(millis * MILLI, verdict.evidence().nanos(), verdict::toString);
        assertEquals(where, verdict.evidence().subject().where());
        assertEquals(what, verdict.evidence().subject().what());
    }

    private static Map<Cause, Long> millis(FrameVerdict verdict) {
        return verdict.parts().stream().collect(Collectors.toMap(FramePart::cause, part -> part.nanos() / MILLI));
    }

    @Test
    void shouldNameTheZoneOfTheThreadThatMarksTheFrames() throws IOException {
        trace.begin(MAIN, "update", BEGIN)
                .zone(MAIN, "physics", BEGIN + MILLI, BEGIN + 31 * MILLI)
                .end(MAIN, BEGIN + 33 * MILLI);

        FrameVerdict verdict = longFrame();

        assertBound(Cause.CPU, 33, "main", "physics", verdict);
        assertEquals(30 * MILLI, verdict.evidence().subjectNanos());
        assertEquals(Map.of(Cause.CPU, 33L, Cause.OUTSIDE, 7L), millis(verdict));
    }

    @Test
    void shouldNameTheLockAndItsHolder() throws IOException {
        trace.hold(LOCK, "worker 2", BEGIN - MILLI, BEGIN + 3 * MILLI)
                .hold(LOCK, "worker 1", BEGIN + 3 * MILLI, BEGIN + 30 * MILLI)
                .lockWait(MAIN, 3, "assets", BEGIN + 2 * MILLI, BEGIN + 30 * MILLI)
                .zone(MAIN, "update", BEGIN, BEGIN + 38 * MILLI);

        FrameVerdict verdict = longFrame();

        assertBound(Cause.LOCK, 28, "main", "assets", verdict);
        assertEquals("worker 1", verdict.evidence().subject().by());
    }

    @Test
    void shouldHaveTheLastNameOfAThread() throws IOException {
        trace.lockWait(MAIN, 3, "assets", BEGIN + 2 * MILLI, BEGIN + 30 * MILLI)
                .zone(MAIN, "update", BEGIN, BEGIN + 38 * MILLI)
                .thread(MAIN, "render");

        FrameVerdict verdict = longFrame();

        assertBound(Cause.LOCK, 28, "render", "assets", verdict);
        assertEquals(
                Set.of("render"),
                verdict.parts().stream().map(part -> part.subject().where()).collect(Collectors.toSet()));
    }

    @Test
    void shouldNameFilesAndPausesAsTheVirtualMachineReportsThem() throws IOException {
        trace.stop(MAIN, "read file", BEGIN, BEGIN + 15 * MILLI)
                .stop(MAIN, "safepoint", BEGIN + 15 * MILLI, BEGIN + 32 * MILLI)
                .zone(MAIN, "update", BEGIN, BEGIN + 40 * MILLI);

        FrameVerdict verdict = longFrame();

        assertBound(Cause.PAUSE, 17, "main", "safepoint", verdict);
        assertEquals(Map.of(Cause.PAUSE, 17L, Cause.IO, 15L, Cause.CPU, 8L), millis(verdict));
    }

    @Test
    void shouldFollowAWaitToTheThreadWhoseWorkEndedIt() throws IOException {
        trace.idle("wait for jobs")
                .zone(OTHER, "background", BEGIN + 3 * MILLI, BEGIN + 36 * MILLI)
                .zone(WORKER, "simulate job", BEGIN + MILLI, BEGIN + 35 * MILLI)
                .zone(MAIN, "wait for jobs", BEGIN + 2 * MILLI, BEGIN + 35 * MILLI);

        assertBound(Cause.WORKER, 33, "worker 1", "simulate job", longFrame());
    }

    @Test
    void shouldCallAWaitWithoutAWorkerAWait() throws IOException {
        trace.stop(MAIN, "park", BEGIN + MILLI, BEGIN + 39 * MILLI);

        assertBound(Cause.WAIT, 38, "main", "park", longFrame());
    }

    @Test
    void shouldNotTakeASectionForTheWorkerThatEndedAWait() throws IOException {
        trace.section(20, "level", "forest", BEGIN + MILLI, BEGIN + 39 * MILLI)
                .stop(MAIN, "park", BEGIN + MILLI, BEGIN + 39 * MILLI);

        assertBound(Cause.WAIT, 38, "main", "park", longFrame());
    }

    /** Marks of a Tracy client have no thread: they are on the profiler's track. */
    @Test
    void shouldFollowTheBusiestThreadIfNoThreadMarksTheFrames() throws IOException {
        trace = new ScriptedTrace().profiler(OTHER, "Zonecast").thread(MAIN, "main");
        for (int i = 0; i < FRAMES; i++) {
            long begin = 10L * i * MILLI;
            trace.markedFrame(OTHER, i, begin, begin + 10 * MILLI).zone(MAIN, "update", begin, begin + 8 * MILLI);
        }

        for (FrameVerdict verdict : read()) {
            assertBound(Cause.CPU, 8, "main", "update", verdict);
        }
    }

    @Test
    void shouldGiveAWaitForTheDisplayToTheGpuThatWorksToItsEnd() throws IOException {
        trace.zone(GPU, "shadow pass", BEGIN + 5 * MILLI, BEGIN + 10 * MILLI)
                .zone(GPU, "main pass", BEGIN + 10 * MILLI, BEGIN + 38 * MILLI)
                .zone(MAIN, "swap buffers", BEGIN + 4 * MILLI, BEGIN + 38 * MILLI);

        FrameVerdict verdict = longFrame();

        assertBound(Cause.GPU, 33, "renderer", "main pass", verdict);
        assertEquals(28 * MILLI, verdict.evidence().subjectNanos());
    }

    @Test
    void shouldGiveAWaitForTheDisplayToTheDisplayIfTheGpuWasDone() throws IOException {
        trace.zone(GPU, "main pass", BEGIN + 5 * MILLI, BEGIN + 28 * MILLI)
                .zone(MAIN, "swap buffers", BEGIN + 4 * MILLI, BEGIN + 38 * MILLI);

        assertBound(Cause.PRESENT, 34, "main", "swap buffers", longFrame());
    }

    @Test
    void shouldNotBindAFrameThatWaitsForTheDisplayAndIsNoLongerThanUsual() throws IOException {
        long begin = END + 10 * MILLI;
        trace.markedFrame(MAIN, FRAMES, begin, begin + 10 * MILLI)
                .zone(MAIN, "swap buffers", begin + MILLI, begin + 10 * MILLI);

        FrameVerdict verdict = read().getLast();

        assertEquals(Cause.NONE, verdict.cause());
        assertEquals(Cause.PRESENT, verdict.evidence().cause());
    }

    @Test
    void shouldNameCompilationsAndUploadsWithTheZonesInside() throws IOException {
        trace.begin(MAIN, "compile a shader", BEGIN)
                .zone(MAIN, "optimise", BEGIN + MILLI, BEGIN + 21 * MILLI)
                .end(MAIN, BEGIN + 22 * MILLI)
                .zone(MAIN, "upload a texture", BEGIN + 22 * MILLI, BEGIN + 40 * MILLI);

        FrameVerdict verdict = longFrame();

        assertBound(Cause.COMPILE, 22, "main", "optimise", verdict);
        assertEquals(Map.of(Cause.COMPILE, 22L, Cause.UPLOAD, 18L), millis(verdict));
    }

    @Test
    void shouldNotTakeAZoneAroundTheFrameForItsWork() throws IOException {
        trace.zone(MAIN, "game", -MILLI, END + 20 * MILLI);

        assertBound(Cause.OUTSIDE, 40, "main", "(outside zones)", longFrame());
        assertEquals("main", longFrame().evidence().subject().text(Cause.OUTSIDE));
    }

    @Test
    void shouldHaveThePartsOfAllFramesAddUp() throws IOException {
        List<FrameVerdict> verdicts = read();

        assertEquals(FRAMES, verdicts.size());
        for (FrameVerdict verdict : verdicts) {
            long sum = verdict.parts().stream().mapToLong(FramePart::nanos).sum();
            assertEquals(verdict.frame().durationNanos(), sum);
        }
    }

    @Test
    void shouldRefusePartsThatDoNotAddUp() throws IOException {
        TraceFrame frame = longFrame().frame();

        assertThrows(IllegalArgumentException.class, () -> new FrameVerdict(frame, Cause.NONE, List.of()));
    }

    @Test
    void shouldWaitForTheThreadsZonesIfThoseOfTheGpuComeFirst() throws IOException {
        trace = new ScriptedTrace().thread(MAIN, "main").gpu(GPU, "renderer", MAIN);
        trace.zone(GPU, "main pass", MILLI, 2 * MILLI)
                .markedFrame(MAIN, 0, 0, 10 * MILLI)
                .zone(MAIN, "update", 0, 10 * MILLI);

        assertBound(Cause.CPU, 10, "main", "update", read().getFirst());
    }

    /** Frames are settled while the trace is read. */
    @Test
    void shouldJudgeALongTraceAsItIsRead() throws IOException {
        long begin = END + 10 * MILLI;
        int number = FRAMES;
        for (; number < 3000; number++, begin += 10 * MILLI) {
            trace.markedFrame(MAIN, number, begin, begin + 10 * MILLI)
                    .zone(MAIN, number % 2 == 0 ? "update" : "upload", begin, begin + 10 * MILLI);
        }

        List<FrameVerdict> verdicts = read();

        assertEquals(3000, verdicts.size());
        for (FrameVerdict verdict : verdicts.subList(FRAMES, verdicts.size())) {
            assertEquals(verdict.frame().number() % 2 == 0 ? Cause.CPU : Cause.UPLOAD, verdict.cause());
        }
    }

    /** More zones than fit, after a pause: half of the time has hardly any of the zones. */
    @Test
    void shouldJudgeManyShortFramesAfterALongOne() throws IOException {
        int zones = 1000;
        long micro = MILLI / 1000;
        long begin = END + 3000 * MILLI;
        trace.markedFrame(MAIN, FRAMES, END + 10 * MILLI, begin);
        for (int number = FRAMES + 1; number < 400; number++, begin += zones * micro / 2) {
            trace.markedFrame(MAIN, number, begin, begin + zones * micro / 2).begin(MAIN, "update", begin);
            for (int zone = 0; zone < zones; zone++) {
                trace.zone(MAIN, "cull", begin + zone * micro / 2, begin + (zone + 1) * micro / 2);
            }
            trace.end(MAIN, begin + zones * micro / 2);
        }

        FrameVerdicts verdicts = trace.statistics(folder.resolve("trace.fxt")).verdicts();

        List<FrameVerdict> all = verdicts.all();
        assertEquals(400, all.size());
        for (FrameVerdict verdict : all.subList(FRAMES + 1, all.size())) {
            assertEquals(Map.of(Cause.CPU, verdict.frame().durationNanos() / MILLI), millis(verdict));
        }
        assertEquals(0, verdicts.beyondLimits());
    }

    @Test
    void shouldFindTheInnermostZoneOfEachTime() throws IOException {
        trace.begin(MAIN, "update", BEGIN + MILLI)
                .begin(MAIN, "physics", BEGIN + 2 * MILLI)
                .zone(MAIN, "collide", BEGIN + 4 * MILLI, BEGIN + 7 * MILLI)
                .zone(MAIN, "solve", BEGIN + 9 * MILLI, BEGIN + 14 * MILLI)
                .end(MAIN, BEGIN + 20 * MILLI)
                .end(MAIN, BEGIN + 22 * MILLI)
                .begin(MAIN, "upload", BEGIN + 30 * MILLI)
                .zone(MAIN, "copy", BEGIN + 31 * MILLI, BEGIN + 33 * MILLI)
                .end(MAIN, END + 5 * MILLI);

        FrameVerdict verdict = longFrame();

        // "physics" without the zones inside: 2 to 4, 7 to 9, 14 to 20.
        assertBound(Cause.CPU, 21, "main", "physics", verdict);
        assertEquals(10 * MILLI, verdict.evidence().subjectNanos());
        assertEquals(Map.of(Cause.CPU, 21L, Cause.UPLOAD, 10L, Cause.OUTSIDE, 9L), millis(verdict));
    }

    /** A stop of one nanosecond in each frame has the thread's time taken apart piece by piece instead of zone by zone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindTheSameByZonesAndByPieces(long seed) throws IOException {
        List<FrameVerdict> byZones = readRandom(seed, false);
        List<FrameVerdict> byPieces = readRandom(seed, true);

        assertEquals(200, byZones.size());
        for (int i = 0; i < byZones.size(); i++) {
            Map<Cause, FramePart> pieces =
                    byPieces.get(i).parts().stream().collect(Collectors.toMap(FramePart::cause, part -> part));
            for (FramePart part : byZones.get(i).parts()) {
                FramePart same = pieces.get(part.cause());
                assertTrue(Math.abs(same.nanos() - part.nanos()) <= 1, () -> part + " or " + same);
                assertEquals(same.subject(), part.subject());
                assertTrue(Math.abs(same.subjectNanos() - part.subjectNanos()) <= 1, () -> part + " or " + same);
            }
        }
    }

    private List<FrameVerdict> readRandom(long seed, boolean hasStops) throws IOException {
        Random random = new Random(seed);
        trace = new ScriptedTrace().thread(MAIN, "main").idle("wait for jobs");
        long end = 0;
        for (int frame = 0; frame < 200; frame++) {
            long begin = end;
            end = begin + 100_000 + random.nextInt(9_000_000);
            trace.markedFrame(MAIN, frame, begin, end);
            if (hasStops) {
                trace.stop(MAIN, "safepoint", begin, begin + 1);
            }
        }
        zones(random, 0, end, 0);
        return read();
    }

    /** Zones of all roles inside each other, which begin and end anywhere in the frames and around them. */
    private void zones(Random random, long from, long to, int depth) {
        List<String> names = List.of("update", "physics", "compile a shader", "upload a texture", "read file", "cull");
        List<String> waits = List.of("swap buffers", "wait for jobs");
        long at = from;
        while (true) {
            long begin = at + random.nextLong(1 + (to - from) / 4);
            long end = begin + random.nextLong(1 + (to - from) / 2);
            if (end > to || end - begin < 20_000) {
                return;
            }
            boolean isWait = depth > 1 && random.nextInt(4) == 0;
            List<String> choice = isWait ? waits : names;
            trace.begin(MAIN, choice.get(random.nextInt(choice.size())), begin);
            if (!isWait && depth < 9) {
                zones(random, begin, end, depth + 1);
            }
            trace.end(MAIN, end);
            at = end;
        }
    }

    @Test
    void shouldFollowTheFlowThatEndedTheWait() throws IOException {
        // The other worker ends its zone with the wait too, and worked for longer.
        trace.idle("wait for a job")
                .zone(OTHER, "load", BEGIN + MILLI, BEGIN + 35 * MILLI)
                .zone(WORKER, "cull", BEGIN + 10 * MILLI, BEGIN + 35 * MILLI)
                .zone(MAIN, "wait for a job", BEGIN + 2 * MILLI, BEGIN + 36 * MILLI)
                .flow("cull: result", WORKER, BEGIN + 34 * MILLI, MAIN, BEGIN + 35 * MILLI, 7);

        assertBound(Cause.WORKER, 25, "worker 1", "cull", longFrame());
    }
}
