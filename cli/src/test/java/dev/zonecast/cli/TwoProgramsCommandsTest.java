package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs with equal process ids stay apart in what each command prints; the figures are those of {@link TwoPrograms}. */
class TwoProgramsCommandsTest {
    /** Of the second program in exports. */
    private static final double SECOND = 1 << 30;

    @TempDir
    Path folder;

    private Path trace(TwoPrograms.Join join) throws IOException {
        return Files.write(folder.resolve("two.fxt"), TwoPrograms.bytes(join));
    }

    private static Object stats(Path file, String... options) {
        Object[] arguments = new Object[3 + options.length];
        arguments[0] = "stats";
        arguments[1] = file;
        arguments[2] = "--json";
        System.arraycopy(options, 0, arguments, 3, options.length);
        CommandRun run = CommandRun.of(arguments);
        assertEquals(0, run.exit(), run.err());
        return JsonTree.of(run.out());
    }

    private static List<Object> values(Object tree, String array, String... path) {
        return list(at(tree, array)).stream().map(each -> at(each, path)).toList();
    }

    /** Program and number of frames of each row. */
    private static List<String> frames(Object tree, String array) {
        return list(at(tree, array)).stream()
                .map(row -> at(row, "programId") + " " + at(row, "frames"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountEachProgramsOwn(TwoPrograms.Join join) throws IOException {
        Object all = stats(trace(join));

        assertEquals(List.of("game", "server"), values(at(all, "trace"), "programs", "program"));
        assertEquals(List.of("1#1", "1#2"), values(at(all, "trace"), "programs", "programId"));
        // Zones of one place are one row: 2000 and 7000.
        assertEquals(List.of(9000.0, 400.0), values(all, "zones", "totalNanos", "sum"));
        assertEquals(List.of("1#1", "1#2"), values(all, "frames", "programId"));
        assertEquals(List.of(2000.0, 4000.0), values(all, "frames", "durationNanos", "sum"));
        assertEquals(List.of("1#1"), values(all, "framePacing", "programId"));
        assertEquals(List.of("1#1 2.0", "1#2 1.0"), frames(all, "bounds"));
        assertEquals(List.of("game lock", "server lock"), values(all, "locks", "name"));
        assertEquals(List.of(500.0, 3000.0), values(all, "locks", "heldNanos", "sum"));
        assertEquals(List.of(100.0, 0.0), values(all, "locks", "waitedNanos", "sum"));
        assertEquals(List.of(2.0, 10.0), values(all, "plots", "mean"));
        assertEquals(7.0, at(all, "losses", "dropped events"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldChooseBothOrOneByProcess(TwoPrograms.Join join) throws IOException {
        Path file = trace(join);

        assertEquals(List.of(9000.0, 400.0), values(stats(file, "--process", "1"), "zones", "totalNanos", "sum"));
        Object second = stats(file, "--process", "1#2");
        assertEquals(List.of(7000.0, 300.0), values(second, "zones", "totalNanos", "sum"));
        assertEquals(List.of(4000.0), values(second, "frames", "durationNanos", "sum"));
        assertEquals(List.of(4000.0), values(second, "worstFrames", "durationNanos"));
        assertEquals(List.of("server"), values(at(second, "trace"), "programs", "program"));
        double all = (double) at(stats(file), "trace", "zones");
        double first = (double) at(stats(file, "--process", "1#1"), "trace", "zones");
        assertTrue(first > 0 && first < all, first + " of " + all);
        assertEquals(all - first, at(second, "trace", "zones"));
        assertEquals(2, CommandRun.of("stats", file, "--process", "1#3").exit());
        assertEquals(2, CommandRun.of("stats", file, "--process", "one").exit());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountThePicturesThatAPageHasNoPlaceFor(TwoPrograms.Join join) throws IOException {
        Path page = folder.resolve("two.html");

        String all = CommandRun.of("report", trace(join), "-o", page).err();
        String second = CommandRun.of("report", trace(join), "--process", "1#2", "-o", page)
                .err();

        assertTrue(all.lines().anyMatch(l -> l.matches(".* 2 +frame images of other programs")), all);
        assertFalse(second.contains("frame images"), second);
    }

    /** A manager reports it behind the name of the provider, before the records of the program. */
    @Test
    void shouldChargeAFullBufferToItsProgram() throws IOException {
        byte[] two = TwoPrograms.bytes(TwoPrograms.Join.PROVIDERS);
        int head = 24;
        ByteBuffer bytes = ByteBuffer.allocate(two.length + 8).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(two, 0, head).putLong(1L << 4 | 3L << 16 | 1L << 20).put(two, head, two.length - head);
        Path file = Files.write(folder.resolve("full.fxt"), bytes.array());

        assertEquals(1.0, at(stats(file), "losses", "buffers that were full"));
        assertEquals(1.0, at(stats(file, "--process", "1#1"), "losses", "buffers that were full"));
        assertEquals(0.0, at(stats(file, "--process", "1#2"), "losses", "buffers that were full"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheProgramInTables(TwoPrograms.Join join) throws IOException {
        String text = CommandRun.of("stats", trace(join)).out();

        for (String part : List.of("game, process 1#1,", "server, process 1#2,", "Frame of game", "load of server")) {
            assertTrue(text.contains(part), part + ": " + text);
        }
    }

    /** A provider of another tool with two processes of one name, of which process 70 has an end without a begin. */
    private Path ofOneProvider() throws IOException {
        TraceBytes trace =
                TraceBytes.trace().string(1, "work").string(2, "load").string(3, "browser");
        for (int process : new int[] {60, 70}) {
            trace.record(7 | 1L << 16 | 3L << 24).word(process).end();
        }
        trace.thread(1, 60, 61).thread(2, 70, 71);
        for (int thread : new int[] {1, 2}) {
            trace.event(4, 0, thread, 1, 1000L * thread).word(3000L * thread).end();
            trace.event(1, 1, thread, 2, 1500)
                    .word(1 | 1L << 4 | 2L << 16 | 5L << 32)
                    .word(0)
                    .end();
        }
        trace.event(3, 0, 2, 1, 9000).end();
        // The trace ends inside its last record.
        byte[] bytes = trace.event(0, 0, 1, 1, 10_000).end().bytes();
        return Files.write(folder.resolve("browser.fxt"), Arrays.copyOf(bytes, bytes.length - 8));
    }

    @ParameterizedTest
    @CsvSource({"60, 2000, 0", "70, 4000, 1"})
    void shouldTakeTheRecordingOfAProviderForEachOfItsProcesses(String process, double zoneNanos, double strayEnds)
            throws IOException {
        Path file = ofOneProvider();

        Object one = stats(file, "--process", process);

        assertEquals(List.of(zoneNanos), values(one, "zones", "totalNanos", "sum"));
        assertEquals(8000.0, at(one, "trace", "durationNanos"));
        assertEquals(true, at(one, "trace", "cutShort"));
        assertEquals(List.of(8000.0), values(at(one, "trace"), "recordings", "durationNanos"));
        assertEquals(strayEnds, at(one, "losses", "ends without a begin"));
        String text = CommandRun.of("stats", file, "--process", process).out();
        assertTrue(text.contains("was cut short"), text);
    }

    @Test
    void shouldTellProcessesOfOneNameApart() throws IOException {
        String text = CommandRun.of("stats", ofOneProvider()).out();

        assertTrue(text.contains("load of browser (60)"), text);
        assertTrue(text.contains("load of browser (70)"), text);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNumberProcessesForChrome(TwoPrograms.Join join) throws IOException {
        assertEquals(0, CommandRun.of("export", trace(join), "--to", "chrome").exit());

        List<Object> events = list(at(JsonTree.of(folder.resolve("two.chrome.json")), "traceEvents"));
        assertEquals(List.of("1.0 1.0 2.0", SECOND + " 2.0 7.0"), named(events, "outer", "ts", "dur"));
        assertEquals(
                List.of("1.0 game", SECOND + " server (process 1#2)"),
                events.stream()
                        .filter(event -> at(event, "name").equals("process_name"))
                        .map(event -> at(event, "pid") + " " + at(event, "args", "name"))
                        .distinct()
                        .sorted()
                        .toList());
        // Ids of spans are those of their process.
        assertEquals(
                List.of("1.0 b 1.0", "1.0 e 2.0", SECOND + " b 1.5", SECOND + " e 4.0"),
                named(events, "span", "ph", "ts"));
        assertTrue(events.stream()
                .filter(event -> "span".equals(at(event, "name")))
                .allMatch(event -> "0x7".equals(at(event, "id2", "local"))));
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepFlowsInTheirProgramForChrome(TwoPrograms.Join join) throws IOException {
        Path file = Files.write(folder.resolve("flows.fxt"), TwoPrograms.flows(join));

        assertEquals(0, CommandRun.of("export", file, "--to", "chrome").exit());

        List<Object> events = list(at(JsonTree.of(folder.resolve("flows.chrome.json")), "traceEvents"));
        Map<Object, List<Object>> programsOfIds = events.stream()
                .filter(event -> "job".equals(at(event, "name")))
                .collect(Collectors.groupingBy(
                        event -> at(event, "id"),
                        LinkedHashMap::new,
                        Collectors.mapping(event -> at(event, "pid"), Collectors.toList())));
        assertEquals(
                List.of(List.of(1.0, 1.0), List.of(SECOND, SECOND)),
                List.copyOf(programsOfIds.values()),
                programsOfIds.toString());
        // Perfetto reads a text as a hexadecimal number, and draws nothing if it is none.
        programsOfIds
                .keySet()
                .forEach(id -> Long.parseUnsignedLong(id.toString().replaceFirst("^0x", ""), 16));
    }

    /** Another tool's flow leads from one of its processes to another. */
    @Test
    void shouldLetFlowsOfOtherToolsLeadFromProgramToProgramForChrome() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "work").string(2, "call");
        trace.thread(1, 60, 61).thread(2, 70, 71);
        trace.event(8, 0, 1, 1, 1000)
                .word(5)
                .end()
                .event(10, 0, 2, 1, 2000)
                .word(5)
                .end();
        Path file = Files.write(folder.resolve("call.fxt"), trace.bytes());

        assertEquals(0, CommandRun.of("export", file, "--to", "chrome").exit());

        List<Object> ids = list(at(JsonTree.of(folder.resolve("call.chrome.json")), "traceEvents")).stream()
                .filter(event -> List.of("s", "f").contains(at(event, "ph")))
                .map(event -> at(event, "id"))
                .toList();
        assertEquals(2, ids.size());
        assertEquals(ids.get(0), ids.get(1));
    }

    private static List<String> named(List<Object> events, String name, String... values) {
        return events.stream()
                .filter(event -> name.equals(at(event, "name")))
                .map(event -> at(event, "pid") + " " + at(event, values[0]) + " " + at(event, values[1]))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNumberProcessesForFirefox(TwoPrograms.Join join) throws IOException {
        assertEquals(0, CommandRun.of("export", trace(join), "--to", "firefox").exit());

        Object profile = JsonTree.of(folder.resolve("two.firefox.json"));
        List<Object> threads = list(at(profile, "threads"));
        assertEquals(
                List.of("1 game", (1 << 30) + " server (process 1#2)"),
                threads.stream()
                        .map(thread -> at(thread, "pid") + " " + at(thread, "processName"))
                        .distinct()
                        .toList());
        assertEquals(
                List.of("game main", "server main"),
                threads.stream()
                        .filter(thread -> list(at(thread, "samples", "weight")).stream()
                                .filter(Objects::nonNull)
                                .anyMatch(weight -> (Double) weight >= 0.002))
                        .map(thread -> at(thread, "name"))
                        .toList());
        assertEquals(
                List.of("1", "" + (1 << 30)),
                list(at(profile, "counters")).stream()
                        .map(counter -> at(counter, "pid"))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheProgramInCsv(TwoPrograms.Join join) throws IOException {
        assertEquals(0, CommandRun.of("export", trace(join), "--to", "csv").exit());

        List<String> lines = Files.readAllLines(folder.resolve("two.csv"));
        assertTrue(lines.contains("outer,,0,1000,2000,1,,2000,cpu,game main,1,1"), lines.toString());
        assertTrue(lines.contains("outer,,0,2000,7000,1,,7000,cpu,server main,1," + (1 << 30)), lines.toString());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountWhatAnOutputLeavesOutOfTheChosenProgramAlone(TwoPrograms.Join join) throws IOException {
        Path file = trace(join);
        Path second = folder.resolve("second.json");

        assertEquals(0, CommandRun.of("export", file, "--to", "chrome").exit());
        assertEquals(
                0,
                CommandRun.of("export", file, "--to", "chrome", "--process", "1#2", "-o", second)
                        .exit());

        String images = "left out by this output: frame images";
        Object all = at(JsonTree.of(folder.resolve("two.chrome.json")), "otherData", "losses");
        assertEquals(4.0, at(all, images));
        assertEquals(2.0, at(JsonTree.of(second), "otherData", "losses", images));
    }
}
