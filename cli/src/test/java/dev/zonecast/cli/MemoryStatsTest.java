package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code stats --memory}, marks as times, blocks in Firefox, and recordings of sampled blocks. */
class MemoryStatsTest {
    private static final long MILLI = ScriptedTrace.MILLI;
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final String MESH = "Mesh.load\tMesh.java:12";
    private static final String START = "Game.start\tGame.java:3";

    /** Blocks of some sizes; half of them is freed, by another thread. */
    static final class Program {
        private static final int BLOCKS = 100_000;

        private Program() {}

        /** Prints blocks and bytes that were allocated, blocks and bytes that live. */
        public static void main(String[] arguments) throws Exception {
            MemoryPool pool = MemoryPool.of("many").callStacks(4);
            Random random = new Random(3);
            long bytes = 0;
            long live = 0;
            for (int i = 1; i <= BLOCKS; i++) {
                // Few large ones: 2.5 KiB on the average.
                long size = 1L << random.nextInt(5 + random.nextInt(12));
                bytes += size;
                live += i % 2 == 0 ? size : 0;
                pool.allocated(i * 16L, size);
            }
            Thread worker = new Thread(() -> {
                for (int i = 1; i <= BLOCKS; i += 2) {
                    pool.freed(i * 16L);
                }
            });
            worker.start();
            worker.join();
            System.out.println(BLOCKS + " " + bytes + " " + BLOCKS / 2 + " " + live);
        }
    }

    @TempDir
    Path folder;

    private Path script() throws IOException {
        return new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .frame(0, 0, 10 * MILLI)
                .message(MAIN, "level loaded", MILLI)
                .begin(MAIN, "load", 2 * MILLI)
                .allocation(MAIN, 0x1000, 100, 3 * MILLI, MESH, START)
                .allocation(MAIN, 0x2000, 30, 4 * MILLI, START)
                .end(MAIN, 5 * MILLI)
                .free(WORKER, 0x2000, 6 * MILLI)
                .message(MAIN, "Menu", 8 * MILLI)
                .frame(1, 10 * MILLI, 20 * MILLI)
                .allocation(WORKER, 0x3000, 7, 12 * MILLI)
                .message(MAIN, "level loaded", 15 * MILLI)
                .write(folder.resolve("memory.fxt"));
    }

    private static CommandRun stats(Path file, Object... options) {
        List<Object> all = new ArrayList<>(List.of("stats", file, "--memory"));
        all.addAll(List.of(options));
        return CommandRun.of(all.toArray());
    }

    private static Object json(Path file, Object... options) {
        List<Object> all = new ArrayList<>(List.of(options));
        all.add("--json");
        CommandRun run = stats(file, all.toArray());
        assertEquals(0, run.exit(), run.err());
        return JsonTree.of(run.out());
    }

    private static List<String> shares(Object json, String table) {
        return list(at(json, table)).stream()
                .map(row -> at(row, "allocations") + " " + at(row, "allocatedBytes") + " " + at(row, "stayBlocks") + " "
                        + at(row, "stayBytes"))
                .toList();
    }

    @Test
    void shouldHaveMemoryInFull() throws IOException {
        Object json = json(script());

        assertEquals(100.0 + 30 + 7, at(list(at(json, "memory")).getFirst(), "allocatedBytes"));
        assertEquals(List.of("2.0 130.0 1.0 100.0", "1.0 7.0 1.0 7.0"), shares(json, "memoryZones"));
        assertEquals("load", at(list(at(json, "memoryZones")).getFirst(), "name"));
        assertEquals(3, list(at(json, "memoryStacks")).size());
        Object most = list(at(json, "memoryStacks")).getFirst();
        assertEquals(100.0, at(most, "stayBytes"));
        assertEquals("Mesh.load", at(list(at(most, "calls")).getFirst(), "function"));
        Object frames = list(at(json, "memoryFrames")).getFirst();
        assertEquals(2.0, at(frames, "frames"));
        assertEquals(130.0, at(frames, "maxBytes"));
        List<Object> moments = list(at(json, "memoryOverTime"));
        Object last = list(at(moments.getLast(), "pools")).getFirst();
        assertEquals("meshes", at(last, "name"));
        assertEquals(107.0, at(last, "liveBytes"));
    }

    @Test
    void shouldPrintTablesForPeople() throws IOException {
        String out = stats(script()).out();

        for (String line : List.of(
                "live at +meshes",
                "load .* 2 +130 B +1 +100 B",
                "\\(outside zones\\) +1 +7 B +1 +7 B",
                "meshes +1 +100 B +1 +100 B +Mesh\\.load < Game\\.start",
                "meshes +2 +69 B +7 B +130 B +130 B +0")) {
            assertTrue(out.lines().anyMatch(l -> l.strip().matches(line + ".*")), line + "\n" + out);
        }
        assertTrue(!out.contains("worst frames") && out.contains("recordings cut short"), out);
    }

    @ParameterizedTest
    @CsvSource({
        "level loaded, menu, 100",
        "/^level/, 0.008, 100",
        "0.001, Menu, 100",
        "menu, level loaded, 7",
        "menu, 99, 7",
    })
    void shouldFindWhatStaysBetweenTwoMarks(String since, String until, double bytes) throws IOException {
        Object json = json(script(), "--since", since, "--until", until);

        assertEquals(
                bytes,
                list(at(json, "memoryZones")).stream()
                        .mapToDouble(row -> (Double) at(row, "stayBytes"))
                        .sum());
    }

    @ParameterizedTest
    @CsvSource({
        "nosuch, menu, --since nosuch",
        "menu, nosuch, --until nosuch",
        "/[/, 1, --since /[/",
        "99, menu, --until menu",
        "menu, 0.001, is not before",
    })
    void shouldRefuseMarksThatAreNotThere(String since, String until, String message) throws IOException {
        CommandRun run = stats(script(), "--since", since, "--until", until);

        assertEquals(ExitCode.FAILED, run.exit(), run.out());
        assertTrue(run.err().contains(message), run.err());
        assertTrue(!run.err().contains("\tat "), run.err());
    }

    @Test
    void shouldHaveNoCsv() throws IOException {
        CommandRun run = stats(script(), "--csv");

        assertEquals(ExitCode.FAILED, run.exit());
        assertTrue(run.err().contains("--memory"), run.err());
    }

    /** Without the worker, which freed the second block, as well. */
    @ParameterizedTest
    @ValueSource(strings = {"/./", "main"})
    void shouldBeNativeAllocationsInFirefox(String threads) throws IOException {
        Path target = folder.resolve("memory.json");
        CommandRun run = CommandRun.of("export", script(), "--to", "firefox", "-o", target, "--thread", threads);
        assertEquals(0, run.exit(), run.err());
        Object profile = JsonTree.of(target);
        FirefoxCheck.check(profile);

        Object main = list(at(profile, "threads")).stream()
                .filter(thread -> at(thread, "name").equals("main"))
                .findFirst()
                .orElseThrow();
        Object blocks = at(main, "nativeAllocations");
        assertEquals(List.of(100.0, 30.0, -30.0), list(at(blocks, "weight")));
        assertEquals(List.of(1.0, 2.0, 2.0), list(at(blocks, "memoryAddress")));
        assertEquals("bytes", at(blocks, "weightType"));
        assertEquals(3.0, at(blocks, "length"));
        // The zone stands on the method that opened it.
        assertEquals(
                List.of("Game.start", "Mesh.load", "load"),
                calls(profile, list(at(blocks, "stack")).getFirst()));
    }

    @Test
    void shouldHaveNoZonesOfTheAllocatingThreadWhenAnotherOneFrees() throws IOException {
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .allocation(MAIN, 0x1000, 100, MILLI)
                .allocation(MAIN, 0x2000, 30, MILLI)
                .begin(MAIN, "render", 5 * MILLI)
                .free(WORKER, 0x1000, 7 * MILLI)
                .free(MAIN, 0x2000, 8 * MILLI)
                .end(MAIN, 9 * MILLI)
                .write(folder.resolve("freed.fxt"));
        Path target = folder.resolve("freed.json");

        CommandRun run = CommandRun.of("export", file, "--to", "firefox", "-o", target);

        assertEquals(0, run.exit(), run.err());
        Object profile = JsonTree.of(target);
        Object main = list(at(profile, "threads")).stream()
                .filter(thread -> at(thread, "name").equals("main"))
                .findFirst()
                .orElseThrow();
        List<?> stacks = list(at(main, "nativeAllocations", "stack"));
        assertEquals(List.of(100.0, 30.0, -100.0, -30.0), list(at(main, "nativeAllocations", "weight")));
        assertEquals(null, stacks.get(2));
        assertEquals(List.of("render"), calls(profile, stacks.get(3)));
    }

    /** Its free was lost: it ends when the next block begins there. */
    @Test
    void shouldEndABlockInFirefoxBeforeTheNextOneOfItsAddressBegins() throws IOException {
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .allocation(MAIN, 0x1000, 100, MILLI)
                .allocation(MAIN, 0x1000, 30, 2 * MILLI)
                .write(folder.resolve("again.fxt"));
        Path target = folder.resolve("again.json");

        CommandRun run = CommandRun.of("export", file, "--to", "firefox", "-o", target);

        assertEquals(0, run.exit(), run.err());
        Object main = list(at(JsonTree.of(target), "threads")).stream()
                .filter(thread -> at(thread, "name").equals("main"))
                .findFirst()
                .orElseThrow();
        assertEquals(List.of(100.0, -100.0, 30.0), list(at(main, "nativeAllocations", "weight")));
    }

    /** Names from the outermost call on. */
    private static List<String> calls(Object profile, Object stack) {
        Object shared = at(profile, "shared");
        List<String> names = new ArrayList<>();
        for (int at = ((Double) stack).intValue(); ; ) {
            int frame = number(shared, "stackTable", "frame", at);
            int function = number(shared, "frameTable", "func", frame);
            names.addFirst((String) list(at(shared, "stringArray")).get(number(shared, "funcTable", "name", function)));
            int offset = number(shared, "stackTable", "prefixOffset", at);
            if (offset == 0) {
                return names;
            }
            at -= offset;
        }
    }

    private static int number(Object shared, String table, String column, int row) {
        return ((Double) list(at(shared, table, column)).get(row)).intValue();
    }

    /** An estimate of a sum of T bytes has a deviation of sqrt(T * rate). */
    @ParameterizedTest
    @ValueSource(longs = {0, 64 << 10})
    void shouldEstimateFromSampledBlocks(long rate) throws Exception {
        Path file = folder.resolve("sampled.fxt");
        Process program = new JavaProgram(Program.class)
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.ring.wait=10s",
                        "-Dzonecast.memory.sample=" + rate,
                        "-Dzonecast.record=" + file)
                .start();
        String[] truth = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split(" ", -1);
        assertEquals(0, program.waitFor());
        double bytes = Double.parseDouble(truth[1]);
        double live = Double.parseDouble(truth[3]);

        Object json = json(file);

        Object pool = list(at(json, "memory")).getFirst();
        assertEquals(0.0, at(pool, "unmatched"));
        assertEquals(bytes, (Double) at(pool, "allocatedBytes"), 6 * Math.sqrt(bytes * rate));
        assertEquals(live, (Double) at(pool, "liveBytes"), 6 * Math.sqrt(live * rate));
        if (rate == 0) {
            assertEquals(Double.parseDouble(truth[0]), at(pool, "allocations"));
            assertEquals(Double.parseDouble(truth[2]), at(pool, "liveBlocks"));
        }
        double byStack = list(at(json, "memoryStacks")).stream()
                .mapToDouble(row -> (Double) at(row, "stayBytes"))
                .sum();
        assertEquals(at(pool, "liveBytes"), byStack);
        // The counter that viewers draw has the same estimate.
        Object plot =
                list(at(
                                JsonTree.of(CommandRun.of("stats", file, "--json", "--show", "PLOTS")
                                        .out()),
                                "plots"))
                        .stream()
                        .filter(row -> at(row, "name").equals("memory: many"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(at(pool, "liveBytes"), at(plot, "last"));
    }
}
