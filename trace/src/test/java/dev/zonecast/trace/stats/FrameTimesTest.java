package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How evenly frames follow each other, and when they went through their phases. */
class FrameTimesTest {
    private static final int MAIN = 10;
    private static final int GPU = 600;
    private static final long BEGIN = 5_000 * MILLI;

    @TempDir
    Path folder;

    private FrameTimes read(ScriptedTrace trace) throws IOException {
        Path file = trace.write(folder.resolve("frames.fxt"));
        FirstReading first = new FirstReading(ZoneFilter.ALL, 10);
        try (InputStream in = Files.newInputStream(file)) {
            var ignored = TraceReader.readFrames(in, first);
        }
        TraceStatistics statistics = first.statistics(0);
        TraceReader.read(file, statistics);
        return statistics.frameTimes();
    }

    private static ScriptedTrace frames(long... intervals) {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");
        long begin = 0;
        for (int i = 0; i < intervals.length; i++) {
            trace.markedFrame(MAIN, i, begin, begin + intervals[i]);
            begin += intervals[i];
        }
        return trace;
    }

    @Test
    void shouldFindJitterAndMissedIntervalsWhenThereIsNoDisplay() throws IOException {
        FramePacing pacing = read(frames(10 * MILLI, 10 * MILLI, 30 * MILLI, 10 * MILLI, 10 * MILLI, 12 * MILLI))
                .pacings()
                .iterator()
                .next();

        assertEquals(5, pacing.intervals().count());
        assertEquals(10 * MILLI, pacing.intervals().percentile(0.5));
        assertEquals(10 * MILLI, pacing.jitterNanos());
        assertEquals(2, pacing.missed());
    }

    @Test
    void shouldCountNoIntervalWhenFramesAreMissingBetween() throws IOException {
        ScriptedTrace trace = new ScriptedTrace()
                .thread(MAIN, "main")
                .markedFrame(MAIN, 1, 0, 10 * MILLI)
                .markedFrame(MAIN, 2, 10 * MILLI, 20 * MILLI)
                .markedFrame(MAIN, 7, 90 * MILLI, 100 * MILLI);

        FramePacing pacing = read(trace).pacings().iterator().next();

        assertEquals(1, pacing.intervals().count());
        assertEquals(0, pacing.missed());
    }

    @Test
    void shouldGiveEachFrameItsPhasesWhenZonesComeBeforeAndAfterIt() throws IOException {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main").gpu(GPU, "gpu", MAIN);
        trace.zone(MAIN, "glfwPollEvents", MILLI, 2 * MILLI)
                .zone(MAIN, "glfwSwapBuffers", 8 * MILLI, 9 * MILLI)
                .markedFrame(MAIN, 1, 0, 10 * MILLI)
                .gpuZone(GPU, "pass", 3 * MILLI, 5 * MILLI, 7 * MILLI)
                .gpuZone(GPU, "post", 4 * MILLI, 7 * MILLI, 13 * MILLI)
                .markedFrame(MAIN, 2, 10 * MILLI, 20 * MILLI)
                .shown(1, 17 * MILLI)
                .shown(1, 18 * MILLI);

        FramePhases phases = read(trace).phases().values().iterator().next();

        assertEquals(
                List.of(new FrameRow(
                        1,
                        BEGIN,
                        BEGIN + MILLI,
                        BEGIN + 3 * MILLI,
                        BEGIN + 5 * MILLI,
                        BEGIN + 13 * MILLI,
                        BEGIN + 8 * MILLI,
                        BEGIN + 9 * MILLI,
                        BEGIN + 17 * MILLI,
                        BEGIN + 10 * MILLI)),
                phases.rows());
        assertEquals(8 * MILLI, phases.durations().get(FramePhase.GPU).sum());
        assertEquals(
                16 * MILLI, phases.durations().get(FramePhase.INPUT_TO_SCREEN).sum());
        assertEquals(0, read(trace).pacings().iterator().next().displayNanos());
        assertEquals(
                12 * MILLI, phases.durations().get(FramePhase.INPUT_TO_GPU_END).sum());
        assertEquals(
                8 * MILLI, phases.durations().get(FramePhase.INPUT_TO_PRESENTED).sum());
    }

    @Test
    void shouldHaveNoPhasesWhenNothingIsKnownOfThem() throws IOException {
        assertTrue(read(frames(10 * MILLI, 10 * MILLI)).phases().isEmpty());
    }

    @Test
    void shouldCountTheFramesThatItHadNoRoomFor() throws IOException {
        int most = FramePhases.MAX_FRAMES;
        TraceStatistics statistics = new FirstReading(ZoneFilter.ALL, 0).statistics(0);
        TraceReader.read(frames(MILLI).write(folder.resolve("frame.fxt")), new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceFrame frame) {
                    for (int i = 0; i < most + 3; i++) {
                        long begin = BEGIN + i * MILLI;
                        statistics.event(new TraceFrame(frame.track(), frame.name(), i, begin, begin + MILLI, false));
                    }
                }
            }
        });
        LossAccount losses = new LossAccount();

        statistics.end(losses);

        assertEquals(Map.of("frames beside pacing and phases", 3L), losses.subjects(LossKind.LEFT_OUT));
    }
}
