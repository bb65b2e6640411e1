package dev.zonecast.trace.stats;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.JsonTree;
import dev.zonecast.cli.report.PageTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work, waits, the GPU and the virtual machine are told apart, in the tables and in the worst frames. */
class WaitingTimeTest {
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final int GPU = 600;
    private static final int GC = 20;
    private static final int WAITS = 21;
    private static final int COMPILER = 22;

    @TempDir
    Path folder;

    private static Object json(Object... arguments) {
        return JsonTree.of(CommandRun.of(arguments).out());
    }

    private static Map<String, Object> zone(Object stats, String name) {
        return JsonTree.map(JsonTree.list(JsonTree.at(stats, "zones")).stream()
                .filter(zone -> JsonTree.at(zone, "name").equals(name))
                .findFirst()
                .orElseThrow());
    }

    private static List<Object> names(Object parts) {
        return JsonTree.list(parts).stream()
                .map(part -> JsonTree.at(part, "name"))
                .toList();
    }

    private static ScriptedTrace threads() {
        return new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .gpu(GPU, "renderer", MAIN)
                .jvm(GC, "JVM: garbage collection")
                .jvm(WAITS, "JVM: waits of worker")
                .jvm(COMPILER, "JVM: compiler");
    }

    /** Main: request 0 to 20 ms with inner 5 to 15; parked 2 to 4 and, in inner, 6 to 9. */
    private Path waits() throws IOException {
        return threads()
                .begin(MAIN, "request", 0)
                .begin(MAIN, "inner", 5 * MILLI)
                .end(MAIN, 15 * MILLI)
                .end(MAIN, 20 * MILLI)
                .zone(WORKER, "work", 0, 10 * MILLI)
                .zone(GPU, "bloom", 0, 40 * MILLI)
                .zone(GC, "G1 Pause", 0, 7 * MILLI)
                .zone(WAITS, "sleep", 0, 90 * MILLI)
                .zone(COMPILER, "compile (C2)", 0, 60 * MILLI)
                .stop(MAIN, "park", 2 * MILLI, 4 * MILLI)
                // The two overlap: the time counts once.
                .stop(MAIN, "enter monitor", 6 * MILLI, 8 * MILLI)
                .lockWait(MAIN, 3, "assets", 7 * MILLI, 9 * MILLI)
                .stop(MAIN, "safepoint", 16 * MILLI, 17 * MILLI)
                .write(folder.resolve("waits.fxt"));
    }

    @Test
    void shouldSubtractWaitsFromSelfTimesAndShowThem() throws IOException {
        Object stats = json("stats", waits(), "--json");

        Map<String, Object> request = zone(stats, "request");
        Map<String, Object> inner = zone(stats, "inner");
        assertEquals(8.0 * MILLI, JsonTree.at(request, "selfNanos", "sum"));
        assertEquals(2.0 * MILLI, request.get("waitedNanos"));
        assertEquals(7.0 * MILLI, JsonTree.at(inner, "selfNanos", "sum"));
        assertEquals(3.0 * MILLI, inner.get("waitedNanos"));
    }

    @Test
    void shouldGiveEachKindOfTimeATotalOfItsOwn() throws IOException {
        Path file = waits();
        Object stats = json("stats", file, "--json");

        // Of 8 + 7 + 10 ms of work.
        assertEquals(0.32, (Double) zone(stats, "request").get("selfShare"), 1e-9);
        assertEquals(0.40, (Double) zone(stats, "work").get("selfShare"), 1e-9);
        assertEquals(1.0, zone(stats, "bloom").get("selfShare"));
        assertEquals(1.0, zone(stats, "G1 Pause").get("selfShare"));
        assertEquals(1.0, zone(stats, "compile (C2)").get("selfShare"));
        assertEquals(null, zone(stats, "sleep").get("selfShare"));
        assertEquals(90.0 * MILLI, zone(stats, "sleep").get("waitedNanos"));
        assertEquals(
                List.of("work", "request", "inner", "bloom", "G1 Pause", "compile (C2)", "sleep"),
                names(JsonTree.at(stats, "zones")));
        List<String> heads = CommandRun.of("stats", file)
                .out()
                .lines()
                .filter(line -> line.matches("(CPU work|GPU|JVM|JVM compiler|waiting) +on +count +self .*"))
                .map(line -> line.replaceFirst(" +on .*", ""))
                .toList();
        assertEquals(List.of("CPU work", "GPU", "JVM", "JVM compiler", "waiting"), heads);
    }

    @Test
    void shouldLeaveWaitsOutOfSelfTimesInCsvAndComparison() throws IOException {
        Path file = waits();

        String csv = CommandRun.of("stats", file, "--csv", "--self").out();
        Object comparison = json("compare", file, file, "--self", "--json", "--all");

        assertTrue(csv.contains("\nrequest,request.java,7,8000000,"), csv);
        assertFalse(csv.contains("sleep"), csv);
        List<Object> zones = JsonTree.list(JsonTree.at(comparison, "differences"));
        assertEquals("sleep", JsonTree.at(zones.getLast(), "name"));
        assertEquals("wait", JsonTree.at(zones.getLast(), "on"));
        Object request = zones.stream()
                .filter(zone -> JsonTree.at(zone, "name").equals("request"))
                .findFirst()
                .orElseThrow();
        assertEquals(List.of(8.0 * MILLI, 8.0 * MILLI), JsonTree.list(JsonTree.at(request, "max")));
    }

    @Test
    void shouldNameAWaitInAFrameOnlyWhereTheFramesOwnThreadWaited() throws IOException {
        ScriptedTrace trace = threads();
        for (int i = 0; i < 10; i++) {
            long begin = 10L * i * MILLI;
            trace.markedFrame(MAIN, i, begin, begin + 10 * MILLI).zone(MAIN, "update", begin, begin + MILLI);
        }
        trace.markedFrame(MAIN, 10, 100 * MILLI, 220 * MILLI)
                .zone(MAIN, "update", 100 * MILLI, 219 * MILLI)
                .zone(WORKER, "job", 0, 220 * MILLI)
                .zone(WAITS, "sleep", 100 * MILLI, 220 * MILLI)
                .zone(COMPILER, "compile (C2)", 100 * MILLI, 220 * MILLI)
                .zone(GC, "G1 Pause", 110 * MILLI, 115 * MILLI)
                .stop(WORKER, "sleep", 100 * MILLI, 220 * MILLI)
                .stop(MAIN, "park", 120 * MILLI, 200 * MILLI);
        Path file = trace.write(folder.resolve("own.fxt"));

        Object worst = JsonTree.list(JsonTree.at(json("stats", file, "--json"), "worstFrames"))
                .getFirst();

        assertEquals(10.0, JsonTree.at(worst, "number"));
        assertEquals(List.of("park"), names(JsonTree.at(worst, "waits")));
        assertEquals(
                80.0 * MILLI,
                JsonTree.at(JsonTree.list(JsonTree.at(worst, "waits")).getFirst(), "nanos"));
        assertEquals(List.of("G1 Pause", "compile (C2)"), names(JsonTree.at(worst, "jvm")));
        Object most = JsonTree.list(JsonTree.at(worst, "zones")).getFirst();
        assertEquals("update", JsonTree.at(most, "name"));
        assertEquals(39.0 * MILLI, JsonTree.at(most, "selfNanos"));
        assertEquals(List.of("update"), names(JsonTree.at(worst, "longerThanUsual")));
    }

    @Test
    void shouldNotSumThreadsUpToMoreThanAFrameTook() throws IOException {
        ScriptedTrace trace = threads();
        for (int i = 0; i < 18; i++) {
            trace.thread(100 + i, "pool-" + i);
        }
        trace.markedFrame(MAIN, 0, 0, 120 * MILLI).markedFrame(MAIN, 1, 120 * MILLI, 130 * MILLI);
        for (int i = 0; i < 18; i++) {
            trace.zone(100 + i, "request", 0, 120 * MILLI - i);
        }
        Path file = trace.write(folder.resolve("pool.fxt"));

        Object worst = JsonTree.list(JsonTree.at(json("stats", file, "--json"), "worstFrames"))
                .getFirst();
        String text = CommandRun.of("stats", file).out();

        Object request = JsonTree.list(JsonTree.at(worst, "zones")).getFirst();
        assertEquals(120.0 * MILLI, JsonTree.at(request, "longestNanos"));
        assertEquals(18.0, JsonTree.at(request, "threads"));
        Object longer = JsonTree.list(JsonTree.at(worst, "longerThanUsual")).getFirst();
        assertTrue((Double) JsonTree.at(longer, "excessNanos") <= 120.0 * MILLI, longer.toString());
        assertTrue(text.contains("request 120.0 ms on one of 18 threads"), text);
    }

    @Test
    void shouldHoldZonesThatAreOpenAtTheEndAgainstTheirOwnAverage() throws IOException {
        ScriptedTrace trace = threads().begin(MAIN, "main loop", 0);
        for (int i = 0; i < 10; i++) {
            trace.frame(i, 10L * i * MILLI, 10L * (i + 1) * MILLI);
        }
        Path file = trace.openFrame(10, 100 * MILLI)
                .message(MAIN, "the end", 350 * MILLI)
                .write(folder.resolve("open.fxt"));

        Object stats = json("stats", file, "--json");

        Object worst = JsonTree.list(JsonTree.at(stats, "worstFrames")).getFirst();
        assertEquals(10.0 * MILLI, JsonTree.at(worst, "durationNanos"));
        assertEquals(List.of("main loop"), names(JsonTree.at(worst, "zones")));
        assertEquals(List.of(), names(JsonTree.at(worst, "longerThanUsual")));
    }

    @Test
    void shouldLookAtTheProgramOfTheFramesAlone() throws IOException {
        Path file = PageTrace.writeTwo(folder.resolve("two.fxt"));

        Object worst = JsonTree.list(JsonTree.at(json("stats", file, "--json", "--process", 77), "worstFrames"))
                .getFirst();

        Object physics = JsonTree.list(JsonTree.at(worst, "zones")).getFirst();
        assertEquals("physics", JsonTree.at(physics, "name"));
        assertEquals(1.0, JsonTree.at(physics, "count"));
        assertEquals(2.0 * MILLI + 7, JsonTree.at(physics, "selfNanos"));
    }
}
