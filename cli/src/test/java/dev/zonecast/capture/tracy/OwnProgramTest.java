package dev.zonecast.capture.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.core.FreePort;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.bounds.FrameVerdict;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the API in another process, over its live protocol, to a recording: nothing is lost, and nothing is added. */
class OwnProgramTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void shouldRecordEverythingThatAProgramOfOursTells() throws Exception {
        int port = FreePort.find();
        Path output = folder.resolve("printed.txt");
        Path file = folder.resolve("own.fxt");
        Process program = new JavaProgram(OwnProgram.class).startInto(output, port);
        try {
            CommandRun run = assertTimeoutPreemptively(
                    LIMIT, () -> CommandRun.of("record", ":" + port, "-o", file, "--wait", "--json"));

            boolean ended = program.waitFor(60, TimeUnit.SECONDS);
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            assertTrue(ended, printed);
            assertEquals(0, run.exit(), run.err());
            assertTrue(printed.contains("complete true dropped 0"), printed);
            assertTrue(run.out().contains("\"dropped events\":0"), run.out());
            assertTrue(run.out().contains("\"end\":\"finished\""), run.out());
        } finally {
            program.destroyForcibly();
        }
        TraceLog log = TraceLog.of(file);
        TraceSummary summary = log.summary;
        int frames = OwnProgram.ROUNDS / 10;
        assertTrue(summary.endedWell());
        assertEquals("own program", log.session.program());
        assertEquals(OwnProgram.ROUNDS * OwnProgram.THREADS, log.zones("job").size());
        assertEquals(frames, log.zones("frame").size());
        TraceLog.LoggedZone seventh = log.zones("frame").get(6);
        assertEquals("frame 7", seventh.texts().getFirst());
        assertEquals(7L, seventh.values().getFirst());
        assertEquals(0x336699, seventh.location().rgb());
        assertEquals("renderer", seventh.track().name());
        assertEquals(frames, log.plotValues.get("load").size());
        assertEquals(16.0 * frames, log.plotValues.get("memory: pool").getLast());
        assertEquals(
                frames,
                log.frames.stream()
                        .filter(frame -> frame.name().equals("Frame"))
                        .count());
        assertEquals(frames, log.locks.stream().filter(LockSpan::hold).count());
        assertTrue(log.messages.stream().map(TraceMessage::text).anyMatch("done"::equals));
        Set<String> names = log.zones.stream().map(zone -> zone.track().name()).collect(Collectors.toSet());
        assertEquals(Set.of("renderer", "script", "worker 0", "worker 1", "worker 2"), names);
        assertFibersAndStacks(log);
        assertSamples(file);
        assertVerdicts(file, names);
    }

    /** Marks of frames have no thread in Tracy's protocol: a thread with zones is followed. */
    private static void assertVerdicts(Path file, Set<String> names) throws IOException {
        FirstReading first = new FirstReading(ZoneFilter.ALL, 0);
        try (InputStream in = TraceFile.open(file)) {
            TraceSummary _ = TraceReader.readFrames(in, first);
        }
        TraceStatistics statistics = first.statistics(0);
        TraceSummary _ = TraceReader.read(file, statistics);
        List<FrameVerdict> verdicts = statistics.verdicts().all();
        assertFalse(verdicts.isEmpty());
        for (FrameVerdict verdict : verdicts) {
            Set<String> threads =
                    verdict.parts().stream().map(part -> part.subject().where()).collect(Collectors.toSet());
            assertTrue(names.containsAll(threads), verdict.toString());
        }
    }

    private static void assertSamples(Path file) throws IOException {
        Map<String, Integer> byPlace = new TreeMap<>();
        TraceReader.read(file, new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof StackSample sample) {
                    assertEquals("renderer", sample.track().name());
                    assertEquals(OwnProgram.SAMPLING_PERIOD_NANOS, sample.weight());
                    List<Calls.Call> calls = sample.stack().calls();
                    assertEquals("game.Main.main", calls.getLast().function());
                    byPlace.merge(
                            calls.getFirst().function() + ":" + calls.getFirst().line(), 1, Integer::sum);
                }
            }
        });
        int each = OwnProgram.SAMPLES / 8;
        Map<String, Integer> expected = new TreeMap<>();
        for (int i = 0; i < 8; i++) {
            expected.put("game.Sampled.method" + i % 4 + ":" + (10 + i), each);
        }
        assertEquals(expected, byPlace);
    }

    private static void assertFibersAndStacks(TraceLog log) {
        assertEquals(OwnProgram.FIBER_RUNS, log.fiberRuns.size());
        List<TraceLog.LoggedZone> steps = log.zones("step").stream()
                .filter(zone -> zone.track().name().equals("script"))
                .toList();
        assertEquals(OwnProgram.FIBER_RUNS, steps.size());
        assertEquals(2 * OwnProgram.FIBER_RUNS, log.zones("step").size());
        for (int i = 0; i < OwnProgram.FIBER_RUNS; i++) {
            TraceLog.FiberRun run = log.fiberRuns.get(i);
            assertEquals("renderer", run.carrier());
            assertEquals("script", run.fiber());
            assertTrue(run.begin() <= steps.get(i).begin() && steps.get(i).end() <= run.end(), run.toString());
        }
        List<TraceMemoryEvent> stacked = log.memory.stream()
                .filter(event -> event.pool().equals("stacked"))
                .toList();
        assertEquals(OwnProgram.FIBER_RUNS, stacked.size());
        for (TraceMemoryEvent event : stacked) {
            Calls.Call innermost = event.stack().calls().getFirst();
            assertEquals(OwnProgram.class.getName() + ".runFiber", innermost.function());
            assertEquals("OwnProgram.java", innermost.file());
        }
    }
}
