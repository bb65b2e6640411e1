package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.JsonTree;
import dev.zonecast.trace.LossKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of the page in a browser beside {@code stats --json}, value by value. */
class OneAnalysisTest {
    /** Columns of the table of zones, and where the same is in JSON. */
    private static final Map<String, List<String>> SUMS = Map.of(
            "count", List.of("count"),
            "self", List.of("selfNanos", "sum"),
            "self %", List.of("selfShare"),
            "total", List.of("totalNanos", "sum"),
            "mean", List.of("totalNanos", "mean"),
            "min", List.of("totalNanos", "min"),
            "max", List.of("totalNanos", "max"));

    private static final Map<String, List<String>> DISTRIBUTION = Map.of(
            "waited", List.of("waitedNanos"),
            "p50", List.of("totalNanos", "p50"),
            "p90", List.of("totalNanos", "p90"),
            "p99", List.of("totalNanos", "p99"),
            "std", List.of("totalNanos", "std"));

    @TempDir
    static Path folder;

    private static List<TenRecordings.Case> cases;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        cases = TenRecordings.write(folder);
        browser = Browser.start(program, 1400, 900);
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private static Object stats(TenRecordings.Case recording, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("stats", recording.trace(), "--json"));
        arguments.addAll(recording.options());
        arguments.addAll(List.of(more));
        CommandRun run = CommandRun.of(arguments.toArray());
        assertEquals(0, run.exit(), run.err());
        return JsonTree.of(run.out());
    }

    private static void open(TenRecordings.Case recording, Object... more) throws Exception {
        Path page = folder.resolve("page.html");
        List<Object> arguments = new ArrayList<>(List.of("report", recording.trace(), "-o", page));
        arguments.addAll(recording.options());
        arguments.addAll(List.of(more));
        CommandRun run = CommandRun.of(arguments.toArray());
        assertEquals(0, run.exit(), run.err());
        browser.openReport(page.toUri().toString());
    }

    // --- both sides as maps

    private static Map<String, Map<String, Object>> zonesOfPage() throws Exception {
        Object rows = browser.evaluate("zonecast.panels.zoneTable.sorted.map((row) => ({ key: [row.place.name,"
                + " row.place.function, row.place.file, row.place.line, row.place.on, row.place.time].join('|'),"
                + " ...Object.fromEntries(zonecast.panels.zoneTable.columns.filter((column) => column.value).map((column)"
                + " => [column.title, column.value(row)])) }))");
        Map<String, Map<String, Object>> byKey = new TreeMap<>();
        JsonTree.list(rows).forEach(row -> byKey.put((String) JsonTree.at(row, "key"), JsonTree.map(row)));
        return byKey;
    }

    private static Map<String, Map<String, Object>> zonesOf(Object stats, Map<String, List<String>> columns) {
        Map<String, Map<String, Object>> byKey = new TreeMap<>();
        for (Object zone : JsonTree.list(JsonTree.at(stats, "zones"))) {
            String key = String.join(
                    "|",
                    (String) JsonTree.at(zone, "name"),
                    (String) JsonTree.at(zone, "function"),
                    (String) JsonTree.at(zone, "file"),
                    String.valueOf(((Double) JsonTree.at(zone, "line")).intValue()),
                    ((String) JsonTree.at(zone, "on")).toLowerCase(Locale.ROOT),
                    ((String) JsonTree.at(zone, "time")).toLowerCase(Locale.ROOT));
            Map<String, Object> values = new LinkedHashMap<>();
            columns.forEach((title, path) -> {
                Object value = JsonTree.at(zone, path.toArray(String[]::new));
                // The page sorts what has no value by -1.
                values.put(title, value == null ? -1.0 : value);
            });
            byKey.put(key, values);
        }
        return byKey;
    }

    private static void assertZones(
            String of, Map<String, Map<String, Object>> expected, Map<String, Map<String, Object>> page) {
        assertEquals(expected.keySet(), page.keySet(), of);
        expected.forEach((zone, values) -> values.forEach(
                (title, value) -> assertEquals(value, page.get(zone).get(title), of + ": " + title + " of " + zone)));
    }

    // --- the whole recording

    @Test
    void shouldHaveTheFiguresOfTheWholeRecording() throws Exception {
        assertTrue(cases.size() >= 10);
        for (TenRecordings.Case recording : cases) {
            Object stats = stats(recording);
            open(recording);

            Map<String, List<String>> columns = new LinkedHashMap<>(SUMS);
            columns.putAll(DISTRIBUTION);
            assertZones(recording.name(), zonesOf(stats, columns), zonesOfPage());
            assertLength(recording.name(), stats);
            assertZonesRead(recording.name(), stats);
            assertFrames(recording, stats);
            assertLocks(recording.name(), stats);
            assertPlots(recording.name(), stats);
            assertGpuClocks(recording.name(), stats);
            assertLosses(recording.name(), stats);
            assertFalse(
                    (Boolean) browser.evaluate("document.body.innerText.includes('undefined')"
                            + " || document.body.innerText.includes('NaN')"),
                    recording.name());
        }
        assertEquals(List.of(), browser.complaints());
    }

    private static void assertLength(String name, Object stats) throws Exception {
        assertEquals(
                JsonTree.at(stats, "trace", "durationNanos"),
                browser.evaluate("zonecast.trace.meta.recordedNanos"),
                name);
        String length = (String) browser.evaluate("[...document.querySelectorAll('#about dt')]"
                + ".find(({ textContent }) => textContent === 'length').nextElementSibling.textContent");
        assertTrue(browser.text("#facts").contains(length + " \u00b7 "), name + ": " + browser.text("#facts"));
    }

    /** The page has zones that are open at the end. */
    private static void assertZonesRead(String name, Object stats) throws Exception {
        double ended = (double) JsonTree.at(stats, "trace", "zones");
        double open = (double) JsonTree.at(stats, "losses", LossKind.OPEN_ZONES.text());
        assertEquals(ended + open, browser.number("zonecast.trace.meta.zonesRead"), name);
    }

    /** What the page itself leaves out is its own. */
    private static void assertLosses(String name, Object stats) throws Exception {
        Map<String, Object> expected = new TreeMap<>(JsonTree.map(JsonTree.at(stats, "losses")));
        Map<String, Object> page = new TreeMap<>();
        for (Object loss : JsonTree.list(browser.evaluate("zonecast.trace.meta.losses"))) {
            String kind = (String) JsonTree.at(loss, "name");
            page.put(kind, JsonTree.at(loss, "count"));
            JsonTree.map(JsonTree.at(loss, "of")).forEach((subject, count) -> page.put(kind + ": " + subject, count));
        }
        for (LossKind own : List.of(LossKind.LEFT_OUT, LossKind.TOO_DEEP, LossKind.TOO_MANY_LANES)) {
            expected.keySet().removeIf(kind -> kind.startsWith(own.text()));
            page.keySet().removeIf(kind -> kind.startsWith(own.text()));
        }
        expected.values().removeIf(count -> count.equals(0.0));
        assertEquals(expected, page, name);
    }

    private static void assertFrames(TenRecordings.Case recording, Object stats) throws Exception {
        List<Object> sets = JsonTree.list(JsonTree.at(stats, "frames"));
        if (sets.isEmpty()) {
            assertEquals(null, browser.evaluate("zonecast.trace.frames"), recording.name());
            return;
        }
        Object set = sets.getFirst();
        Object page = browser.evaluate("zonecast.graph.figures");
        assertEquals(JsonTree.at(set, "count"), JsonTree.at(page, "count"), recording.name());
        assertEquals(JsonTree.at(set, "framesPerSecond"), JsonTree.at(page, "rate"), recording.name());
        assertEquals(JsonTree.at(set, "low1Percent"), JsonTree.at(page, "low1"), recording.name());
        assertEquals(JsonTree.at(set, "low01Percent"), JsonTree.at(page, "low01"), recording.name());
        for (String figure : List.of("mean", "min", "p50", "p99", "max")) {
            assertEquals(
                    JsonTree.at(set, "durationNanos", figure),
                    JsonTree.at(page, figure),
                    recording.name() + ": " + figure);
        }
        Object tallest = browser.evaluate("zonecast.trace.frames.duration.reduce((a, b) => Math.max(a, b))");
        assertEquals(JsonTree.at(set, "durationNanos", "max"), tallest, recording.name());
        // Of several programs the page has the frames of the first one.
        assertWorst(
                recording.name(),
                sets.size() == 1
                        ? stats
                        : stats(recording, "--process", ((Double) JsonTree.at(set, "process")).intValue()));
    }

    private static void assertWorst(String name, Object stats) throws Exception {
        List<Object> worst = JsonTree.list(JsonTree.at(stats, "worstFrames"));
        List<Object> rows =
                JsonTree.list(browser.evaluate("zonecast.panels.frameTable.sorted.slice(0, 10).map((i) => ({ number:"
                        + " zonecast.trace.frames.number[i], beginNanos: zonecast.trace.frames.begin[i] -"
                        + " zonecast.trace.origin, durationNanos: zonecast.trace.frames.duration[i], lists:"
                        + " Object.fromEntries(Object.entries(zonecast.trace.contents.get(i)).map(([list, parts])"
                        + " => [list, parts.map((part) => `${part.name ?? zonecast.trace.places[part.index].name}"
                        + " ${part.nanos}`)])) }))"));
        Comparator<Object> byNumber = Comparator.comparing(frame -> (Double) JsonTree.at(frame, "number"));
        List<Object> ordered = worst.stream().sorted(byNumber).toList();
        List<Object> orderedRows = rows.stream().sorted(byNumber).toList();
        assertEquals(worst.size(), rows.size(), name);
        for (int i = 0; i < worst.size(); i++) {
            Object frame = ordered.get(i);
            Object row = orderedRows.get(i);
            for (String figure : List.of("number", "beginNanos", "durationNanos")) {
                assertEquals(JsonTree.at(frame, figure), JsonTree.at(row, figure), name + ": " + figure);
            }
            String of = name + ": frame " + JsonTree.at(frame, "number");
            assertEquals(parts(frame, "zones", "longestNanos"), JsonTree.at(row, "lists", "most"), of);
            assertEquals(parts(frame, "longerThanUsual", "excessNanos"), JsonTree.at(row, "lists", "longer"), of);
            assertEquals(parts(frame, "waits", "nanos"), JsonTree.at(row, "lists", "waits"), of);
            assertEquals(parts(frame, "jvm", "nanos"), JsonTree.at(row, "lists", "jvm"), of);
        }
    }

    /** As many as the page shows. */
    private static List<Object> parts(Object frame, String list, String figure) {
        return JsonTree.list(JsonTree.at(frame, list)).stream()
                .limit(8)
                .map(part ->
                        (Object) (JsonTree.at(part, "name") + " " + ((Double) JsonTree.at(part, figure)).longValue()))
                .toList();
    }

    private static void assertLocks(String name, Object stats) throws Exception {
        List<List<Object>> expected = new ArrayList<>();
        for (Object lock : JsonTree.list(JsonTree.at(stats, "locks"))) {
            expected.add(List.of(
                    JsonTree.at(lock, "name"),
                    JsonTree.at(lock, "holds"),
                    JsonTree.at(lock, "heldNanos", "sum"),
                    JsonTree.at(lock, "heldNanos", "max"),
                    JsonTree.at(lock, "waits"),
                    JsonTree.at(lock, "waitedNanos", "sum"),
                    JsonTree.at(lock, "waitedNanos", "max")));
        }
        assertSameRows(name, expected, "lockTable");
    }

    private static void assertPlots(String name, Object stats) throws Exception {
        List<List<Object>> expected = new ArrayList<>();
        for (Object plot : JsonTree.list(JsonTree.at(stats, "plots"))) {
            List<Object> row = new ArrayList<>(List.of(JsonTree.at(plot, "name"), JsonTree.at(plot, "count")));
            for (String figure : List.of("min", "mean", "max", "last")) {
                row.add(JsonTree.at(plot, figure));
            }
            expected.add(row);
        }
        assertSameRows(name, expected, "plotTable");
    }

    private static void assertGpuClocks(String name, Object stats) throws Exception {
        List<List<Object>> expected = new ArrayList<>();
        for (Object clock : JsonTree.list(JsonTree.at(stats, "gpuClocks"))) {
            List<Object> row = new ArrayList<>(List.of("GPU clock of " + JsonTree.at(clock, "name")));
            for (String figure : List.of("worstErrorNanos", "leastDriftPpm", "mostDriftPpm")) {
                row.add(JsonTree.at(clock, figure));
            }
            expected.add(row);
        }
        assertEquals(
                expected,
                browser.evaluate("zonecast.trace.meta.figures.gpuClocks.map((clock) => [`GPU clock of ${clock.name}`,"
                        + " clock.worstError, clock.leastDrift, clock.mostDrift])"),
                name);
        assertEquals(
                expected.stream().map(List::getFirst).toList(),
                browser.evaluate("[...document.querySelectorAll('#about dt')].map(({ textContent }) => textContent)"
                        + ".filter((text) => text.startsWith('GPU clock'))"),
                name);
    }

    private static void assertSameRows(String name, List<List<Object>> expected, String table) throws Exception {
        List<Object> rows = JsonTree.list(browser.evaluate("zonecast.panels." + table
                + ".sorted.map((row) => zonecast.panels." + table
                + ".columns.map((column, i) => (i === 0 ? row.name : column.value(row))))"));
        Comparator<Object> order = Comparator.comparing(Object::toString);
        assertEquals(
                expected.stream().map(row -> (Object) row).sorted(order).toList(),
                rows.stream().sorted(order).toList(),
                name + ": " + table);
    }

    // --- a part of it

    @Test
    void shouldHaveTheSumsOfASelectedTime() throws Exception {
        for (TenRecordings.Case recording : cases) {
            double length = (Double) JsonTree.at(stats(recording), "trace", "durationNanos");
            long from = Math.round(Math.min(length / 5, 6 * PageTrace.MILLI));
            long to = Math.round(length * 0.7);
            open(recording);

            browser.evaluate("zonecast.view.selectRange(zonecast.trace.origin + " + from + ", zonecast.trace.origin + "
                    + to + ")");
            browser.waitFor("!document.querySelector('#scope [value=range]').disabled");
            browser.evaluate("(() => { const s = document.getElementById('scope'); s.value = 'range';"
                    + " s.dispatchEvent(new Event('change')); })()");

            // Sums are of the zones that the page has: it says where it has not all.
            if (browser.number("zonecast.trace.meta.zonesTooDeep") > 0) {
                assertTrue(browser.text("#zone-count").contains("left out"), browser.text("#zone-count"));
                continue;
            }
            Object part = stats(recording, "--since", from / 1e9, "--until", to / 1e9);
            assertZones(recording.name(), zonesOf(part, SUMS), zonesOfPage());
        }
        assertEquals(List.of(), browser.complaints());
    }

    @Test
    void shouldKeepTheFiguresOfAllZonesWhenThePageLeavesSomeOut() throws Exception {
        TenRecordings.Case many = cases.stream()
                .filter(c -> c.name().equals("many zones"))
                .findFirst()
                .orElseThrow();
        Map<String, List<String>> columns = new LinkedHashMap<>(SUMS);
        columns.putAll(DISTRIBUTION);

        open(many, "--max-zones", 500);

        assertTrue(browser.number("zonecast.trace.meta.zonesLeftOut") > 1000);
        assertZones("left out", zonesOf(stats(many), columns), zonesOfPage());
        assertTrue(browser.text("#facts").contains("12,000 zones"), browser.text("#facts"));
    }
}
