package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every output has the same account of losses. */
class LossesTest {
    private static final int WORD = 1;
    private static final List<String> FORMATS = List.of("chrome", "csv", "perfetto", "firefox");

    @TempDir
    Path folder;

    private Path lossy;

    /** A trace with a known number of each loss that a reader finds. */
    @BeforeEach
    void write() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(WORD, "word").thread(1, 70, 71);
        trace.event(2, 0, 1, WORD, 1000).end();
        trace.event(3, 0, 1, WORD, 2000).end();
        trace.event(3, 0, 1, WORD, 2100).end();
        trace.event(4, 0, 1, WORD, 3000).word(2900).end();
        // Two context switches and a wake-up.
        trace.record(8 | 1L << 60).word(3100).word(71).word(72).end();
        trace.record(8 | 1L << 60).word(3200).word(72).word(71).end();
        trace.record(8 | 2L << 60).word(3300).word(71).end();
        trace.record(6 | 1L << 16 | (long) WORD << 24).word(0x1234).end();
        trace.record(5 | (long) WORD << 16 | 8L << 32 | 2L << 48).word(0).end();
        trace.record(12).word(-1).end();
        trace.event(13, 0, 0, 0, 5).end();
        trace.event(0, 0, 1, 99, 3400).end();
        trace.event(5, 0, 1, WORD, 3500).word(6).end();
        trace.event(8, 0, 1, WORD, 3600).word(7).end();
        trace.event(10, 0, 1, WORD, 3700).word(7).end();
        trace.event(2, 0, 1, WORD, 4000).end();
        lossy = Files.write(folder.resolve("lossy.fxt"), trace.bytes());
    }

    private static void assertAccount(String account, String what) {
        for (String line : List.of(
                "zones open at the end +1",
                "ends without a begin +1",
                "times that ran backwards +1",
                "unknown references +1",
                "records of unknown types +1",
                "events of unknown types +1",
                "scheduling records +3 +2 context switches",
                "userspace objects +1",
                "data of other programs +1 +word")) {
            assertTrue(
                    account.lines().anyMatch(l -> l.matches(line + ".*")), what + " has no " + line + "\n" + account);
        }
        assertFalse(account.contains("losses: none"), account);
    }

    @Test
    void shouldBePrintedByStats() {
        CommandRun run = CommandRun.of("stats", lossy);

        assertAccount(run.out(), "stats");
        assertFalse(run.out().contains("left out by this output"), run.out());
    }

    @Test
    void shouldBePrintedByStatsWithTheTableForProgramsOnTheErrorOutput() {
        CommandRun run = CommandRun.of("stats", lossy, "--csv");

        assertAccount(run.err(), "stats --csv");
        assertEquals(2, run.out().lines().count(), run.out());
    }

    /** There is room for the verdicts of 64 programs, and that table has no verdicts. */
    @Test
    void shouldBeThoseOfTheTableForProgramsAlone() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        for (int i = 1; i <= 65; i++) {
            new ProviderRecords(trace, i, i, "program " + i)
                    .track(1, ExtensionLayout.TRACK_THREAD, 0, 0, "main")
                    .track(2, ExtensionLayout.TRACK_FRAMES, 0, 0, "Frame")
                    .frameBegin(2, "Frame", 0, 1000)
                    .begin(1, "zone", "work", 1000)
                    .end(1, "zone", "work", 2000)
                    .end(2, "frame", "Frame", 2000)
                    .recordingEnd();
        }
        Path file = Files.write(folder.resolve("many.fxt"), trace.bytes());

        CommandRun text = CommandRun.of("stats", file);
        CommandRun csv = CommandRun.of("stats", file, "--csv", "--self");

        assertTrue(
                text.out().lines().anyMatch(l -> l.matches("left out by this output +1 +frames, waits and zones .*")),
                text.out());
        assertFalse(csv.err().contains("verdicts"), csv.err());
    }

    @Test
    void shouldBePrintedForBothSidesOfAComparison() throws IOException {
        Path good = SampleTrace.write(folder.resolve("good.fxt"), 500);

        CommandRun run = CommandRun.of("compare", good, lossy);

        int b = run.out().indexOf("losses of B");
        assertTrue(b > run.out().indexOf("losses of A") && run.out().contains("losses of A"), run.out());
        assertAccount(run.out().substring(b), "compare");
        assertFalse(run.out().substring(0, b).contains("unknown references"), run.out());
    }

    @Test
    void shouldBeTheSameObjectInEveryJson() {
        String stats = CommandRun.of("stats", lossy, "--json").out();
        String compare = CommandRun.of("compare", lossy, lossy, "--json").out();

        for (String entry : List.of(
                "\"zones open at the end\":1",
                "\"ends without a begin\":1",
                "\"times that ran backwards\":1",
                "\"scheduling records\":3,\"scheduling records: context switches\":2",
                "\"dropped events\":0")) {
            assertTrue(stats.contains(entry), stats);
            assertEquals(3, compare.split(entry, -1).length, compare);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chrome", "csv", "perfetto", "firefox"})
    void shouldBePrintedWhenAnExportEnds(String format) throws IOException {
        Path file = folder.resolve("exported");

        CommandRun run = CommandRun.of("export", lossy, "--to", format, "-o", file);

        assertEquals(0, run.exit(), run.err());
        assertAccount(run.err(), format);
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertTrue(format.equals("csv") || content.contains("times that ran backwards"), format);
    }

    @Test
    void shouldNameWhatAnExportCannotShow() {
        String csv = CommandRun.of("export", lossy, "--to", "csv", "-o", folder.resolve("x.csv"))
                .err();
        String chrome = CommandRun.of("export", lossy, "--to", "chrome", "-o", folder.resolve("x.json"))
                .err();

        assertTrue(csv.lines().anyMatch(l -> l.matches("left out by this output +1 +messages")), csv);
        assertFalse(chrome.contains("left out by this output"), chrome);
    }

    @Test
    void shouldNameTheDetailsThatTablesDoNotShow() throws IOException {
        TraceBytes trace =
                TraceBytes.trace().string(WORD, "work").string(2, "name").thread(1, 70, 71);
        trace.event(2, 1, 1, WORD, 1000)
                .word(6 | 1L << 4 | 2L << 16 | (long) WORD << 32)
                .end();
        trace.event(3, 0, 1, WORD, 2000).end();
        Path detailed = Files.write(folder.resolve("detailed.fxt"), trace.bytes());
        String row = "left out by this output +1 +texts and values of zones";

        String csv = CommandRun.of("stats", detailed, "--csv").err();
        String compare = CommandRun.of("compare", detailed, detailed).out();

        assertTrue(csv.lines().anyMatch(l -> l.matches(row)), csv);
        assertEquals(2, compare.lines().filter(l -> l.matches(row)).count(), compare);
    }

    @Test
    void shouldBePrintedByTheReport() {
        CommandRun run = CommandRun.of("report", lossy, "-o", folder.resolve("page.html"));

        assertEquals(0, run.exit(), run.err());
        assertAccount(run.err(), "report");
    }

    @Test
    void shouldBeNoneWhereNothingIsMissing() throws IOException {
        Path whole = Files.write(
                folder.resolve("whole.fxt"),
                new OwnTrace().run(7, "whole", 1000).zone(2000, 3000).end().bytes());

        assertTrue(CommandRun.of("stats", whole).out().contains("losses: none"));
        assertTrue(CommandRun.of("stats", whole, "--csv").err().contains("losses: none"));
        CommandRun compare = CommandRun.of("compare", whole, whole);
        assertTrue(compare.out().contains("losses of A: none") && compare.out().contains("losses of B: none"));
        for (String format : FORMATS) {
            CommandRun export = CommandRun.of("export", whole, "--to", format, "-o", folder.resolve("x"));
            assertTrue(export.err().contains("losses: none"), format + export.err());
        }
        assertTrue(CommandRun.of("report", whole, "-o", folder.resolve("p.html"))
                .err()
                .contains("losses: none"));
    }

    @Test
    void shouldCountPlotValuesThatAnExportCannotWrite() throws IOException {
        TraceBytes trace =
                TraceBytes.trace().string(1, "load").string(2, "value").thread(1, 70, 71);
        for (double value : new double[] {1, Double.NaN, Double.POSITIVE_INFINITY, 2}) {
            trace.event(1, 1, 1, 1, 1000)
                    .word(5 | 2L << 4 | 2L << 16)
                    .word(Double.doubleToRawLongBits(value))
                    .word(0)
                    .end();
        }
        Path file = Files.write(folder.resolve("nan.fxt"), trace.bytes());

        for (String format : List.of("chrome", "perfetto", "firefox")) {
            String err = CommandRun.of("export", file, "--to", format, "-o", folder.resolve("x"))
                    .err();
            assertTrue(
                    err.lines().anyMatch(l -> l.matches("left out by this output +2 +plot values that are not finite")),
                    format + err);
        }
    }

    @ParameterizedTest
    @EnumSource(EndReason.class)
    void shouldNameTheReasonOfEachEarlyEnd(EndReason reason) throws IOException {
        Path file = Files.write(
                folder.resolve("early.fxt"),
                new OwnTrace()
                        .run(7, "game", 1000)
                        .zone(2000, 3000)
                        .saved(reason.code(), 3000, 5_000_003_000L)
                        .bytes());

        String stats = CommandRun.of("stats", file).out();
        CommandRun export = CommandRun.of("export", file, "--to", "chrome", "-o", folder.resolve("x"));

        if (reason.isEarly()) {
            String row = "recordings that ended early +1 +" + Pattern.quote(reason.text()) + ": game \\(process 7\\)";
            for (String account : List.of(stats, export.err())) {
                assertTrue(account.lines().anyMatch(l -> l.matches(row)), account);
                assertTrue(account.lines().anyMatch(l -> l.matches("milliseconds missing at the end +5,000")), account);
                assertTrue(account.contains("The last 5.000 s up to the end are missing."), account);
            }
            assertTrue(Files.readString(folder.resolve("x")).contains(reason.text()), reason.text());
        } else {
            assertTrue(stats.contains("losses: none"), stats);
        }
    }

    /** The table of messages has room for 1000 severities. */
    @Test
    void shouldLeaveOutTheLossesOfTablesThatStatsDoesNotPrint() throws IOException {
        OwnTrace trace = new OwnTrace().run(7, "game", 1000).zone(2000, 3000);
        int message = OwnTrace.FREE;
        trace.records().string(message, "message").string(message + 1, "hello").string(message + 2, "severity");
        for (int i = 0; i <= 1000; i++) {
            trace.records()
                    .string(message + 3, "severity " + i)
                    .event(0, 1, 1, message, message + 1, 4000 + i)
                    .word(6 | 1L << 4 | (message + 2L) << 16 | (message + 3L) << 32)
                    .end();
        }
        Path file = Files.write(folder.resolve("severities.fxt"), trace.end().bytes());

        String messages =
                CommandRun.of("stats", file, "--show", "messages,losses").out();
        String zones = CommandRun.of("stats", file, "--show", "zones,losses").out();

        assertTrue(messages.lines().anyMatch(l -> l.matches("left out by this output +1 .*")), messages);
        assertTrue(zones.contains("losses: none"), zones);
    }
}
