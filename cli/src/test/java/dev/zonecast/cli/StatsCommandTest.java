package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.report.PageTrace;
import dev.zonecast.core.Category;
import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatsCommandTest {
    private static final SourceLocation WORK = SourceLocation.of("work", "Stats.work", "Stats.java", 7, 0);

    private static final SourceLocation WAIT =
            SourceLocation.of("wait", "Stats.wait", "Stats.java", 9, 0).category(Category.IDLE.sub("for work"));

    @TempDir
    Path folder;

    @Test
    void shouldPrintTheColumnsOfTracysExportWhenAsked() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        CommandRun whole = CommandRun.of("stats", file, "--csv");
        CommandRun self = CommandRun.of("stats", file, "--csv", "--self");

        assertEquals("""
            name,src_file,src_line,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns
            draw,,0,504500,25.237619,1000,504,500,509,2.916935
            update,src/Game.java,12,1000000,50.025013,1000,1000,1000,1000,0.000000
            """, whole.out());
        assertTrue(self.out().contains("\nupdate,src/Game.java,12,495500,"), self.out());
        assertEquals(0, whole.exit());
    }

    @Test
    void shouldPrintJsonThatHasTheFigures() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        String json = CommandRun.of("stats", file, "--json").out();

        assertTrue(
                json.contains(
                        "\"name\":\"draw\",\"function\":\"\",\"file\":\"\",\"line\":0,\"on\":\"CPU\",\"category\":\"Other\","
                                + "\"time\":\"WORK\",\"selfShare\":0.5045,\"waitedNanos\":0,\"count\":1000,\"totalNanos\":{\"sum\":504500,\"mean\":504.5,\"min\":500,\"p50\":"),
                json);
        assertTrue(
                json.contains(
                        "{\"name\":\"load:value\",\"process\":70,\"programId\":\"70\",\"format\":\"NUMBER\",\"count\":1000,\"notFinite\":0,\"min\":0.0,\"mean\":499.5,"
                                + "\"max\":999.0,\"last\":999.0}"),
                json);
        assertTrue(json.contains("\"messageCounts\":{\"\":1}"), json);
        assertTrue(json.contains("\"cutShort\":false"), json);
    }

    @Test
    void shouldPrintTablesForPeople() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        List<String> lines = CommandRun.of("stats", file).out().lines().toList();

        assertTrue(
                lines.stream().anyMatch(l -> l.matches("draw +cpu +1,000 +504\\.5 us +50\\.\\d .*")), lines.toString());
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("update  Game.java:12")), lines.toString());
        assertTrue(
                lines.stream().anyMatch(l -> l.matches("load:value +1,000 +0 +499\\.500 +999 +999")), lines.toString());
        assertTrue(lines.stream().anyMatch(l -> l.matches("job +1 +2\\.000 us .*")), lines.toString());
        assertFalse(lines.toString().contains("left out by this output"), lines.toString());
    }

    @Test
    void shouldSumTheTimeOfEachCategory() throws IOException {
        Path file = folder.resolve("mods.fxt");
        Category mod = Category.of("some-mod.jar");
        List<SourceLocation> places = List.of(
                SourceLocation.of("first of the mod", "Mod.first", "Mod.java", 1, 0)
                        .category(mod),
                SourceLocation.of("second of the mod", "Mod.second", "Mod.java", 2, 0)
                        .category(mod),
                SourceLocation.of("of the game", "Game.update", "Game.java", 3, 0)
                        .category(Category.of("game.jar")));
        Zonecast.startRecording(file);
        for (SourceLocation place : places) {
            for (int i = 0; i < 3; i++) {
                Zone.end(Zone.begin(place));
            }
        }
        Zonecast.stopRecording();

        String json =
                CommandRun.of("stats", file, "--show", "CATEGORIES", "--json").out();
        String text = CommandRun.of("stats", file, "--show", "CATEGORIES").out();

        assertTrue(
                json.contains("{\"name\":\"some-mod.jar\",\"time\":\"WORK\",\"places\":2,\"count\":6,\"selfNanos\":"),
                json);
        assertTrue(json.contains("{\"name\":\"game.jar\",\"time\":\"WORK\",\"places\":1,\"count\":3,"), json);
        assertTrue(text.lines().anyMatch(line -> line.matches("some-mod.jar +CPU work +2 +6 .*")), text);
    }

    @Test
    void shouldCountOnlyWhatPassesTheFilters() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        String byName = CommandRun.of("stats", file, "--csv", "--zone", "DRA").out();
        String byExpression =
                CommandRun.of("stats", file, "--csv", "--zone", "/^up.*e$/").out();
        String byTime = CommandRun.of("stats", file, "--csv", "--since", "0.001", "--until", "0.0015")
                .out();
        String byThread =
                CommandRun.of("stats", file, "--csv", "--thread", "JO").out();

        assertEquals(2, byName.lines().count());
        assertTrue(byName.contains("\ndraw,"), byName);
        assertEquals(2, byExpression.lines().count());
        assertTrue(byTime.contains("update,src/Game.java,12,250000,"), byTime);
        assertEquals(3, byThread.lines().count(), byThread);
    }

    @Test
    void shouldChooseThreadsByTheirLastNames() throws IOException {
        long milli = ScriptedTrace.MILLI;
        Path file = new ScriptedTrace()
                .thread(10, "Thread-0")
                .zone(10, "load", milli, 2 * milli)
                .plot(10, "files", 2 * milli, 1)
                .thread(10, "loader")
                .zone(10, "load", 3 * milli, 4 * milli)
                .plot(10, "files", 4 * milli, 2)
                .write(folder.resolve("late.fxt"));

        String zones =
                CommandRun.of("stats", file, "--csv", "--thread", "loader").out();
        String plots = CommandRun.of("stats", file, "--json", "--show", "plots", "--thread", "loader")
                .out();

        assertTrue(zones.contains("\nload,load.java,7,2000000,"), zones);
        assertEquals(2.0, at(list(at(JsonTree.of(plots), "plots")).getFirst(), "count"));
        assertEquals(2, CommandRun.of("stats", file, "--thread", "Thread-0").exit());
    }

    @Test
    void shouldShowTheNameAloneWhenTheFileIsNotKnown() throws IOException {
        Path file = folder.resolve("placeless.fxt");
        SourceLocation placeless = SourceLocation.of("placeless", "someFunction", null, 0, 0);
        Zonecast.startRecording(file);
        Zone.end(Zone.begin(placeless));
        Zonecast.stopRecording();

        List<String> lines = CommandRun.of("stats", file).out().lines().toList();

        assertTrue(lines.stream().anyMatch(line -> line.matches("placeless +cpu +1 .*")), lines.toString());
    }

    @Test
    void shouldSayWhatWasInTheWorstFrames() throws IOException {
        long milli = ScriptedTrace.MILLI;
        ScriptedTrace trace = new ScriptedTrace().thread(10, "main");
        long begin = 0;
        for (int i = 0; i < 20; i++) {
            long end = begin + (i == 13 ? 60 : 10) * milli;
            trace.markedFrame(10, i, begin, end).zone(10, "work", begin + milli, end - milli);
            begin = end;
        }
        Path file = trace.write(folder.resolve("frames.fxt"));

        String out = CommandRun.of("stats", file).out();
        String worst = out.lines()
                .dropWhile(l -> !l.startsWith("worst frames"))
                .skip(1)
                .findFirst()
                .orElseThrow();

        assertTrue(worst.matches("frame 13 .* 60\\S* ms .*  work 58\\S* ms.*"), worst);
        assertTrue(out.lines().anyMatch(l -> l.matches("Frame +20 .*")), out);
    }

    @Test
    void shouldNotTakeWaitingForWork() throws Exception {
        Path file = folder.resolve("idle.fxt");
        Zonecast.startRecording(file);
        Frame.mark();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try (Zone zone = Zone.open(WAIT)) {
                zone.value(1);
                LockSupport.parkNanos(50_000_000);
                try (Zone inside = Zone.open(WORK)) {
                    inside.value(2);
                }
            }
        });
        waiting.join();
        Frame.mark();
        Zonecast.stopRecording();

        List<String> lines = CommandRun.of("stats", file).out().lines().toList();
        String json = CommandRun.of("stats", file, "--json").out();

        String work =
                lines.stream().filter(l -> l.startsWith("work ")).findFirst().orElseThrow();
        String wait =
                lines.stream().filter(l -> l.startsWith("wait ")).findFirst().orElseThrow();
        String worst =
                lines.stream().filter(l -> l.startsWith("frame ")).findFirst().orElseThrow();
        assertTrue(work.matches(".* 100\\.0 .*"), work);
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("waiting ")), lines.toString());
        assertTrue(lines.indexOf(work) < lines.indexOf(wait), lines.toString());
        assertTrue(worst.contains("work ") && !worst.contains("wait"), worst);
        assertTrue(json.contains("\"category\":\"Idle: for work\""), json);
    }

    @Test
    void shouldNotTakeASectionForWork() throws IOException {
        long milli = ScriptedTrace.MILLI;
        ScriptedTrace trace = new ScriptedTrace().thread(10, "main").section(11, "level", "forest", 0, 30 * milli);
        for (int i = 0; i < 3; i++) {
            long begin = 10L * i * milli;
            trace.markedFrame(10, i, begin, begin + 10 * milli).zone(10, "work", begin, begin + 9 * milli);
        }
        Path file = trace.write(folder.resolve("section.fxt"));

        Object stats = JsonTree.of(CommandRun.of("stats", file, "--json").out());

        List<Object> zones = list(at(stats, "zones"));
        assertEquals(
                List.of("work"), zones.stream().map(zone -> at(zone, "name")).toList());
        assertEquals(1.0, at(zones.getFirst(), "selfShare"));
        for (Object frame : list(at(stats, "worstFrames"))) {
            assertEquals(
                    List.of("work"),
                    list(at(frame, "zones")).stream()
                            .map(zone -> at(zone, "name"))
                            .toList());
        }
        assertEquals("forest", at(list(at(stats, "markers")).getFirst(), "name"));
    }

    @Test
    void shouldSayHowLongJobsOfOtherTracesRanWhateverTheCategoryOfTheirFlows() throws IOException {
        TraceBytes trace = TraceBytes.trace()
                .string(1, "async")
                .string(2, "job")
                .thread(1, 70, 71)
                .thread(2, 70, 72);
        trace.event(2, 0, 1, 1, 2, 1_000).end();
        trace.event(8, 0, 1, 1, 2, 1_500).word(5).end();
        trace.event(3, 0, 1, 1, 2, 2_000).end();
        trace.event(2, 0, 2, 1, 2, 4_000).end();
        trace.event(10, 0, 2, 1, 2, 4_000).word(5).end();
        trace.event(3, 0, 2, 1, 2, 7_000).end();
        Path file = Files.write(folder.resolve("async.fxt"), trace.bytes());

        Object flow = list(at(JsonTree.of(CommandRun.of("stats", file, "--json").out()), "flows"))
                .getFirst();

        assertEquals(2_500.0, at(flow, "queuedNanos", "sum"));
        assertEquals(3_000.0, at(flow, "ranNanos", "sum"));
    }

    @Test
    void shouldKeepProgramsApartWhenSeveralWereRecordedTogether() throws Exception {
        Path file = PageTrace.writeTwo(folder.resolve("two.fxt"));

        List<String> both = CommandRun.of("stats", file).out().lines().toList();
        List<String> one = CommandRun.of("stats", file, "--process", PageTrace.SECOND_PROCESS)
                .out()
                .lines()
                .toList();
        String json = CommandRun.of("stats", file, "--json").out();

        assertEquals(
                List.of("<demo> & co, process 77", "<demo> & co, process 78"),
                both.stream()
                        .filter(l -> l.contains(", process "))
                        .map(l -> l.replaceFirst(",[^,]*$", ""))
                        .toList());
        for (int process : new int[] {PageTrace.PROCESS, PageTrace.SECOND_PROCESS}) {
            assertTrue(
                    both.stream()
                            .anyMatch(l -> l.matches(
                                    "Frame of <demo> & co \\(" + process + "\\) +" + PageTrace.FRAMES + " .*")),
                    both.toString());
            assertTrue(
                    both.stream().anyMatch(l -> l.matches("load of <demo> & co \\(" + process + "\\) +10 .*")),
                    both.toString());
        }
        assertTrue(
                both.stream().anyMatch(l -> l.matches("assets of <demo> & co \\(78\\) +1 +2\\.000 ms .*")),
                both.toString());
        assertTrue(both.getFirst().endsWith(" 80 zones"), both.getFirst());
        assertTrue(both.stream().noneMatch(l -> l.startsWith("worst frames")), both.toString());
        assertTrue(both.stream().anyMatch(l -> l.endsWith(": --process ID")), both.toString());
        assertTrue(both.stream().anyMatch(l -> l.matches("update .* cpu +20 .*")), both.toString());
        assertTrue(one.stream().anyMatch(l -> l.matches("update .* cpu +10 .*")), one.toString());
        assertTrue(one.stream().anyMatch(l -> l.matches("Frame +10 .*")), one.toString());
        assertTrue(one.stream().anyMatch(l -> l.matches("frame 7 .* 30\\.00 ms .*")), one.toString());
        assertTrue(json.contains("\"processId\":77") && json.contains("\"processId\":78"), json);
    }

    @Test
    void shouldTellProgramsApartByTheirNamesWhenTheyHaveDifferentOnes() throws Exception {
        Path file = PageTrace.writeTwo(folder.resolve("names.fxt"), "game server");

        List<String> lines = CommandRun.of("stats", file).out().lines().toList();

        assertTrue(lines.stream().anyMatch(l -> l.matches("Frame of <demo> & co +10 .*")), lines.toString());
        assertTrue(lines.stream().anyMatch(l -> l.matches("Frame of game server +10 .*")), lines.toString());
        assertTrue(lines.stream().anyMatch(l -> l.matches("load of game server +10 .*")), lines.toString());
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithAFile() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.fxt"));
        Path text = Files.writeString(folder.resolve("text.fxt"), "this is no trace at all\n".repeat(100));
        Path sparse = folder.resolve("sparse.fxt");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(4L << 30);
        }
        Path damaged = Files.write(
                folder.resolve("damaged.fxt"),
                TraceBytes.trace().raw(0).string(1, "x").bytes());

        assertFailure("empty.fxt: at byte 0: empty", empty);
        assertFailure("text.fxt: at byte 0: not a trace", text);
        assertFailure("sparse.fxt: at byte 0: not a trace", sparse);
        assertFailure("damaged.fxt: at byte 8: a record without length", damaged);
        assertFailure("missing.fxt: no such file or folder", folder.resolve("missing.fxt"));
        assertFailure("is a folder", folder);
    }

    @Test
    void shouldReadASparseTraceWithoutItsZeros() throws IOException {
        Path file = SampleTrace.write(folder.resolve("grown.fxt"), 500);
        try (RandomAccessFile grown = new RandomAccessFile(file.toFile(), "rw")) {
            grown.setLength(4L << 30);
        }

        CommandRun run = CommandRun.of("stats", file);

        assertEquals(0, run.exit());
        assertTrue(run.out().contains("cut short"), run.out());
    }

    private static void assertFailure(String reason, Path file) {
        CommandRun run = CommandRun.of("stats", file);
        assertEquals(2, run.exit());
        assertEquals("", run.out());
        // The form of the command follows where there is no such file.
        assertEquals(Files.exists(file) ? 1 : 3, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("zonecast: ") && run.err().contains(reason), run.err());
    }

    @Test
    void shouldRefuseWrongOptions() {
        assertEquals(2, CommandRun.of("stats").exit());
        assertEquals(2, CommandRun.of("nonsense").exit());
        assertEquals(2, CommandRun.of().exit());
        assertEquals(2, CommandRun.of("stats", "x", "--json", "--csv").exit());
        assertEquals(0, CommandRun.of("stats", "--help").exit());
    }
}
