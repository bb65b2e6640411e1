package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.EndReason;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.TraceChecksum;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TraceZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
    @TempDir
    private Path folder;

    private record Run(int exit, String output) {}

    private Run run(List<String> flags, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(flags);
        all.add("-Dzonecast.buffer.folder=" + folder.resolve("run"));
        all.add("-Dzonecast.snapshot.folder=" + folder.resolve("snapshots"));
        all.add("-Dzonecast.ring.wait=1000000");
        List<String> command = KilledProgram.command(all, arguments);
        command.set(command.indexOf(ZoneWriter.class.getName()), SnapshotProgram.class.getName());
        Path output = folder.resolve("output.txt");
        Process child = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(child.waitFor(60, TimeUnit.SECONDS));
        return new Run(child.exitValue(), Files.readString(output));
    }

    private List<Path> snapshots() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("snapshots"))) {
            return files.toList();
        }
    }

    @Test
    void shouldHoldWhatCameLastWithAllThatItRefersToWhenTakenOnCall() throws Exception {
        Path file = folder.resolve("now.fxt");
        Run run = run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.buffer.bytes=4M"), "call", file.toString());
        assertEquals(0, run.exit(), run.output());

        List<Long> steps = new ArrayList<>();
        List<TraceZone> whole = new ArrayList<>();
        TraceSummary summary = TraceReader.read(file, new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                if (zone.name().equals("step") && zone.track().name().equals("main")) {
                    steps.addAll(zone.values());
                } else if (zone.name().equals("whole run")) {
                    whole.add(zone);
                    assertTrue(zone.isCutOff());
                }
            }
        });
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
        assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(file));
    }

    @Test
    void shouldKnowAFileThatHasChanged() throws Exception {
        Path file = folder.resolve("now.fxt");
        run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.buffer.bytes=4M"), "call", file.toString());
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, bytes);

        assertEquals(TraceChecksum.Outcome.DIFFERENT, TraceChecksum.verify(file));
    }

    @Test
    void shouldTakeASnapshotWhenAFrameIsTooLong() throws Exception {
        Run run = run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.snapshot.frame=250"), "frame");

        assertEquals(1, snapshots().size(), run.output());
        assertTrue(snapshots().getFirst().toString().contains("frame"), run.output());
        assertEquals(
                1, snapshotsOf(List.of("-Dzonecast.buffer=circular", "-Dzonecast.snapshot.median=20"), "frame") - 1);
    }

    private int snapshotsOf(List<String> flags, String what) throws Exception {
        run(flags, what);
        return snapshots().size();
    }

    @Test
    void shouldTakeASnapshotWhenNobodyCatchesAnException() throws Exception {
        Run run = run(List.of("-Dzonecast.buffer=circular"), "exception");

        assertTrue(run.output().contains("IllegalStateException: on purpose"), run.output());
        assertEquals(List.of("before the exception"), messages(snapshots().getFirst()));
    }

    @Test
    void shouldTakeOneSnapshotOfTwoAlertsWhenTheyComeAtOnce() throws Exception {
        Run run = run(List.of("-Dzonecast.buffer=circular"), "alert");

        assertEquals(1, snapshots().size(), run.output());
        assertEquals(List.of("before the alert"), messages(snapshots().getFirst()));
    }

    @Test
    void shouldWarnThatTheTraceOfABufferIsPlainWhenItsNameAsksForACompression() throws Exception {
        Path file = folder.resolve("end.fxt.gz");
        Run run = run(List.of("-Dzonecast.buffer=circular", "-Dzonecast.record=" + file), "alert");

        assertTrue(run.output().contains("end.fxt.gz is not compressed"), run.output());
        assertEquals(List.of("before the alert"), messages(file).subList(0, 1));
    }

    @Test
    void shouldStopRecordingWhenAOneshotBufferIsFull() throws Exception {
        Path file = folder.resolve("end.fxt");
        Run run = run(
                List.of("-Dzonecast.buffer=oneshot", "-Dzonecast.buffer.bytes=1M", "-Dzonecast.record=" + file),
                "full");

        assertTrue(run.output().contains("active: false"), run.output());
        assertTrue(run.output().contains("is full"), run.output());
        long[] first = {-1};
        TraceSummary summary = TraceReader.read(file, new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                if (first[0] < 0 && !zone.values().isEmpty()) {
                    first[0] = zone.values().getFirst();
                }
            }
        });
        assertEquals(0, first[0]);
        assertTrue(summary.zones() > 5000 && summary.zones() < 50_000, summary.toString());
        RecordingEnd end = summary.ends().getFirst();
        assertEquals(EndReason.BUFFER_FULL, end.saved().reason());
        assertTrue(end.isEarly() && end.missingNanos() > 0, end.toString());
        try (Stream<Path> left = Files.list(folder.resolve("run"))) {
            assertFalse(left.findAny().isPresent());
        }
    }

    private static List<String> messages(Path file) throws IOException {
        List<String> texts = new ArrayList<>();
        TraceReader.read(file, new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceMessage message) {
                    if (message.severity().equals("INFO")) {
                        texts.add(message.text());
                    }
                }
            }
        });
        return texts;
    }
}
