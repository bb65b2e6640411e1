package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording ends before its program: every output states the reason and how much is missing. */
class EarlyEndTest {
    @TempDir
    private Path folder;

    private final ChildPrograms children = new ChildPrograms();

    @AfterEach
    void killAll() throws InterruptedException {
        children.killAll();
    }

    /** Reads the reports until nothing is recorded any more. */
    private static void awaitFull(Process program) throws IOException {
        DataInputStream reports = new DataInputStream(program.getInputStream());
        long last = 0;
        for (int same = 0; same < 100; ) {
            long number = NumberWriter.Report.read(reports).number();
            same = number == last && number > 0 ? same + 1 : 0;
            last = number;
        }
    }

    private static RecordingEnd end(Path trace) throws IOException {
        List<RecordingEnd> ends =
                TraceReader.read(trace, new TraceListener() {}).ends();
        assertEquals(1, ends.size(), ends.toString());
        return ends.getFirst();
    }

    private static void assertFull(RecordingEnd end) {
        assertEquals(EndReason.BUFFER_FULL, end.saved().reason(), end.toString());
        assertTrue(end.isEarly() && end.saved().droppedRecords() > 0, end.toString());
        assertTrue(end.missingNanos() > 0 && end.missingNanos() < TimeUnit.HOURS.toNanos(1), end.toString());
    }

    private void assertEveryOutputSays(String code, String reason, Path trace) throws IOException {
        CommandRun text = CommandRun.of("stats", trace);
        assertTrue(text.out().contains(reason), text.out());
        assertTrue(text.out().contains("recordings that ended early"), text.out());
        assertFalse(text.out().contains("losses: none"), text.out());
        CommandRun json = CommandRun.of("stats", "--json", trace);
        assertTrue(json.out().contains("\"" + code + "\"") && json.out().contains("\"missingNanos\""), json.out());
        CommandRun csv = CommandRun.of("stats", "--csv", trace);
        assertTrue(csv.err().contains(reason), csv.err());
        for (String format : List.of("chrome", "firefox", "perfetto", "csv")) {
            Path file = folder.resolve("exported." + format);
            CommandRun export = CommandRun.of("export", trace, "--to", format, "-o", file);
            assertEquals(0, export.exit(), export.err());
            assertTrue(export.err().contains(reason), export.err());
            String content = Files.readString(file, StandardCharsets.ISO_8859_1);
            assertTrue(content.contains(reason) || format.equals("csv"), format);
        }
        Path page = folder.resolve("page.html");
        CommandRun report = CommandRun.of("report", trace, "-o", page);
        assertTrue(report.err().contains(reason), report.err());
    }

    @Test
    void shouldSayWhyTheRecordingOfAKilledProgramEndedBeforeIt() throws Exception {
        RuntimeFolder runtime = RuntimeFolder.open(folder.resolve("r"));
        Process program = children.start(
                NumberWriter.class.getName(),
                List.of(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.buffer=oneshot",
                        "-Dzonecast.buffer.bytes=256K",
                        "-Dzonecast.ring.wait=5000000",
                        "-Dzonecast.buffer.folder=" + runtime.path()));
        awaitFull(program);
        JavaProgram.kill(program);
        Path trace = folder.resolve("killed.fxt");

        CommandRun recover =
                CommandRun.of("recover", runtime.programs().getFirst().path(), "-o", trace);

        assertEquals(0, recover.exit(), recover.err());
        assertTrue(recover.err().contains("ended early: the oneshot trace buffer was full."), recover.err());
        assertTrue(
                recover.err().lines().anyMatch(line -> line.matches("recordings that ended early +1 +the oneshot.*")),
                recover.err());

        assertEveryOutputSays("BUFFER_FULL", "the oneshot trace buffer was full", trace);
        RecordingEnd end = end(trace);
        assertFull(end);
        assertTrue(end.saved().isAfterDeath());
    }

    @Test
    void shouldSayInTheArchiveWhyTheRecordingOfAProgramEndedBeforeIt() throws Exception {
        Path runtime = folder.resolve("r");
        try (Manager manager = RunningManager.in(runtime)) {
            manager.record(Recording.of("mode = oneshot", "size = 256K", "output = " + folder.resolve("all.fxt")));
            Process program = children.startManaged(runtime, "full", NumberWriter.class);
            awaitFull(program);
            RecordingEnd snapshot = end(manager.snapshot(folder.resolve("now.fxt")));
            RecordingEnd end = end(manager.stop());

            assertFull(snapshot);
            assertFull(end);
            assertEquals(program.pid(), end.process());
            assertTrue(end.missingNanos() > snapshot.missingNanos(), end + " after " + snapshot);
        }
    }

    /** A program that runs to its end and saves its trace buffer then. */
    private Path saved(List<String> flags) throws Exception {
        Path file = folder.resolve("saved.fxt");
        List<String> all = new ArrayList<>(List.of(
                "-Dzonecast.listen=false",
                "-Dzonecast.system=false",
                "-Dzonecast.buffer=circular",
                "-Dzonecast.buffer.bytes=256K",
                "-Dzonecast.ring.wait=5000000",
                "-Dzonecast.buffer.folder=" + folder.resolve("run"),
                "-Dzonecast.record=" + file));
        all.addAll(flags);
        Process program = children.start(ShortProgram.class.getName(), all);
        program.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertEquals(0, program.waitFor());
        return file;
    }

    @Test
    void shouldSayThatThePartForNamesAndPlacesWasFull() throws Exception {
        // The part has 16 KiB. The name of the program is in two records of it.
        Path trace = saved(List.of("-Dzonecast.name=" + "x".repeat(10_000)));

        assertEveryOutputSays("DURABLE_FULL", "the part of the trace buffer for names and places was full", trace);
        assertTrue(end(trace).isEarly(), end(trace).toString());
    }
}
