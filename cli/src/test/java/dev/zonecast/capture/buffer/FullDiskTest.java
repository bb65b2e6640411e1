package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.SmallDisk;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk of 8 MiB that is full sooner or later. The room of mapped files is taken when they are made, with all their zeros: a store into
 * a page that there is no room for would be a SIGBUS in a thread of the program.
 */
class FullDiskTest {
    @TempDir
    private Path folder;

    private SmallDisk mounted;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        mounted = SmallDisk.in(folder, "8m");
        disk = mounted.path();
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted != null) {
            mounted.close();
        }
    }

    private JavaProgram.Result run(List<String> flags, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(flags);
        // No event is dropped at a ring, and what is left are events of the program alone.
        all.addAll(List.of("-Dzonecast.ring.wait=10s", "-Dzonecast.system=false"));
        return KilledProgram.program(SnapshotProgram.class, all).run((Object[]) arguments);
    }

    @Test
    void shouldGoOnWithoutABufferWhenThereIsNoRoomForIt() throws Exception {
        Path file = folder.resolve("plain.fxt");
        JavaProgram.Result run = run(
                List.of(
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=16M",
                        "-Dzonecast.buffer.folder=" + disk.resolve("run"),
                        "-Dzonecast.record=" + file),
                "full");

        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("no trace buffer"), run.output());
        assertTrue(run.output().contains("active: true"), run.output());
        TraceSummary summary = TraceLog.of(file).summary;
        assertTrue(summary.endedWell() && summary.zones() == 300_000, summary::toString);
    }

    @Test
    void shouldGiveFurtherThreadsOtherRingsWhenThereIsNoRoomForThemInTheFolder() throws Exception {
        Path file = folder.resolve("end.fxt");
        // Four rings of 1 MiB are made at once; there is no room for four more.
        JavaProgram.Result run = run(
                List.of(
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=1M",
                        "-Dzonecast.buffer.folder=" + disk.resolve("run"),
                        "-Dzonecast.record=" + file),
                "threads");

        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("no room for mapped rings"), run.output());
        TraceSummary summary = TraceLog.of(file).summary;
        assertTrue(summary.endedWell(), summary::toString);
        assertEquals(16, summary.zones(), summary::toString);
    }

    @Test
    void shouldLeaveTheProgramAloneWhenItsRecordingFillsTheDisk() throws Exception {
        Path file = disk.resolve("stream.fxt");
        JavaProgram.Result run = run(
                List.of(
                        "-Dzonecast.buffer=streaming",
                        "-Dzonecast.buffer.bytes=1M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"),
                        "-Dzonecast.record=" + file),
                "full");

        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("Exception in thread"), run.output());
        assertTrue(run.output().contains("recording " + file + " ends"), run.output());
        // What was written before is whole.
        TraceSummary summary = TraceLog.of(file).summary;
        assertTrue(summary.zones() > 10_000, summary::toString);
        assertEquals(
                0,
                summary.losses().of(LossKind.UNMATCHED_ENDS) + summary.losses().of(LossKind.UNKNOWN_REFERENCES),
                summary::toString);
        assertSaysWhy(summary);

        ProgramFolder left =
                RuntimeFolder.open(folder.resolve("run")).programs().getFirst();
        assertTrue(run.output().contains("The rest is not in the file: zonecast recover " + left.path()), run.output());
        Path recovered = folder.resolve("recovered.fxt");
        ProgramRecovery.Result result = ProgramRecovery.recover(left.path(), recovered);
        TraceSummary more = TraceLog.of(recovered).summary;
        assertTrue(more.zones() > summary.zones(), more::toString);
        // A few of the dropped records belong to no zone.
        long others = result.dropped() - 2 * (300_000 - more.zones());
        assertTrue(others >= 0 && others < 100, () -> others + " others: " + more);
        assertEquals(
                List.of("ENDED"),
                more.ends().stream().map(end -> end.saved().reason().name()).toList());
    }

    private static void assertSaysWhy(TraceSummary summary) {
        assertFalse(summary.cut(), summary::toString);
        assertEquals(
                List.of("WRITE_FAILED"),
                summary.ends().stream().map(end -> end.saved().reason().name()).toList());
        // The program went on, and its end is known.
        assertTrue(summary.ends().getFirst().missingNanos() > 0, summary::toString);
    }

    @Test
    void shouldSayInAPlainRecordingThatTheDiskWasFull() throws Exception {
        Path file = disk.resolve("plain.fxt");
        JavaProgram.Result run = run(List.of("-Dzonecast.record=" + file), "full");

        assertEquals(0, run.exit(), run.output());
        TraceSummary summary = TraceLog.of(file).summary;
        assertTrue(summary.zones() > 10_000, summary::toString);
        assertSaysWhy(summary);
        String text = CommandRun.of("stats", file).out();
        assertTrue(text.contains("the disk may be full") && !text.contains("losses: none"), text);
    }

    @Test
    void shouldLeaveNoHalfASnapshotWhenThereIsNoRoomForIt() throws Exception {
        Path file = disk.resolve("now.fxt");
        JavaProgram.Result run = run(
                List.of(
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=16M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run")),
                "no room",
                file.toString());

        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("no snapshot: java.io.IOException"), run.output());
        try (var left = Files.list(disk)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
