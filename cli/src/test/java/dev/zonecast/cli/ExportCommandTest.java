package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {
    private static final SourceLocation OUTER = SourceLocation.of("outer", "Export.run", "Export.java", 5, 0xFF0000);
    private static final SourceLocation INNER = SourceLocation.of("inner", "inner", "work.lua", 6, 0);

    @TempDir
    Path folder;

    @Test
    void shouldHaveTheLastNameOfAThread() throws IOException {
        long milli = ScriptedTrace.MILLI;
        Path file = new ScriptedTrace()
                .thread(10, "Thread-0")
                .zone(10, "load", milli, 2 * milli)
                .thread(10, "loader")
                .zone(10, "load", 3 * milli, 4 * milli)
                .write(folder.resolve("late.fxt"));

        assertEquals(0, CommandRun.of("export", file, "--to", "csv").exit());
        assertEquals(
                0,
                CommandRun.of("export", file, "--to", "chrome", "--thread", "loader")
                        .exit());

        List<String> lines = Files.readAllLines(folder.resolve("late.csv"));
        assertEquals(2, lines.stream().filter(line -> line.contains(",loader,")).count(), lines.toString());
        List<Object> events = list(at(JsonTree.of(folder.resolve("late.chrome.json")), "traceEvents"));
        assertEquals(2, events.stream().filter(e -> at(e, "ph").equals("X")).count());
    }

    @Test
    void shouldWriteEveryEventForChrome() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        assertEquals(0, CommandRun.of("export", file, "--to", "chrome").exit());

        List<Object> events = list(at(JsonTree.of(folder.resolve("a.chrome.json")), "traceEvents"));
        assertEquals(
                2 * SampleTrace.CALLS,
                events.stream().filter(e -> at(e, "ph").equals("X")).count());
        assertEquals(
                SampleTrace.CALLS,
                events.stream().filter(e -> at(e, "ph").equals("C")).count());
        assertEquals(1, events.stream().filter(e -> at(e, "ph").equals("i")).count());
        for (String phase : List.of("s", "f", "b", "e")) {
            assertEquals(
                    1, events.stream().filter(e -> at(e, "ph").equals(phase)).count(), phase);
        }
        Object update = events.stream()
                .filter(e -> at(e, "name").equals("update"))
                .findFirst()
                .orElseThrow();
        assertEquals(10.0, at(update, "ts"));
        assertEquals(1.0, at(update, "dur"));
        assertEquals("src/Game.java:12", at(update, "args", "loc"));
    }

    @Test
    void shouldWriteALinePerZoneAsCsv() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);
        Path output = folder.resolve("zones.csv");

        CommandRun.of("export", file, "--to", "csv", "-o", output);

        List<String> lines = Files.readAllLines(output);
        assertEquals(1 + 2 * SampleTrace.CALLS + 2, lines.size());
        for (String kind : List.of("span", "flow")) {
            assertEquals(
                    1,
                    lines.stream()
                            .filter(line -> line.contains("," + kind + ","))
                            .count(),
                    kind);
        }
        assertEquals("draw,,0,50,500,71,,500,cpu,job,2,70", lines.get(1));
        assertEquals("update,src/Game.java,12,0,1000,71,,500,cpu,job,1,70", lines.get(2));
    }

    @Test
    void shouldWriteAProfileThatFirefoxCanRelyOn() throws Exception {
        Path file = folder.resolve("game.fxt");
        Zonecast.startRecording(file);
        Plot plot = Plot.of("export plot");
        for (int i = 0; i < 50; i++) {
            Frame.mark();
            try (Zone outer = Zone.open(OUTER)) {
                outer.text("call " + i);
                plot.set(i);
                Zone.end(Zone.begin(INNER));
            }
            Message.log("said \"" + i + "\"");
        }
        Zonecast.stopRecording();

        assertEquals(0, CommandRun.of("export", file, "--to", "firefox").exit());

        Object profile = JsonTree.of(folder.resolve("game.firefox.json"));
        FirefoxCheck.check(profile);
        List<Object> strings = list(at(profile, "shared", "stringArray"));
        Object main = list(at(profile, "threads")).stream()
                .filter(thread -> list(at(thread, "markers", "name")).stream()
                        .anyMatch(
                                name -> strings.get(((Double) name).intValue()).equals("outer")))
                .findFirst()
                .orElseThrow();
        assertEquals(150.0, at(main, "markers", "length"), "zones and messages");
        // The machine's load may be another.
        Object counter = list(at(profile, "counters")).stream()
                .filter(each -> at(each, "name").equals("export plot"))
                .findFirst()
                .orElseThrow();
        assertEquals(51.0, at(counter, "samples", "length"));
        assertEquals(1.0, list(at(counter, "samples", "count")).get(10));
        assertWeightsAreSelfTimes(
                main, list(at(profile, "shared", "stringArray")).indexOf("Export.java:5"));
    }

    /** Between two samples the front-end's graph of a thread changes in the middle. */
    @Test
    void shouldSampleALongZoneAtItsEndToo() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        trace.string(1, "cat").string(2, "load").thread(1, 70, 71);
        trace.event(2, 0, 1, 2, 1_000_000).end();
        trace.event(3, 0, 1, 0, 5_000_000).end();
        trace.event(2, 0, 1, 2, 5_000_100).end();
        trace.event(3, 0, 1, 0, 5_000_300).end();
        Path file = Files.write(folder.resolve("long.fxt"), trace.bytes());

        assertEquals(0, CommandRun.of("export", file, "--to", "firefox").exit());

        Object profile = JsonTree.of(folder.resolve("long.firefox.json"));
        FirefoxCheck.check(profile);
        Object samples = at(list(at(profile, "threads")).getFirst(), "samples");
        assertEquals(List.of(0.0, 4.0, 4.0, 4.0001, 4.0003), at(samples, "time"));
        assertEquals(List.of(4.0, 0.0, 0.0, 0.0002, 0.0), at(samples, "weight"));
        assertEquals(Arrays.asList(0.0, 0.0, null, 0.0, null), at(samples, "stack"));
    }

    @Test
    void shouldKeepTheOrderOfValuesOfOneTime() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        trace.string(1, "value").string(2, "load").thread(1, 70, 71);
        long[][] values = {{1_000_000, 100}, {1_000_000, 0}, {2_000_000, 5}};
        for (long[] value : values) {
            trace.event(1, 1, 1, 2, value[0])
                    .word(1 | 1L << 4 | 1L << 16 | value[1] << 32)
                    .word(0)
                    .end();
        }
        Path file = Files.write(folder.resolve("values.fxt"), trace.bytes());

        assertEquals(0, CommandRun.of("export", file, "--to", "firefox").exit());

        Object profile = JsonTree.of(folder.resolve("values.firefox.json"));
        Object samples = at(list(at(profile, "counters")).getFirst(), "samples");
        assertEquals(List.of(0.0, 100.0, -100.0, 5.0), at(samples, "count"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"firefox", "chrome", "perfetto", "csv"})
    void shouldHaveOnlyEventsOfTheChosenThread(String format) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        String[] words = {"cat", "value", "main", "other", "process"};
        for (int i = 0; i < words.length; i++) {
            trace.string(1 + i, words[i]);
        }
        trace.thread(1, 70, 71).thread(2, 70, 72);
        for (int thread = 1; thread <= 2; thread++) {
            trace.record(7 | 2L << 16 | (long) (2 + thread) << 24 | 1L << 40)
                    .word(70 + thread)
                    .word(8 | 2L << 4 | 5L << 16)
                    .word(70)
                    .end();
            // Span, message, plot, and a flow that ends on the other thread.
            int name = 10 * thread;
            String of = thread == 1 ? "chosen" : "hidden";
            trace.string(name, of + " span").string(name + 1, of + " note");
            trace.string(name + 2, of + " load").string(name + 3, of + " flow");
            trace.event(5, 0, thread, 1, name, 1_000).word(thread).end();
            trace.event(7, 0, 3 - thread, 1, name, 2_000).word(thread).end();
            trace.event(0, 0, thread, 1, name + 1, 1_500).end();
            trace.event(1, 1, thread, name + 2, 1_600)
                    .word(1 | 1L << 4 | 2L << 16 | 7L << 32)
                    .word(0)
                    .end();
            trace.event(2, 0, thread, 1, 1, 1_700).end();
            trace.event(8, 0, thread, 1, name + 3, 1_700).word(10 + thread).end();
            trace.event(10, 0, 3 - thread, 1, name + 3, 1_800).word(10 + thread).end();
            trace.event(3, 0, thread, 1, 1, 1_900).end();
        }
        Path file = Files.write(folder.resolve("threads.fxt"), trace.bytes());
        Path output = folder.resolve("output");

        CommandRun run = CommandRun.of("export", file, "--to", format, "-o", output, "--thread", "main");

        assertEquals(0, run.exit(), run.err());
        String written = new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1);
        assertFalse(written.contains("hidden"), written);
        assertTrue(written.contains("chosen span"), written);
        assertTrue(written.contains("chosen flow"), written);
        if (format.equals("chrome")) {
            List<Object> events = list(at(JsonTree.of(output), "traceEvents"));
            for (String phase : List.of("b", "e", "s", "f")) {
                assertEquals(
                        1,
                        events.stream()
                                .filter(event -> at(event, "ph").equals(phase))
                                .count(),
                        phase);
            }
        }
    }

    /**
     * The weights of all samples are the time that any zone was open.
     *
     * @param outerPlace number of the string that says where the outermost zones are
     */
    private static void assertWeightsAreSelfTimes(Object thread, double outerPlace) {
        double weights = list(at(thread, "samples", "weight")).stream()
                .mapToDouble(weight -> (Double) weight)
                .sum();
        List<Object> data = list(at(thread, "markers", "data"));
        double outer = 0;
        for (int i = 0; i < data.size(); i++) {
            if (Double.valueOf(outerPlace).equals(at(data.get(i), "where"))) {
                outer += (Double) list(at(thread, "markers", "endTime")).get(i)
                        - (Double) list(at(thread, "markers", "startTime")).get(i);
            }
        }
        assertTrue(outer > 0);
        assertEquals(outer, weights, 1e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"firefox", "chrome", "perfetto", "csv"})
    void shouldLeaveNothingHalfDoneWhenTheTraceIsDamaged(String format) throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 16 * 8, bytes.length / 16 * 8 + 8, (byte) 0);
        Files.write(file, bytes);
        Path output = Files.writeString(folder.resolve("output"), "what was there");

        CommandRun run = CommandRun.of("export", file, "--to", format, "-o", output);

        assertEquals(2, run.exit());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("at byte "), run.err());
        assertEquals("what was there", Files.readString(output));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(2, files.count());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"firefox", "chrome", "perfetto", "csv"})
    void shouldSayThatTheDiskIsFull(String format) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a device that is always full");
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        CommandRun run = CommandRun.of("export", file, "--to", format, "-o", full);

        assertEquals(2, run.exit());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("zonecast: /dev/full: No space left"), run.err());
        assertFalse(Files.isRegularFile(full));
    }

    @Test
    void shouldRefuseWhatCannotBeWritten() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        assertEquals(
                2, CommandRun.of("export", file, "--to", "csv", "-o", folder).exit());
        assertEquals(
                2,
                CommandRun.of("export", file, "--to", "csv", "-o", folder.resolve("no/such/x.csv"))
                        .exit());
        assertEquals(2, CommandRun.of("export", file, "--to", "floppy").exit());
        assertEquals(2, CommandRun.of("export", file).exit());
    }
}
