package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.JsonTree;
import dev.zonecast.cli.SampledTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Flame graphs, callers and callees in a real browser, beside the figures of {@code stats}. */
class FlameTest extends BrowserTest {
    private static final String NAME = "const name = (node) => zonecast.panels.flame.source.name(node.frame);";

    private static Object stats(Path trace, List<Object> options) {
        List<Object> arguments = new ArrayList<>(List.of("stats", trace, "--json", "--limit", 0));
        arguments.addAll(options);
        CommandRun run = CommandRun.of(arguments.toArray());
        assertEquals(0, run.exit(), run.err());
        return JsonTree.of(run.out());
    }

    private static void open(Path trace, List<Object> options) throws Exception {
        Path page = folder.resolve("page.html");
        List<Object> arguments = new ArrayList<>(List.of("report", trace, "-o", page));
        arguments.addAll(options);
        CommandRun run = CommandRun.of(arguments.toArray());
        assertEquals(0, run.exit(), run.err());
        browser.openReport(page.toUri().toString());
    }

    private static void choose(String control, Object value) throws Exception {
        browser.evaluate("(() => { const s = document.getElementById('" + control + "'); s.value = '" + value
                + "'; s.dispatchEvent(new Event('change')); })()");
    }

    /** Shows the flame graph of all tracks. */
    private static void showFlame(String what) throws Exception {
        browser.evaluate("zonecast.panels.show('flame')");
        choose("flame-what", what);
        choose(
                "flame-tracks",
                browser.number("document.querySelectorAll('#flame-tracks [value=all]').length") == 1
                        ? "all"
                        : browser.evaluate("document.getElementById('flame-tracks').value"));
    }

    private static List<String> rows(String list) throws Exception {
        return JsonTree.list(browser.evaluate(
                        "(() => { const { panels, trace } = zonecast; const { flame } = panels; return " + list
                                + "; })()"))
                .stream()
                .map(String.class::cast)
                .sorted()
                .toList();
    }

    private static final String FLAME_ROWS =
            "flame.rows.filter((row) => row.count > 0).map(({ index, count, self, total })"
                    + " => { const p = trace.places[index];"
                    + " return [p.name, p.function, p.file, p.line, p.on, count, self, total].join('|'); })";
    private static final String ZONE_ROWS = "panels.zoneTable.rows.map(({ place: p, count, self, total })"
            + " => [p.name, p.function, p.file, p.line, p.on, count, self, total].join('|'))";

    private static List<String> zones(Object stats) {
        return JsonTree.list(JsonTree.at(stats, "zones")).stream()
                .map(zone -> String.join(
                        "|",
                        (String) JsonTree.at(zone, "name"),
                        (String) JsonTree.at(zone, "function"),
                        (String) JsonTree.at(zone, "file"),
                        whole(zone, "line"),
                        ((String) JsonTree.at(zone, "on")).toLowerCase(Locale.ROOT),
                        whole(zone, "count"),
                        whole(zone, "selfNanos", "sum"),
                        whole(zone, "totalNanos", "sum")))
                .sorted()
                .toList();
    }

    private static String whole(Object tree, String... path) {
        return String.valueOf(((Number) JsonTree.at(tree, path)).longValue());
    }

    @Test
    void shouldHaveTheSumsOfStatsForTheWholeRecordingAndForAPartOfIt() throws Exception {
        for (TenRecordings.Case recording : TenRecordings.write(folder)) {
            open(recording.trace(), recording.options());
            if (browser.number("zonecast.trace.zones.count") == 0
                    || browser.number("zonecast.trace.meta.zonesTooDeep") > 0) {
                continue;
            }
            showFlame("zones");
            assertEquals(zones(stats(recording.trace(), recording.options())), rows(FLAME_ROWS), recording.name());

            if (browser.number("zonecast.panels.scope.worst.length") > 0) {
                choose("scope", "worst");
                assertEquals(rows(ZONE_ROWS), rows(FLAME_ROWS), recording.name() + ": worst frames");
            }

            browser.evaluate("zonecast.view.selectRange(zonecast.trace.origin + 6e6, zonecast.trace.length * 0.7)");
            browser.waitFor("!document.querySelector('#scope [value=range]').disabled");
            choose("scope", "range");
            assertEquals(rows(ZONE_ROWS), rows(FLAME_ROWS), recording.name() + ": a selected time");
        }
    }

    @Test
    void shouldDrawANodeAsWideAsItsTimeBelowItsCaller() throws Exception {
        open(PageTrace.write(folder.resolve("page.fxt")), List.of());
        showFlame("zones");
        choose("flame-tracks", "thread");

        // update takes 40 ms of 50, physics half of it: x of 10 frames, 2 ms and some nanoseconds each.
        Object node = browser.evaluate("(() => { " + NAME + """
              const { flame } = zonecast.panels.flame;
              const nodes = zonecast.panels.flame.current.nodes.slice(1);
              const physics = nodes.find((node) => name(node) === "physics");
              const width = flame.canvas.clientWidth;
              const at = (part, row) => { const node = flame.nodeAt(width * part, row * 19 + 9); return node && node !== flame.tree.root ? name(node) : ""; };
              return { parent: name(physics.parent), width: physics.width, all: flame.tree.root.width,
                drawn: [at(0.1, 0), at(0.79, 1), at(0.81, 1), at(0.39, 2), at(0.41, 2)].join() };
            })()\
            """);

        assertEquals("update", JsonTree.at(node, "parent"));
        assertEquals(20e6 + 45, JsonTree.at(node, "width"));
        assertEquals(50e6, JsonTree.at(node, "all"));
        assertEquals(",update,think,physics,", JsonTree.at(node, "drawn"));
    }

    @Test
    void shouldShowWhatCallsAFunctionAndWhatItCalls() throws Exception {
        open(PageTrace.write(folder.resolve("page.fxt")), List.of());
        showFlame("zones");
        choose("flame-tracks", "thread");
        browser.evaluate("document.getElementById('flame-sandwich').click()");

        browser.evaluate("[...document.querySelectorAll('#function-table tbody tr')]"
                + ".find((row) => row.textContent.startsWith('physics')).click()");

        assertEquals("physics: 20.00 ms, itself 20.00 ms", browser.text("#function-name"));
        assertEquals(List.of("physics", "physics < update"), nodes("callers", "<"));
        assertEquals(List.of("physics"), nodes("callees", ">"));

        browser.evaluate("zonecast.view.selectPlace(zonecast.trace.places.findIndex((p) => p.name === 'update'))");
        browser.waitFor("document.getElementById('function-name').textContent.startsWith('update')");
        assertEquals(List.of("update"), nodes("callers", "<"));
        assertEquals(List.of("update", "update > physics"), nodes("callees", ">"));
    }

    @Test
    void shouldComeToRestWhereTheSelectedPlaceHasNoRow() throws Exception {
        open(PageTrace.write(folder.resolve("page.fxt")), List.of());
        showFlame("zones");
        choose("flame-tracks", "thread");
        browser.evaluate("document.getElementById('flame-sandwich').click()");

        double changes = browser.number("""
                new Promise((done) => {
                  const { view, trace } = zonecast;
                  let changes = 0;
                  view.changed = function () { changes++; Object.getPrototypeOf(this).changed.call(this); };
                  view.selectPlace(trace.places.findIndex(({ name }) => name === "bloom"));
                  let pictures = 0;
                  const step = () => (++pictures === 20 ? done(changes) : requestAnimationFrame(step));
                  step();
                })\
                """);

        assertTrue(changes < 5, changes + " changes");
    }

    private static List<Object> nodes(String chart, String arrow) throws Exception {
        return JsonTree.list(browser.evaluate("(() => { " + NAME + """
                  const path = (node) => (node.parent?.parent ? `${path(node.parent)} %s ` : "") + name(node);
                  return zonecast.panels.flame.%s.tree.nodes.slice(1).map(path);
                })()\
                """.formatted(arrow, chart)));
    }

    @Test
    void shouldHaveTheMethodsOfStatsFromStackSamples() throws Exception {
        Path trace = SampledTrace.write(folder.resolve("sampled.fxt"));
        List<String> expected = JsonTree.list(JsonTree.at(stats(trace, List.of()), "methods")).stream()
                .map(method -> String.join(
                        "|",
                        (String) JsonTree.at(method, "name"),
                        whole(method, "totalSamples"),
                        whole(method, "selfNanos"),
                        whole(method, "totalNanos")))
                .sorted()
                .toList();

        open(trace, List.of());
        showFlame("0");

        assertTrue(expected.size() > 3, expected.toString());
        assertEquals(
                expected,
                rows("flame.rows.map(({ index, count, self, total }) =>"
                        + " [flame.source.name(index), count, self, total].join('|'))"));
        assertEquals(
                List.of("CPU samples", "allocations", "native samples", "sleeps", "zones"),
                rows("[...document.querySelectorAll('#flame-what option')].map((option) => option.textContent)"));
    }

    @Test
    void shouldShowASampleOnTheTimelineWithItsStack() throws Exception {
        open(SampledTrace.write(folder.resolve("sampled.fxt")), List.of("--process", 70));
        browser.evaluate("zonecast.view.show(zonecast.trace.start, zonecast.trace.length)");
        browser.waitFor(
                "zonecast.timeline.perNano * zonecast.trace.length < zonecast.timeline.canvas.clientWidth * 1.1");

        Object lines = browser.evaluate("""
                (() => {
                  const { timeline, trace } = zonecast;
                  const item = timeline.layout.items.find(({ parts }) => parts.some(({ samples }) => samples));
                  const part = item.parts.find(({ samples }) => samples);
                  const { samples, sample } = timeline.at(timeline.x(25e6 - trace.meta.firstNanos), item.y + part.y + 2);
                  return trace.samples.describe(samples, sample).flat();
                })()\
                """);

        List<Object> text = JsonTree.list(lines);
        assertEquals("ran 2.000 ms", text.getFirst());
        assertTrue(text.contains("org.example.Maths.work (Game.java:9)"), text.toString());
        assertTrue(text.indexOf("org.example.Maths.work (Game.java:9)")
                < text.indexOf("org.example.Game.main (Game.java:5)"));
    }

    @Test
    void shouldGoThroughTheGraphByKeyboard() throws Exception {
        open(PageTrace.write(folder.resolve("page.fxt")), List.of());
        showFlame("zones");
        choose("flame-tracks", "thread");
        browser.evaluate("zonecast.panels.flame.flame.canvas.focus()");

        browser.key("ArrowDown");
        browser.key("ArrowRight");

        assertTrue(
                browser.text("#announcements").startsWith("think, 10.00 ms, 20.0 %"), browser.text("#announcements"));
        browser.key("ArrowLeft");
        browser.key("Enter");
        assertEquals("update", browser.evaluate("zonecast.trace.places[zonecast.view.place].name"));
        assertEquals(
                true, browser.evaluate("zonecast.panels.flame.flame.focus !== zonecast.panels.flame.flame.tree.root"));
        browser.key("Escape");
        assertEquals(
                true, browser.evaluate("zonecast.panels.flame.flame.focus === zonecast.panels.flame.flame.tree.root"));
    }
}
