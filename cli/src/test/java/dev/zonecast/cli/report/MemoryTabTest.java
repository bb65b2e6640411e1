package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.JsonTree;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Blocks of memory on the page, in a real browser: by pool, zone, call stack and frame. */
class MemoryTabTest extends BrowserTest {
    private static final long MILLI = ScriptedTrace.MILLI;
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final String MESH = "Mesh.load\tMesh.java:12";
    private static final String START = "Game.start\tGame.java:3";

    private static Path trace;
    /** Two frames. In the first one a block of 100 bytes stays and one of 30 goes; in the second one a block of 7 stays. */
    @BeforeAll
    static void write() throws Exception {
        trace = new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .frame(0, 0, 10 * MILLI)
                .begin(MAIN, "update", MILLI)
                .begin(MAIN, "load", 2 * MILLI)
                .allocation(MAIN, 0x1000, 100, 3 * MILLI, MESH, START)
                .allocation(MAIN, 0x2000, 30, 4 * MILLI, START)
                .end(MAIN, 5 * MILLI)
                .free(WORKER, 0x2000, 6 * MILLI)
                .end(MAIN, 9 * MILLI)
                .frame(1, 10 * MILLI, 20 * MILLI)
                .allocation(WORKER, 0x3000, 7, 12 * MILLI)
                .allocation(WORKER, 0x4000, 5, 13 * MILLI)
                .frame(2, 20 * MILLI, 21 * MILLI)
                .free(MAIN, 0x4000, 20 * MILLI + 1)
                .write(folder.resolve("memory.fxt"));
        Path page = folder.resolve("memory.html");
        CommandRun run = CommandRun.of("report", trace, "-o", page);
        assertEquals(0, run.exit(), run.err());
        browser.openReport(page.toUri() + "#tab=memory");
    }

    private static Object memory(String expression) throws Exception {
        return browser.evaluate(
                "(() => { const { memory, places, tracks } = zonecast.trace; return " + expression + "; })()");
    }

    @Test
    void shouldHaveTheFiguresOfStats() throws Exception {
        CommandRun run = CommandRun.of("stats", trace, "--json");
        Object pool =
                JsonTree.list(JsonTree.at(JsonTree.of(run.out()), "memory")).getFirst();

        Object page = browser.evaluate("zonecast.panels.memory.pools.rows[0]");

        for (String figure : List.of(
                "allocations", "allocatedBytes", "frees", "freedBytes", "peakBytes", "liveBlocks", "liveBytes")) {
            assertEquals(JsonTree.at(pool, figure), JsonTree.at(page, figure), figure);
        }
        Object counted = memory("memory.figures([[-Infinity, Infinity]])[0]");
        assertEquals(JsonTree.at(pool, "allocatedBytes"), JsonTree.at(counted, "allocatedBytes"));
        assertEquals(JsonTree.at(pool, "liveBytes"), JsonTree.at(counted, "stayBytes"));
    }

    @Test
    void shouldCountByTheInnermostZone() throws Exception {
        assertEquals(
                List.of("load 2 130 1 100", "- 2 12 1 7"),
                memory(
                        "memory.zones([[-Infinity, Infinity]]).map((row) => [places[row.place]?.name ?? '-', row.allocations,"
                                + " row.allocatedBytes, row.stayBlocks, row.stayBytes].join(' '))"));
    }

    /** "load" is too short for the page, and "update" is around it. */
    @Test
    void shouldCountByTheInnermostZoneWhenItIsNotOnThePage() throws Exception {
        Path page = folder.resolve("short.html");
        CommandRun run = CommandRun.of("report", trace, "--max-zones", "1", "-o", page);
        assertEquals(0, run.exit(), run.err());
        List<Object> stats = JsonTree.list(JsonTree.at(
                JsonTree.of(CommandRun.of("stats", trace, "--memory", "--json").out()), "memoryZones"));

        try (Browser own = Browser.start(Browser.find(), 1400, 900)) {
            own.openReport(page.toUri() + "#tab=memory");

            Object rows = own.evaluate("zonecast.panels.memory.zones.rows.map((row) => ({ ...row,"
                    + " name: zonecast.trace.places[row.place]?.name ?? null }))");
            assertEquals(List.of("load 2.0 130.0 1.0 100.0", "null 2.0 12.0 1.0 7.0"), figures(stats));
            assertEquals(figures(stats), figures(JsonTree.list(rows)));
            flame(own, "memory-zones");
            assertEquals(
                    "4 blocks, without zones that are left out (shorter than 8.000 ms, or too deep)",
                    own.text("#flame-count"));
            flame(own, "memory-calls");
            assertEquals("4 blocks", own.text("#flame-count"));
            assertEquals(List.of(), own.complaints());
        }
    }

    private static List<String> figures(List<Object> rows) {
        return rows.stream()
                .map(row -> JsonTree.at(row, "name") + " " + JsonTree.at(row, "allocations") + " "
                        + JsonTree.at(row, "allocatedBytes") + " " + JsonTree.at(row, "stayBlocks") + " "
                        + JsonTree.at(row, "stayBytes"))
                .toList();
    }

    @Test
    void shouldFindWhatStaysBetweenTwoMarks() throws Exception {
        assertEquals(
                List.of("2 12 2 12"),
                memory("memory.figures([[zonecast.trace.frames.begin[1], zonecast.trace.frames.begin[2]]]).map((row) =>"
                        + " [row.allocations, row.allocatedBytes, row.stayBlocks, row.stayBytes].join(' '))"));
        assertEquals(
                List.of(130.0, 12.0, 0.0),
                memory("[0, 1, 2].map((i) => memory.bytesWithin(zonecast.trace.frames.begin[i],"
                        + " zonecast.trace.frames.begin[i] + zonecast.trace.frames.duration[i]))"));
    }

    @Test
    void shouldDrawBytesByCallsAndByZones() throws Exception {
        assertEquals(
                List.of("(no call stack) 12", "Game.start 130", "Game.start > Mesh.load 100"), flame("memory-calls"));
        assertEquals(List.of("(no call stack) 7", "Game.start 100", "Game.start > Mesh.load 100"), flame("left-calls"));
        assertEquals(List.of("(outside zones) 12", "update 130", "update > load 130"), flame("memory-zones"));
        browser.evaluate("zonecast.panels.show('memory')");
    }

    @Test
    void shouldCountTheFramesOfAProgramWithoutTheBlocksOfAnother() throws Exception {
        Path other = new ScriptedTrace()
                .thread(MAIN, "main")
                .allocation(MAIN, 0x9000, 1000, 3 * MILLI)
                .write(folder.resolve("other.fxt"));
        Path both = folder.resolve("both.fxt");
        try (OutputStream out = Files.newOutputStream(both)) {
            Files.copy(trace, out);
            Files.copy(other, out);
        }
        Path page = folder.resolve("both.html");
        CommandRun run = CommandRun.of("report", both, "-o", page);
        assertEquals(0, run.exit(), run.err());

        try (Browser own = Browser.start(Browser.find(), 1400, 900)) {
            own.openReport(page.toUri() + "#tab=frames");

            assertEquals(List.of("130 B", "12 B", "0 B"), own.evaluate("""
                    (() => {
                      const [header, ...rows] = document.querySelector("#frame-table table").rows;
                      const column = [...header.cells].findIndex(({ textContent }) => textContent.startsWith("allocated"));
                      return rows
                        .filter(({ className }) => className !== "space")
                        .sort((a, b) => a.cells[0].textContent - b.cells[0].textContent)
                        .map(({ cells }) => cells[column].textContent);
                    })()\
                    """));
            // The other program's block begins before the last one of the first program.
            assertEquals(
                    List.of(3 * (double) MILLI, 3 * (double) MILLI, 4 * (double) MILLI),
                    own.evaluate("[...zonecast.trace.memory.begin].slice(0, 3).map((t) => t - zonecast.trace.origin)"));
            assertEquals(List.of(), own.complaints());
        }
    }

    /** "early" is not on the page, and "late" has the row of both. */
    @Test
    void shouldFindTheZoneOfABlockBelowOneThatIsNotOnThePage() throws Exception {
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .begin(MAIN, "early", 0)
                .begin(MAIN, "inner", 3 * MILLI)
                .allocation(MAIN, 0x1000, 100, 4 * MILLI)
                .end(MAIN, 5 * MILLI)
                .end(MAIN, 6 * MILLI)
                .zone(MAIN, "late", 7 * MILLI, 8 * MILLI)
                .write(folder.resolve("gap.fxt"));
        Path page = folder.resolve("gap.html");
        CommandRun run = CommandRun.of("report", file, "--since", "0.002", "-o", page);
        assertEquals(0, run.exit(), run.err());

        try (Browser own = Browser.start(Browser.find(), 1400, 900)) {
            own.openReport(page.toUri() + "#tab=memory");

            assertEquals(
                    List.of("inner"),
                    own.evaluate("zonecast.trace.memory.path(0).map((place) => zonecast.trace.places[place].name)"));
            assertEquals(List.of(), own.complaints());
        }
    }

    @Test
    void shouldCountBlocksAboveTheirFlameGraph() throws Exception {
        flame("memory-calls");
        assertEquals("4 blocks", browser.text("#flame-count"));
        flame("left-zones");
        assertEquals("2 blocks", browser.text("#flame-count"));
        flame("zones");
        assertEquals("2 zones", browser.text("#flame-count"));
        browser.evaluate("zonecast.panels.show('memory')");
    }

    /** Functions and places of zones have numbers of their own. */
    @Test
    void shouldKeepAChosenFunctionWhereTheSameIsShown() throws Exception {
        flame("memory-calls");
        browser.evaluate("[...document.querySelectorAll('#function-table tbody tr')]"
                + ".find((row) => row.textContent.startsWith('Game.start')).click()");
        assertEquals("Game.start", chosen());
        flame("left-calls");
        assertEquals("Game.start", chosen());
        flame("memory-zones");
        assertEquals("none", chosen());

        flame("zones");
        browser.evaluate("zonecast.view.selectPlace(zonecast.trace.places.findIndex(({ name }) => name === 'update'))");
        browser.waitFor("zonecast.panels.flame.chosen === zonecast.view.place");
        flame("memory-zones");
        assertEquals("update", chosen());
        flame("memory-calls");
        assertEquals("none", chosen());
        browser.evaluate("zonecast.panels.show('memory')");
    }

    private static Object chosen() throws Exception {
        return browser.evaluate("(() => { const { chosen, source } = zonecast.panels.flame;"
                + " return chosen === -1 ? 'none' : source.name(chosen); })()");
    }

    private static List<Object> flame(String what) throws Exception {
        return flame(browser, what);
    }

    private static List<Object> flame(Browser shown, String what) throws Exception {
        return JsonTree.list(shown.evaluate("""
                (() => {
                  const { flame } = zonecast.panels;
                  zonecast.panels.show("flame");
                  flame.what.value = "%s";
                  flame.what.dispatchEvent(new Event("change"));
                  const path = (node) => (node.parent.parent ? `${path(node.parent)} > ` : "") + flame.source.name(node.frame);
                  return flame.current.nodes.slice(1).map((node) => `${path(node)} ${node.width}`).sort();
                })()\
                """.formatted(what)));
    }
}
