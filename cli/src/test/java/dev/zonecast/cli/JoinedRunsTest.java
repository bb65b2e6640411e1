package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of two programs in one file: each has its own end and its own length. */
class JoinedRunsTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    private Path write(OwnTrace trace) throws IOException {
        return Files.write(folder.resolve("joined.fxt"), trace.bytes());
    }

    /** The first was killed: it has no end record, and a zone is open. */
    private Path firstIsCut() throws IOException {
        return write(new OwnTrace()
                .run(7, "first", 10 * SECOND)
                .zone(11 * SECOND, 12 * SECOND)
                .begin(13 * SECOND)
                .run(8, "second", 1000 * SECOND)
                .zone(1001 * SECOND, 1002 * SECOND)
                .end());
    }

    @Test
    void shouldNameTheProgramWhoseRecordingIsCut() throws IOException {
        Path file = firstIsCut();

        CommandRun text = CommandRun.of("stats", file);
        CommandRun json = CommandRun.of("stats", file, "--json");

        assertTrue(text.out().contains("first (process 7)"), text.out());
        assertTrue(
                text.out().lines().anyMatch(l -> l.matches("recordings cut short +1 +first \\(process 7\\)")),
                text.out());
        assertFalse(text.out().contains("losses: none"), text.out());
        assertTrue(json.out().contains("\"cutShort\":true"), json.out());
        assertTrue(json.out().contains("\"recordings cut short: first (process 7)\":1"), json.out());
    }

    @Test
    void shouldTellACompleteRunFromACutOneByItsProcess() throws IOException {
        Path file = firstIsCut();

        String second = CommandRun.of("stats", file, "--process", "8").out();
        String first = CommandRun.of("stats", file, "--process", "7").out();

        assertTrue(second.contains("losses: none"), second);
        assertFalse(second.contains("cut short"), second);
        assertTrue(first.contains("recordings cut short"), first);
        assertTrue(first.contains("zones open at the end"), first);
    }

    @Test
    void shouldMeasureEachRunFromItsOwnStart() throws IOException {
        Path file = firstIsCut();

        String both = CommandRun.of("stats", file, "--json").out();
        String second = CommandRun.of("stats", file, "--json", "--process", "8").out();

        assertTrue(second.contains("\"durationNanos\":" + 2 * SECOND), second);
        // Three seconds of the first and two of the second; the gap between them was not recorded.
        assertTrue(both.contains("\"durationNanos\":" + 5 * SECOND), both);
    }

    @Test
    void shouldCountTheTimeOfARangeFromTheStartOfTheChosenRun() throws IOException {
        Path file = firstIsCut();

        CommandRun since = CommandRun.of("stats", file, "--process", "8", "--since", "0.5", "--until", "1.5");

        assertEquals(0, since.exit(), since.err());
        assertTrue(since.out().lines().anyMatch(l -> l.matches("work +cpu +1 +1\\.000 s.*")), since.out());
    }

    /** The first recording is none of ours: it begins with its first event. */
    @Test
    void shouldCountTheTimeOfARangeAsThePrintedTimes() throws IOException {
        TraceBytes foreign = TraceBytes.trace().string(1, "loaded").thread(1, 70, 71);
        foreign.event(0, 0, 1, 1, 2 * SECOND).end();
        OwnTrace own = new OwnTrace().run(7, "game", 10 * SECOND);
        own.records()
                .string(OwnTrace.FREE, "message")
                .string(OwnTrace.FREE + 1, "hello")
                .event(0, 0, 1, OwnTrace.FREE, OwnTrace.FREE + 1, 11 * SECOND)
                .end();
        Path file = folder.resolve("joined.fxt");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(foreign.bytes());
            out.write(own.end().bytes());
        }

        CommandRun all = CommandRun.of("stats", file, "--show", "messages");
        CommandRun since = CommandRun.of("stats", file, "--show", "messages", "--since", "8.5", "--until", "9.5");

        assertTrue(all.out().lines().anyMatch(l -> l.matches(".*9\\.000000 s.*hello.*")), all.out());
        assertEquals(0, since.exit(), since.err());
        assertTrue(since.out().contains("hello"), since.out());
    }

    @Test
    void shouldEndWhatIsOpenWithItsRun() throws IOException {
        Path file = firstIsCut();
        Path csv = folder.resolve("joined.csv");

        CommandRun run = CommandRun.of("export", file, "--to", "csv", "-o", csv);

        assertEquals(0, run.exit(), run.err());
        assertFalse(Files.readString(csv).contains("987000000000"), "it does not last until the end of the other run");
        assertTrue(
                Files.readString(csv).lines().anyMatch(l -> l.startsWith("work,,0,3000000000,0,")),
                Files.readString(csv));
    }

    @Test
    void shouldNotEndAZoneOfARunByAnEndOfTheNext() throws IOException {
        Path file = write(new OwnTrace()
                .run(7, "again", 10 * SECOND)
                .begin(11 * SECOND)
                .run(7, "again", 100 * SECOND)
                .zone(101 * SECOND, 102 * SECOND)
                .end());

        String json = CommandRun.of("stats", file, "--json").out();

        assertTrue(json.contains("\"zones open at the end\":1"), json);
        assertTrue(json.contains("\"count\":1,\"totalNanos\":{\"sum\":1000000000,"), json);
        assertTrue(json.contains("\"cutShort\":true"), json);
    }

    @Test
    void shouldAddTheLossesOfAllPrograms() throws IOException {
        Path file = write(new OwnTrace()
                .run(7, "first", 10 * SECOND)
                .statistics(3, 0)
                .statistics(5, 0)
                .end()
                .run(7, "first", 100 * SECOND)
                .statistics(2, 1)
                .end());

        String json = CommandRun.of("stats", file, "--json").out();

        // A second run of a process has counts of its own.
        assertTrue(json.contains("\"dropped events\":7"), json);
        assertTrue(json.contains("\"truncated texts\":1"), json);
    }

    @Test
    void shouldSayWhichProgramsRecordingEndedEarly() throws IOException {
        Path file = write(new OwnTrace()
                .run(7, "first", 10 * SECOND)
                .zone(11 * SECOND, 12 * SECOND)
                .saved(2, 12 * SECOND, 14 * SECOND)
                .run(8, "second", 100 * SECOND)
                .zone(101 * SECOND, 102 * SECOND)
                .end());

        String text = CommandRun.of("stats", file).out();

        assertTrue(
                text.lines()
                        .anyMatch(l ->
                                l.matches("recordings that ended early +1 +the oneshot.* full: first \\(process 7\\)")),
                text);
        assertTrue(text.lines().anyMatch(l -> l.matches("milliseconds missing at the end +2,000 .*")), text);
        assertFalse(text.contains("cut short"), text);

        for (String part : List.of("--json", "--csv", "--show=LOSSES")) {
            CommandRun second = CommandRun.of("stats", file, "--process", "8", part);
            assertFalse((second.out() + second.err()).contains("first"), second.toString());
        }
        Path page = folder.resolve("page.html");
        CommandRun report = CommandRun.of("report", file, "--process", "8", "-o", page);
        assertFalse(report.err().contains("ended early"), report.err());
        assertFalse(Files.readString(page).contains("ended early: the oneshot"), "the page");
    }

    /** The files come from two machines. */
    @Test
    void shouldNameTheMachineOfTheChosenRunForFirefox() throws IOException {
        Path file = write(new OwnTrace().run(7, "first", 1000).zone(2000, 3000).end());
        Files.write(file, TwoPrograms.game("second"), StandardOpenOption.APPEND);

        CommandRun run = CommandRun.of("export", file, "--to", "firefox", "--process", "1");

        assertEquals(0, run.exit(), run.err());
        Object meta = JsonTree.at(JsonTree.of(folder.resolve("joined.firefox.json")), "meta");
        assertEquals("system", JsonTree.at(meta, "oscpu"));
        assertEquals(1_700_000_000_000.0, JsonTree.at(meta, "startTime"));
    }

    /** It runs later than the other one, and its profile does not begin with nothing. */
    @Test
    void shouldBeginWithTheChosenRunForFirefox() throws IOException {
        Path file = write(new OwnTrace()
                .run(7, "first", 1000)
                .zone(2000, 3000)
                .end()
                .run(8, "second", 5_000_000_000L)
                .zone(5_000_001_000L, 5_001_000_000L)
                .end());

        CommandRun run = CommandRun.of("export", file, "--to", "firefox", "--process", "8");

        assertEquals(0, run.exit(), run.err());
        Object meta = JsonTree.at(JsonTree.of(folder.resolve("joined.firefox.json")), "meta");
        double millis = (double) JsonTree.at(meta, "profilingEndTime");
        assertTrue(millis < 100, "all of it takes " + millis + " ms");
    }
}
