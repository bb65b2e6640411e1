package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.capture.manager.Manager;
import dev.zonecast.capture.manager.RunningManager;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.trace.TraceChecksum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagerCommandsTest {
    @TempDir
    private Path folder;

    private Path runtime() {
        return folder.resolve("r");
    }

    private Manager manager() throws IOException {
        return RunningManager.in(runtime());
    }

    private static void assertFails(String reason, CommandRun run) {
        assertEquals(2, run.exit(), run.toString());
        assertTrue(run.err().contains(reason), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldSayThatThereIsNoManagerWhereNoneRuns() {
        assertFails(
                "there is no manager",
                CommandRun.of("record", "--all", "-o", folder.resolve("a.fxt"), "--folder", runtime()));
        assertFails("there is no manager", CommandRun.of("stop", "--folder", runtime()));
        assertFails("there is no manager", CommandRun.of("status", "--folder", runtime()));
        assertFails("there is no manager", CommandRun.of("snapshot", "b.fxt", "--folder", runtime()));
    }

    @Test
    void shouldSayThatThereIsNoManagerWhereOneWasKilled() throws IOException {
        Path socket = RuntimeFolder.open(runtime()).path().resolve("manager.sock");
        try (var server = java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
            server.bind(java.net.UnixDomainSocketAddress.of(socket));
        }

        assertTrue(Files.exists(socket));
        assertFails("there is no manager", CommandRun.of("status", "--folder", runtime()));
    }

    @Test
    void shouldBeginAndEndARecordingOfARunningManager() throws IOException {
        Path file = folder.resolve("all.fxt");
        try (Manager _ = manager()) {
            assertFails("no recording runs", CommandRun.of("stop", "--folder", runtime()));
            assertEquals(
                    new CommandRun(0, "", "zonecast: recording 0 programs" + System.lineSeparator()),
                    CommandRun.of("record", "--all", "-o", file, "--folder", runtime()));
            assertFails(
                    "a recording runs already, to " + file,
                    CommandRun.of("record", "--all", "-o", file, "--folder", runtime()));
            assertEquals(
                    new CommandRun(0, "recording: output = " + file + System.lineSeparator(), ""),
                    CommandRun.of("status", "--folder", runtime()));
            Path snapshot = folder.resolve("s.fxt");
            assertEquals(
                    new CommandRun(0, snapshot + System.lineSeparator(), ""),
                    CommandRun.of("snapshot", snapshot, "--folder", runtime()));
            assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(snapshot));

            CommandRun stopped = CommandRun.of("stop", "--folder", runtime());

            assertEquals(new CommandRun(0, file + System.lineSeparator(), ""), stopped);
            assertEquals(TraceChecksum.Outcome.GOOD, TraceChecksum.verify(file));
            assertEquals(
                    new CommandRun(0, "idle: stop ended the last recording: " + file + System.lineSeparator(), ""),
                    CommandRun.of("status", "--folder", runtime()));
        }
    }

    @Test
    void shouldEndTheRecordingByItselfAfterSomeSeconds() throws IOException {
        Path file = folder.resolve("all.fxt");
        try (Manager _ = manager()) {
            CommandRun run = CommandRun.of(
                    "record", "--all", "--seconds", "0.1", "--mode", "circular", "-o", file, "--folder", runtime());

            assertEquals(file + System.lineSeparator(), run.out(), run.err());
            assertFails("no recording runs", CommandRun.of("stop", "--folder", runtime()));
        }
    }

    private FutureTask<CommandRun> recordFor(String seconds, Path file) {
        FutureTask<CommandRun> run = new FutureTask<>(
                () -> CommandRun.of("record", "--all", "--seconds", seconds, "-o", file, "--folder", runtime()));
        Thread.ofPlatform().daemon().start(run);
        return run;
    }

    @Test
    void shouldNameTheArchiveOfARecordingThatAnAlertEnded() throws Exception {
        Path file = folder.resolve("all.fxt");
        try (Manager manager = manager()) {
            FutureTask<CommandRun> run = recordFor("1", file);
            Waiting.until(() -> "a recording", () -> manager.isRecording() || manager.lastEnd() != null);
            assertEquals(file, manager.endOrAwaitEnd("alert x").archive());

            assertEquals(0, run.get().exit(), run.get().err());
            assertEquals(file + System.lineSeparator(), run.get().out());
        }
    }

    @Test
    void shouldLeaveTheNextRecordingAlone() throws Exception {
        Path next = folder.resolve("next.fxt");
        try (Manager manager = manager()) {
            FutureTask<CommandRun> run = recordFor("1", folder.resolve("all.fxt"));
            Waiting.until(() -> "a recording", () -> manager.isRecording() || manager.lastEnd() != null);
            Manager.Ended _ = manager.endOrAwaitEnd("alert x");
            assertEquals(
                    0,
                    CommandRun.of("record", "--all", "-o", next, "--folder", runtime())
                            .exit());

            assertEquals(0, run.get().exit(), run.get().err());
            assertEquals(
                    folder.resolve("all.fxt") + System.lineSeparator(),
                    run.get().out());
            assertEquals(next, manager.stop());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // The signal.
    void shouldEndTheRecordingWhenCtrlCEndsTheCommand() throws Exception {
        Path file = folder.resolve("all.fxt");
        try (Manager manager = manager()) {
            Process process = CommandProcess.startInterruptible(CommandProcess.program()
                    .command("record", "--all", "--seconds", "600", "-o", file, "--folder", runtime()));
            Waiting.until(() -> "a recording", () -> manager.isRecording() || !process.isAlive());
            CommandProcess.interrupt(process);
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertEquals(130, process.waitFor(), output);
            assertFalse(manager.isRecording());
            assertTrue(output.contains(file.toString()), output);
            assertTrue(Files.exists(file));
        }
    }

    @Test
    void shouldPassSizesOnAsTheyAreGiven() throws IOException {
        Path file = folder.resolve("all.fxt");
        try (Manager manager = manager()) {
            CommandRun run = CommandRun.of(
                    "record", "--all", "--memory", "0", "--mebibytes", "20000", "-o", file, "--folder", runtime());

            assertEquals(0, run.exit(), run.err());
            assertEquals(
                    "recording\tsize = 20000M\tmemory = 0M\toutput = " + file,
                    manager.status().getFirst());
        }
    }

    @ParameterizedTest
    @CsvSource({"--mebibytes, 0", "--mebibytes, -3", "--mebibytes, 70000", "--memory, -1"})
    void shouldRefuseASizeThatCannotBe(String option, String size) throws IOException {
        try (Manager manager = manager()) {
            assertFails(
                    "not \"" + size + "M\"",
                    CommandRun.of(
                            "record", "--all", option, size, "-o", folder.resolve("a.fxt"), "--folder", runtime()));
            assertFalse(manager.isRecording());
        }
    }

    @Test
    void shouldRefuseWhatTheManagerCannotDo() throws IOException {
        try (Manager _ = manager()) {
            assertFails(
                    "its folder does not exist",
                    CommandRun.of("record", "--all", "-o", folder.resolve("no/such/a.fxt"), "--folder", runtime()));
            assertFails(
                    "a memory limit needs mode streaming",
                    CommandRun.of(
                            "record",
                            "--all",
                            "--mode",
                            "oneshot",
                            "--memory",
                            "8",
                            "-o",
                            folder.resolve("a"),
                            "--folder",
                            runtime()));
            assertFails(
                    "cannot be used with --all",
                    CommandRun.of(
                            "record", "--all", "--frames", "3", "-o", folder.resolve("a"), "--folder", runtime()));
            assertFails(
                    "--all",
                    CommandRun.of("record", "--mode", "oneshot", "-o", folder.resolve("a"), "--folder", runtime()));
        }
    }

    @Test
    void shouldNotReplaceAFolderByAnArchive() throws IOException {
        Path target = Files.createDirectory(folder.resolve("target"));
        try (Manager _ = manager()) {
            assertFails(
                    target + " cannot be written: it is a folder",
                    CommandRun.of("record", "--all", "-o", target, "--folder", runtime()));
            CommandRun begun = CommandRun.of("record", "--all", "-o", folder.resolve("a.fxt"), "--folder", runtime());
            assertEquals(0, begun.exit(), begun.err());

            assertFails(target + ": is a folder", CommandRun.of("snapshot", target, "--folder", runtime()));
        }
        assertTrue(Files.isDirectory(target));
    }
}
