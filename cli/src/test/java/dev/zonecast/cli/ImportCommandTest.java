package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code import}: what it makes of Chrome's JSON and of Tracy's tables, read back. */
class ImportCommandTest {

    @TempDir
    Path folder;

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private TraceLog imported(String content) throws IOException {
        CommandRun run = CommandRun.of("import", write("in.json", content), "-o", folder.resolve("out.fxt"));
        assertEquals(0, run.exit(), run.err());
        return TraceLog.of(folder.resolve("out.fxt"));
    }

    private static String event(String phase, String name, double micros, String more) {
        return String.format(
                Locale.ROOT,
                "{\"ph\":\"%s\",\"name\":\"%s\",\"ts\":%s,\"pid\":7,\"tid\":8%s}",
                phase,
                name,
                micros,
                more);
    }

    private static String array(String... events) {
        return "[" + String.join(",", events) + "]";
    }

    @Test
    void shouldNameTheLimitWhenTheParserHasNoPlace() throws IOException {
        for (String odd :
                List.of("1".repeat(1001), "[".repeat(900) + "]".repeat(900), "{\"" + "k".repeat(60_000) + "\":1}")) {
            CommandRun run = CommandRun.of(
                    "import",
                    write("odd.json", "[{\"ph\":\"i\",\"ts\":1,\"args\":{\"x\":" + odd + "}}]"),
                    "-o",
                    folder.resolve("odd.fxt"));

            assertEquals(ExitCode.FAILED, run.exit(), run.err());
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.err().contains("exceeds the maximum allowed"), run.err());
        }
    }

    /** The category of our own recordings, whose flows stay in their program. */
    @Test
    void shouldLeadFromOneProgramToAnotherWhateverTheCategory() throws IOException {
        TraceLog log = imported(
                array(
                        "{\"ph\":\"s\",\"name\":\"call\",\"cat\":\"flow\",\"id\":1,\"pid\":1,\"tid\":1,\"ts\":10}",
                        "{\"ph\":\"f\",\"name\":\"call\",\"cat\":\"flow\",\"id\":1,\"pid\":2,\"tid\":2,\"ts\":20,\"bp\":\"e\"}"));

        LossAccount losses = log.summary.losses();
        assertEquals(0, losses.of(LossKind.UNMATCHED_OTHER_ENDS));
        assertEquals(0, losses.of(LossKind.FLOWS_TO_NOWHERE));
    }

    @Test
    void shouldKeepAllPhasesWhenAnObjectHasThem() throws IOException {
        TraceLog log = imported("{\"otherData\":{\"a\":[1,{}]},\"traceEvents\":["
                + String.join(
                        ",\n",
                        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":7,\"args\":{\"name\":\"browser\"}}",
                        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":7,\"tid\":8,\"args\":{\"name\":\"ui\"}}",
                        event(
                                "X",
                                "outer",
                                10,
                                ",\"dur\":5.5,\"cat\":\"c\",\"args\":{\"n\":1,\"f\":0.5,\"s\":\"t\",\"o\":{\"p\":[true,null]}}"),
                        event("B", "inner", 11.001, ""),
                        event("E", "inner", 12.0025, ",\"args\":{\"late\":3}"),
                        event("i", "a note", 13, ",\"s\":\"t\""),
                        event("C", "memory", 14, ",\"args\":{\"used\":100,\"free\":2.5}"),
                        event("s", "arrow", 10.5, ",\"id\":1,\"cat\":\"x\""),
                        event("t", "arrow", 11.5, ",\"id\":1,\"cat\":\"x\""),
                        event("f", "arrow", 15, ",\"id\":1,\"cat\":\"x\",\"bp\":\"e\""),
                        event("b", "job", 10, ",\"id\":\"0x5\",\"cat\":\"y\""),
                        event("n", "job", 11, ",\"id\":\"0x5\",\"cat\":\"y\""),
                        event("e", "job", 12, ",\"id\":\"0x5\",\"cat\":\"y\""),
                        "{\"ph\":\"P\",\"name\":\"a sample\",\"ts\":1}")
                + "],\"displayTimeUnit\":\"ms\"}");

        assertEquals(
                List.of("browser"),
                log.programs.stream()
                        .filter(p -> p.processId() == 7)
                        .map(p -> p.name())
                        .toList());
        TraceLog.LoggedZone outer = log.zones("outer").getFirst();
        assertEquals("ui", outer.track().name());
        assertEquals(10_000, outer.begin());
        assertEquals(15_500, outer.end());
        assertEquals(List.of("n: 1", "f: 0.5", "s: t", "o.p[0]: true"), outer.texts());
        TraceLog.LoggedZone inner = log.zones("inner").getFirst();
        assertEquals(11_001, inner.begin());
        assertEquals(12_002, inner.end());
        assertEquals(List.of("late: 3"), inner.texts());
        assertEquals(2, inner.depth());
        assertEquals(outer.end() - outer.begin() - (inner.end() - inner.begin()), outer.self());
        assertEquals(
                List.of("a note"), log.messages.stream().map(TraceMessage::text).toList());
        assertEquals(List.of(100.0), log.plotValues.get("memory:used"));
        assertEquals(List.of(2.5), log.plotValues.get("memory:free"));
        assertEquals(6, log.others.size());
        List<String> flows =
                log.others.stream().filter(other -> other.startsWith("flow")).toList();
        assertEquals(3, flows.size());
        assertTrue(flows.getFirst().startsWith("flow " + FxtLayout.FLOW_BEGIN + " arrow "));
        assertEquals(
                1,
                flows.stream()
                        .map(flow -> flow.substring(flow.lastIndexOf(' ')))
                        .distinct()
                        .count());
        List<String> jobs =
                log.others.stream().filter(other -> other.startsWith("async")).toList();
        assertEquals(
                1,
                jobs.stream()
                        .map(job -> job.substring(job.lastIndexOf(' ')))
                        .distinct()
                        .count());
    }

    @Test
    void shouldPutInOrderWhatComesInAnyOrder() throws IOException {
        // Children before their parents, as a profiler writes them that writes at the end of each.
        TraceLog log = imported("[" + event("X", "grandchild", 3, ",\"dur\":1")
                + "," + event("X", "child", 1, ",\"dur\":8")
                + "," + event("X", "parent", 1, ",\"dur\":9")
                + "," + event("X", "second", 10, ",\"dur\":0")
                + "," + event("X", "early", 0, ",\"dur\":1") + "]");

        assertEquals(
                List.of("early 1", "grandchild 3", "child 2", "parent 1", "second 1"),
                log.zones.stream().map(zone -> zone.name() + " " + zone.depth()).toList());
    }

    @Test
    void shouldGiveZonesThatOverlapAThreadOfTheirOwn() throws IOException {
        TraceLog log = imported(
                "[" + event("X", "first", 0, ",\"dur\":10") + "," + event("X", "second", 5, ",\"dur\":10") + "]");

        assertEquals("thread 8", log.zones("first").getFirst().track().name());
        assertEquals("thread 8 (2)", log.zones("second").getFirst().track().name());
        assertEquals(15_000, log.zones("second").getFirst().end());
    }

    @Test
    void shouldReadUpToTheEndWhenAFileIsCutAndCompressed() throws IOException {
        String whole = "[" + event("X", "one", 1, ",\"dur\":1") + ",\n" + event("X", "two", 3, ",\"dur\":1") + ",\n";
        for (String content : List.of(whole, whole + "{\"ph\":\"X\",\"na", whole.substring(0, whole.length() - 2))) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = new GZIPOutputStream(packed)) {
                out.write(content.getBytes(StandardCharsets.UTF_8));
            }
            Path file = Files.write(folder.resolve("cut.json.gz"), packed.toByteArray());

            CommandRun run = CommandRun.of("import", file, "--json");

            assertEquals(0, run.exit(), run.err());
            assertTrue(run.out().contains("\"recordings cut short\":1"), run.out());
            assertEquals(2, TraceLog.of(folder.resolve("cut.fxt")).zones.size());
        }
    }

    @Test
    void shouldCountWhatDoesNotFit() throws IOException {
        Path file = write(
                "odd.json",
                "[" + event("E", "", 1, "") + "," + event("B", "open", 2, "") + ","
                        + event("X", "late", 3, ",\"dur\":9") + "," + event("E", "", 5, "")
                        + ",{\"ph\":\"X\",\"name\":\"timeless\"},17,]");

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("\"ends without a begin\":1"), run.out());
        assertTrue(run.out().contains("\"zones clipped to the zone around them\":1"), run.out());
        assertTrue(run.out().contains("\"left out by this output\":2"), run.out());
        assertEquals(
                5_000,
                TraceLog.of(folder.resolve("odd.fxt")).zones("late").getFirst().end());
    }

    @Test
    void shouldEndAZoneInTimeWhenABeginInItLastsLonger() throws IOException {
        Path file = write(
                "outlasting.json",
                array(
                        event("B", "around", 0, ""),
                        event("X", "A", 0, ",\"dur\":100"),
                        event("B", "B", 10, ""),
                        event("X", "inside", 20, ",\"dur\":30"),
                        event("B", "later", 120, ""),
                        event("E", "later", 130, ""),
                        event("E", "B", 150, ""),
                        event("E", "around", 200, "")));

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("\"zones clipped to the zone around them\":1"), run.out());
        assertTrue(run.out().contains("\"ends without a begin\":0"), run.out());
        assertEquals(
                List.of("inside 50000", "B 100000", "A 100000", "later 130000", "around 200000"),
                ends("outlasting.fxt"));
    }

    @Test
    void shouldEndABeginInTheZoneAroundItWhenBothEndAtOnce() throws IOException {
        Path file = write(
                "at-once.json",
                array(
                        event("X", "A", 0, ",\"dur\":100"),
                        event("B", "B", 10, ""),
                        event("X", "C", 20, ",\"dur\":80"),
                        event("E", "B", 100, ""),
                        event("i", "a note", 200, ",\"s\":\"t\"")));

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("\"zones clipped to the zone around them\":0"), run.out());
        assertTrue(run.out().contains("\"ends without a begin\":0"), run.out());
        assertEquals(List.of("C 100000", "B 100000", "A 100000"), ends("at-once.fxt"));
    }

    @Test
    void shouldGiveAZoneAThreadOfItsOwnWhenItOutlastsTheZoneAroundABegin() throws IOException {
        TraceLog log = imported(array(
                event("X", "A", 0, ",\"dur\":100"),
                event("B", "B", 10, ""),
                event("X", "C", 20, ",\"dur\":100"),
                event("E", "B", 90, "")));

        assertEquals("thread 8 (2)", log.zones("C").getFirst().track().name());
        assertEquals(120_000, log.zones("C").getFirst().end());
        assertEquals(100_000, log.zones("A").getFirst().end());
    }

    /** Their number does not slow the others down. */
    @Test
    void shouldImportManyBeginsWithoutAnEnd() throws IOException {
        int begins = 300_000;
        StringBuilder events = new StringBuilder("[" + event("X", "A", 0, ",\"dur\":1000000"));
        for (int i = 1; i <= begins; i++) {
            events.append(',').append(event("B", "B", i, ""));
        }
        Path file = write("many.json", events.append(']').toString());

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("\"zones clipped to the zone around them\":" + begins), run.out());
    }

    private List<String> ends(String file) throws IOException {
        return TraceLog.of(folder.resolve(file)).zones.stream()
                .map(zone -> zone.name() + " " + zone.end())
                .toList();
    }

    @Test
    void shouldLeaveOutEventsWithoutATimeAndCountThemOnce() throws IOException {
        List<String> odd = List.of("NaN", "\"abc\"", "{}", "null", "1e30");
        StringBuilder events = new StringBuilder("[");
        odd.forEach(time -> events.append("{\"ph\":\"i\",\"name\":\"timeless\",\"ts\":")
                .append(time)
                .append("},"));
        // A span without a length is one of length 0.
        odd.forEach(length -> events.append("{\"ph\":\"X\",\"name\":\"short\",\"ts\":5,\"dur\":")
                .append(length)
                .append("},"));
        Path file = write("times.json", events.append("]").toString());

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("\"left out by this output\":" + odd.size() + ","), run.out());
        TraceLog log = TraceLog.of(folder.resolve("times.fxt"));
        assertEquals(List.of(), log.messages);
        assertEquals(odd.size(), log.zones("short").size());
        assertEquals(5_000, log.zones("short").getFirst().end());
    }

    /** Numbers whose parts are far larger than they are. */
    @Test
    void shouldReadTimesWithLargeExponentsAndNoLongOnes() throws IOException {
        List<String> zero =
                List.of("1e-2000000000", "-1e-2000000000", "0e-2000000000", "0e2000000000", "\"1e-2000000000\"");
        List<String> timeless = List.of("1e2000000000", "1e99999999999", "\"1." + "7".repeat(1000) + "\"");
        StringBuilder events = new StringBuilder("[");
        for (String time : zero) {
            events.append("{\"ph\":\"X\",\"name\":\"zero\",\"ts\":" + time + ",\"dur\":3},");
        }
        for (String time : timeless) {
            events.append("{\"ph\":\"X\",\"name\":\"timeless\",\"ts\":" + time + ",\"dur\":3},");
        }
        // Their halves are rounded to even nanoseconds.
        for (String time : List.of("0.0005", "0.00051", "0.00004", "5e-4")) {
            events.append("{\"ph\":\"i\",\"name\":\"" + time + "\",\"ts\":" + time + "},");
        }
        Path file = write("exponents.json", events.append("]").toString());

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("\"left out by this output\":" + timeless.size() + ","), run.out());
        TraceLog log = TraceLog.of(folder.resolve("exponents.fxt"));
        assertEquals(
                Collections.nCopies(zero.size(), "0 to 3000"),
                log.zones("zero").stream()
                        .map(zone -> zone.begin() + " to " + zone.end())
                        .toList());
        assertEquals(
                List.of("0.00004 0", "0.0005 0", "0.00051 1", "5e-4 0"),
                log.messages.stream()
                        .map(message -> message.text() + " " + message.beginNanos())
                        .sorted()
                        .toList());
    }

    @Test
    void shouldCountTextsThatItCutsAndArgumentsThatItLeavesOut() throws IOException {
        String args = String.join(
                ",",
                "\"long\":\"" + "x".repeat(4_001) + "\"",
                "\"" + "k".repeat(201) + "\":1",
                "\"deep\":{\"a\":{\"b\":{\"c\":{\"d\":1,\"e\":2}}}}",
                "\"listed\":[[[[[1,2],3]]]]",
                "\"empty\":{\"a\":{\"b\":{\"c\":{}}}}");
        Path file = write(
                "long.json",
                "[" + event("i", "n".repeat(4_001), 1, ",\"args\":{" + args + "}") + ","
                        + event("i", "n".repeat(4_001), 2, "")
                        + ",{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":7,\"tid\":8,\"args\":{\"name\":\""
                        + "t".repeat(4_001) + "\"}}]");

        CommandRun run = CommandRun.of("import", file, "--json");

        assertEquals(0, run.exit(), run.err());
        // Text, key, the name of the events and that of the thread.
        assertTrue(run.out().contains("\"truncated texts\":4,"), run.out());
        // Objects and arrays at the fourth level that have something in them.
        assertTrue(
                run.out().contains("\"left out by this output: arguments inside more than three others\":2"),
                run.out());
    }

    @Test
    void shouldSayWhatIsWrongAndLeaveNothingBehind() throws IOException {
        String[][] wrong = {
            {"", "not a Chrome trace"},
            {"17", "not a Chrome trace"},
            {"{\"a\":1}", "no array traceEvents"},
            {"[{\"ph\" \"X\"}]", "line 1, column"},
            {"name,src_file,src_line,total_ns,total_perc,counts\n", "tracy-csvexport -u"},
            {"name,src_file,more\nx", "line 1 is not a heading"},
            {"MessageName,total_ns\nno number", "line 2 does not match the heading"},
        };
        Path out = folder.resolve("wrong.fxt");
        for (String[] each : wrong) {
            CommandRun run = CommandRun.of("import", write("wrong.json", each[0]), "-o", out);
            assertEquals(2, run.exit(), each[0]);
            assertTrue(run.err().contains(each[1]), run.err());
            assertEquals(1, run.err().lines().count(), run.err());
            assertFalse(Files.exists(out));
        }
    }

    @Test
    void shouldNameARecordingThatNeedsNoImport() throws IOException {
        CommandRun run = CommandRun.of("import", write("game.fxt", "\u0010\0\u0004FxT\u0016\0 and records"));

        assertEquals(2, run.exit(), run.err());
        assertTrue(run.err().contains("game.fxt: is a recording: import reads "), run.err());
    }

    @Test
    void shouldReadTracysTables() throws IOException {
        Path zones = write("zones.csv", """
            name,src_file,src_line,ns_since_start,exec_time_ns,thread,value
            draw, all,a/b.cpp,12,1000,500,3,a text
            of two lines
            load,,,1200,,,0.5
            step,b.cpp,0,1100,50,3,
            """);
        assertEquals(0, CommandRun.of("import", zones).exit());

        TraceLog log = TraceLog.of(folder.resolve("zones.fxt"));
        TraceLog.LoggedZone draw = log.zones("draw, all").getFirst();
        assertEquals(1_000, draw.begin());
        assertEquals(1_500, draw.end());
        assertEquals("a/b.cpp", draw.location().file());
        assertEquals(12, draw.location().line());
        assertEquals(List.of("text: a text\nof two lines"), draw.texts());
        assertEquals(List.of(0.5), log.plotValues.get("plot:load"));
        assertEquals(2, log.zones("step").getFirst().depth());

        Path messages = write("messages.csv", "MessageName,total_ns\nhello, you,77\n");
        assertEquals(0, CommandRun.of("import", messages).exit());
        assertEquals(
                "hello, you",
                TraceLog.of(folder.resolve("messages.fxt")).messages.getFirst().text());
    }
}
