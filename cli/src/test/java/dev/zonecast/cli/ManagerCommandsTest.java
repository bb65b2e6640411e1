package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.manager.Manager;
import dev.zonecast.capture.manager.RunningManager;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.trace.TraceChecksum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
