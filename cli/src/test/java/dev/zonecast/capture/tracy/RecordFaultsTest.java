package dev.zonecast.capture.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.capture.BoundUser;
import dev.zonecast.cli.CommandProcess;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with the place where {@code record} writes, or ends it: a line reports it, and the file never looks whole if it is not. */
class RecordFaultsTest {
    private static final long PLACE = 0x1000;
    private static final int MAIN = 11;

    @TempDir
    Path folder;

    /** Far more events than the small disk holds. */
    private static FakeClient client(boolean terminates) throws IOException {
        FakeClient client = new FakeClient(Protocol.V82, WireScript.welcome(Protocol.V82, true, 0, 1_000));
        client.locations.put(PLACE, new long[] {PLACE, PLACE, PLACE, 42, 0});
        client.strings.put(PLACE, "the zone");
        WireScript script = new WireScript(Protocol.V82).thread(MAIN);
        long ticks = 5_000;
        for (int block = 0; block < 40; block++) {
            for (int i = 0; i < 500; i++) {
                script.begin(ticks, PLACE).text("text " + ticks).event(EventType.ZONE_TEXT);
                script.end(ticks + 100);
                ticks += 200;
            }
            client.send(script);
        }
        if (terminates) {
            client.send(script.event(EventType.TERMINATE));
        }
        return client.start();
    }

    private static void assertOneLine(CommandRun run, String reason) {
        assertEquals(2, run.exit(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("zonecast: ") && run.err().contains(reason), run.err());
    }

    @Test
    void shouldSayWhyItCannotMakeTheFile() throws Exception {
        try (FakeClient client = client(true)) {
            assertOneLine(CommandRun.of("record", client.address(), "-o", folder), "Is a directory");
        }
        Path file = Files.writeString(folder.resolve("file"), "what was there");
        try (FakeClient client = client(true)) {
            assertOneLine(CommandRun.of("record", client.address(), "-o", file.resolve("below.fxt")), "not a folder");
        }
        assertEquals("what was there", Files.readString(file));
    }

    @Test
    void shouldSayThatItMayNotWriteThere() throws Exception {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-x------"));
        try (FakeClient client = client(true)) {
            BoundUser.run(() -> {
                assumeTrue(!Files.isWritable(locked), "rights do not bind this user");
                assertOneLine(
                        CommandRun.of("record", client.address(), "-o", locked.resolve("a.fxt")), "permission denied");
            });
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void shouldSayThatTheDiskIsFullAndKeepWhatFits() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Path kept = folder.resolve("kept.fxt");
        try (FakeClient client = client(true)) {
            List<String> command =
                    CommandProcess.program().command("record", client.address(), "-o", disk.resolve("a.fxt"));
            JavaProgram.Result run =
                    CommandProcess.runOnSmallDisk(disk, "64k", "", command, "cp \"$DISK/a.fxt\" '" + kept + "';");
            String said = run.output();

            assertEquals(2, run.exit(), said);
            List<String> lines =
                    said.lines().filter(text -> !text.startsWith("Picked up")).toList();
            assertEquals(2, lines.size(), said);
            assertTrue(lines.getFirst().startsWith("zonecast: recording scripted"), said);
            assertTrue(lines.getLast().contains("No space left on device"), said);
        }
        TraceLog log = TraceLog.of(kept);
        assertFalse(log.summary.endedWell(), "it must not look whole");
        assertTrue(log.zones.size() > 100, log.zones.size() + " zones");
    }

    @Test
    void shouldLeaveAWholeRecordingWhenInterrupted() throws Exception {
        Path file = folder.resolve("interrupted.fxt");
        try (FakeClient client = client(false)) {
            Process process = CommandProcess.startInterruptible(
                    CommandProcess.program().command("record", client.address(), "-o", file));
            try {
                // What the client has sent is in the file, and the session goes on.
                while (process.isAlive() && zones(file) < 20_000) {
                    Thread.sleep(20);
                }
                CommandProcess.interrupt(process);
                assertTrue(process.waitFor(60, TimeUnit.SECONDS));
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(130, process.exitValue(), said);
                assertFalse(said.contains("Exception"), said);
            } finally {
                process.destroyForcibly();
            }
            assertTrue(client.awaitEnd(), "the client is told goodbye");
        }
        TraceLog log = TraceLog.of(file);
        assertTrue(log.summary.endedWell());
        assertEquals(20_000, log.zones.size());
    }

    private static int zones(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return 0;
        }
        return TraceLog.of(file).zones.size();
    }
}
