package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.TraceChecksum;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
    @TempDir
    private Path folder;

    private JavaProgram.Result run(List<String> flags, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(flags);
        all.add("-Dzonecast.buffer.folder=" + folder.resolve("run"));
        all.add("-Dzonecast.snapshot.folder=" + folder.resolve("snapshots"));
        all.add("-Dzonecast.ring.wait=10s");
        return KilledProgram.program(SnapshotProgram.class, all).run((Object[]) arguments);
    }

    private List<Path> snapshots() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("snapshots"))) {
            return files.toList();
        }
    }

    @Test
    void shouldHoldWhatCameLastWithAllThatItRefersToWhenTakenOnCall() throws Exception {
        Path file = folder.resolve("now.fxt");
        JavaProgram.Result run =
                run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.buffer.bytes=4M"), "call", file.toString());
        assertEquals(0, run.exit(), run.output());

        TraceLog log = TraceLog.of(file);
        TraceSummary summary = log.summary;
        List<Long> steps = log.zones.stream()
                .filter(zone -> zone.name().equals("step") && zone.thread().equals("main"))
                .flatMap(zone -> zone.values().stream())
                .toList();
        List<TraceLog.LoggedZone> whole = log.zones.stream()
                .filter(zone -> zone.name().equals("whole run"))
                .toList();
        assertTrue(summary.endedWell());
        assertEquals(
                0,
                summary.losses().of(LossKind.UNMATCHED_ENDS) + summary.losses().of(LossKind.UNKNOWN_REFERENCES));
        // The buffer has not nearly the room for all of them: what there is comes last, without a gap.
        assertEquals(299_999, steps.getLast());
        assertTrue(steps.size() > 20_000 && steps.size() < 200_000, "" + steps.size());
        assertEquals(steps.size(), steps.getLast() - steps.getFirst() + 1);
        // Begun long before.
        assertEquals(1, whole.size());
        assertTrue(whole.getFirst().cutOff());
        assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(file));
    }

    @Test
    void shouldHoldTheEventsThatComeLate() throws Exception {
        Path file = folder.resolve("late.fxt");
        JavaProgram.Result run = run(List.of("-Dzonecast.buffer=circular"), "late", file.toString());
        assertEquals(0, run.exit(), run.output());

        assertEquals(1, TraceLog.of(file).count("step"));
    }

    @Test
    void shouldTakeASnapshotWhenAFrameIsTooLong() throws Exception {
        JavaProgram.Result run = run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.snapshot.frame=250"), "frame");

        assertEquals(1, snapshots().size(), run.output());
        assertTrue(snapshots().getFirst().toString().contains("frame"), run.output());
        assertEquals(
                1, snapshotsOf(List.of("-Dzonecast.buffer=circular", "-Dzonecast.snapshot.median=3"), "frame") - 1);
    }

    private int snapshotsOf(List<String> flags, String what) throws Exception {
        run(flags, what);
        return snapshots().size();
    }

    @Test
    void shouldTakeASnapshotWhenNobodyCatchesAnException() throws Exception {
        JavaProgram.Result run = run(List.of("-Dzonecast.buffer=circular"), "exception");

        assertTrue(run.output().contains("IllegalStateException: on purpose"), run.output());
        Path snapshot = snapshots().getFirst();
        assertEquals(List.of("before the exception"), messages(snapshot, "INFO"));
        List<String> crashes = messages(snapshot, "FATAL");
        assertEquals(1, crashes.size());
        assertTrue(crashes.getFirst().contains("IllegalStateException: on purpose"), crashes.getFirst());
    }

    @Test
    void shouldTakeOneSnapshotOfTwoAlertsWhenTheyComeAtOnce() throws Exception {
        JavaProgram.Result run = run(List.of("-Dzonecast.buffer=circular"), "alert");

        assertEquals(1, snapshots().size(), run.output());
        assertEquals(List.of("before the alert"), messages(snapshots().getFirst(), "INFO"));
    }

    @Test
    void shouldWarnThatTheTraceOfABufferIsPlainWhenItsNameAsksForACompression() throws Exception {
        Path file = folder.resolve("end.fxt.gz");
        JavaProgram.Result run = run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.record=" + file), "alert");

        assertTrue(run.output().contains("end.fxt.gz is not compressed"), run.output());
        assertEquals(List.of("before the alert"), messages(file, "INFO").subList(0, 1));
    }

    @Test
    void shouldStopRecordingWhenAOneshotBufferIsFull() throws Exception {
        Path file = folder.resolve("end.fxt");
        JavaProgram.Result run = run(
                List.of("-Dzonecast.buffer=oneshot", "-Dzonecast.buffer.bytes=1M", "-Dzonecast.record=" + file),
                "full");

        assertTrue(run.output().contains("active: false"), run.output());
        assertTrue(run.output().contains("is full"), run.output());
        TraceLog log = TraceLog.of(file);
        TraceSummary summary = log.summary;
        List<Long> values =
                log.zones.stream().flatMap(zone -> zone.values().stream()).toList();
        assertEquals(0, values.getFirst());
        assertTrue(summary.zones() > 5000 && summary.zones() < 50_000, summary.toString());
        RecordingEnd end = summary.ends().getFirst();
        assertEquals(EndReason.BUFFER_FULL, end.saved().reason());
        assertTrue(end.isEarly() && end.missingNanos() > 0, end.toString());
        try (Stream<Path> left = Files.list(folder.resolve("run"))) {
            assertFalse(left.findAny().isPresent());
        }
    }

    private static List<String> messages(Path file, String severity) throws IOException {
        return TraceLog.of(file).messages.stream()
                .filter(message -> message.severity().equals(severity))
                .map(TraceMessage::text)
                .toList();
    }
}
