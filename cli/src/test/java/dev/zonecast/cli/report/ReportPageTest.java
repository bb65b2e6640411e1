package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.JsonTree;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser: what it shows, and its answers to input. */
class ReportPageTest extends BrowserTest {
    private static final double MILLI = PageTrace.MILLI;

    private static Path page;

    @BeforeAll
    static void write() throws Exception {
        page = folder.resolve("page.html");
        Pages.write(PageTrace.write(folder.resolve("page.fxt")), "<page> & more", page);
    }

    @BeforeEach
    void open() throws Exception {
        browser.prefer("light");
        openAll();
    }

    private static void openAt(String hash) throws Exception {
        browser.openReport(page.toUri() + hash);
    }

    /** The page opens at the worst frame: most tests are about all of them. */
    private static void openAll() throws Exception {
        openAt("");
        browser.evaluate("zonecast.view.clear(); zonecast.view.show(zonecast.trace.start, zonecast.trace.length)");
        browser.settle();
    }

    // --- reading the page

    private static boolean is(String expression) throws Exception {
        return (Boolean) browser.evaluate(expression);
    }

    /** Cells of the row of a table whose first cell is that. */
    private static List<Object> row(String table, String first) throws Exception {
        return JsonTree.list(browser.evaluate("[...document.querySelectorAll('" + table + " tbody tr')]"
                + ".map(row => [...row.cells].map(cell => cell.textContent)).find(cells => cells[0] === '" + first
                + "')"));
    }

    private record Point(double x, double y) {}

    /** Middle of what an expression has as its bounding box. */
    private static Point middle(String expression) throws Exception {
        Object box = browser.evaluate("(() => { const box = " + expression + ".getBoundingClientRect();"
                + " return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()");
        return new Point((Double) JsonTree.at(box, "x"), (Double) JsonTree.at(box, "y"));
    }

    private static void click(String selector) throws Exception {
        Point point = middle("document.querySelector('" + selector + "')");
        browser.click(point.x, point.y);
    }

    /** Where a zone is drawn. */
    private static Point zone(String name, int which) throws Exception {
        Object at = browser.evaluate("""
            (() => {
              const { trace, timeline } = zonecast;
              const all = [...Array(trace.zones.count).keys()].filter((zone) => trace.name(zone) === "%s");
              const zone = all.sort((a, b) => trace.zones.begin[a] - trace.zones.begin[b])[%s];
              const box = timeline.canvas.getBoundingClientRect();
              const row = timeline.layout.byRow.get(trace.rowOf(zone));
              return {
                x: box.x + timeline.x(trace.zones.begin[zone] + trace.zones.duration[zone] / 2),
                y: box.y + row.y + row.height / 2 - timeline.scroller.scrollTop,
              };
            })()\
            """.formatted(name, which));
        return new Point((Double) JsonTree.at(at, "x"), (Double) JsonTree.at(at, "y"));
    }

    /** Middle of a frame's bar. */
    private static Point bar(int frame) throws Exception {
        Object box =
                browser.evaluate("(() => { const b = document.getElementById('frame-graph').getBoundingClientRect();"
                        + " return { x: b.x, y: b.bottom - 3, width: b.width }; })()");
        double axis = 62;
        double width = (Double) JsonTree.at(box, "width") - axis;
        return new Point((Double) JsonTree.at(box, "x") + axis + width * (frame + 0.5) / PageTrace.FRAMES, (Double)
                JsonTree.at(box, "y"));
    }

    // --- what it shows

    @Test
    void shouldShowTheFiguresOfTheRecording() throws Exception {
        assertEquals("<page> & more \u00b7 Zonecast", browser.evaluate("document.title"));
        assertEquals("<demo> & co", browser.text("#program"));
        assertTrue(
                browser.text("#facts").endsWith("120.0 ms \u00b7 40 zones \u00b7 10 frames"), browser.text("#facts"));
        assertEquals(
                List.of(
                        "update",
                        "Game.java:12",
                        "CPU",
                        "work",
                        "10",
                        "20.00 ms",
                        "40.0 %",
                        "",
                        "40.00 ms",
                        "4.000 ms",
                        "4.000 ms"),
                row("#zone-table", "update").subList(0, 11));
        assertEquals("Lua", row("#zone-table", "think").get(2));
        assertEquals("GPU", row("#zone-table", "bloom").get(2));
        click("#tab-locks");
        assertEquals(List.of("assets", "1", "2.000 ms", "2.000 ms", "0", "0 ns", "0 ns"), row("#lock-table", "assets"));
        click("#tab-plots");
        assertEquals(List.of("load", "10", "0", "45", "90", "90"), row("#plot-table", "load"));
        click("#tab-frames");
        assertEquals(
                List.of("7", "30.00 ms", "33.3 fps", "0.070000 s"),
                row("#frame-table", "7").subList(0, 4));
    }

    @Test
    void shouldNestZonesAndKnowTheirOwnTime() throws Exception {
        Object zone = browser.evaluate("""
            (() => {
              const { trace } = zonecast;
              const physics = [...Array(trace.zones.count).keys()].filter((i) => trace.name(i) === "physics")[3];
              const outer = trace.parent(physics);
              return { outer: trace.name(outer), self: trace.zones.self[outer], children: trace.children(outer).join() === [physics, physics + 1].join() };
            })()\
            """);

        assertEquals("update", JsonTree.at(zone, "outer"));
        assertEquals(2 * MILLI - 3, JsonTree.at(zone, "self"));
        assertEquals(true, JsonTree.at(zone, "children"));
    }

    // --- pointer

    @Test
    void shouldShowAFrameAndItsPictureWhenItsBarIsClicked() throws Exception {
        Point slow = bar(PageTrace.SLOW_FRAME);

        browser.click(slow.x, slow.y);
        browser.settle();

        assertEquals("Frame 7", browser.text("#frame-name"));
        assertEquals(70 * MILLI, browser.number("zonecast.view.range.from"));
        assertEquals(100 * MILLI, browser.number("zonecast.view.range.to"));
        assertTrue(is("zonecast.view.from < 70e6 && zonecast.view.to > 100e6 && zonecast.view.span < 40e6"));
        browser.waitFor("document.getElementById('picture').dataset.frame === '7'");
        List<Object> pixels = JsonTree.list(browser.evaluate(
                "[...document.getElementById('picture').getContext('2d').getImageData(0, 0, 5, 1).data]"));
        assertEquals(
                List.of(
                        255.0, 0.0, 0.0, 255.0, 0.0, 0.0, 255.0, 255.0, 170.0, 0.0, 85.0, 255.0, 85.0, 0.0, 170.0,
                        255.0, 0.0, 255.0, 0.0, 255.0),
                pixels);
    }

    @Test
    void shouldSelectTheFramesThatAreDraggedOver() throws Exception {
        Point from = bar(2);
        Point to = bar(4);

        browser.drag(from.x, from.y, to.x, to.y, 0);
        browser.settle();

        assertEquals(20 * MILLI, browser.number("zonecast.view.range.from"));
        assertEquals(50 * MILLI, browser.number("zonecast.view.range.to"));
        assertTrue(browser.text("#details").contains("frames3"), browser.text("#details"));
    }

    @Test
    void shouldDescribeTheZoneUnderThePointerAndSelectItWhenClicked() throws Exception {
        Point physics = zone("physics", 2);

        browser.move(physics.x, physics.y);
        browser.waitFor("!document.getElementById('tooltip').hidden");
        String tooltip = browser.text("#tooltip");
        browser.click(physics.x, physics.y);
        browser.settle();

        assertTrue(tooltip.startsWith("physicstook2.000 ms"), tooltip);
        assertTrue(tooltip.contains("Game.java:30"), tooltip);
        assertEquals("physics", browser.text("#details h3:not(.range)"));
        assertTrue(browser.text("#details").contains("Inside ofupdate4.000 ms"), browser.text("#details"));
        assertEquals("physics", browser.text("#calls-name"));
        assertEquals(10.0, browser.number("document.querySelectorAll('#call-table tbody tr:not(.space)').length"));
    }

    @Test
    void shouldZoomAtThePointerWhenTheWheelTurns() throws Exception {
        Point update = zone("update", 4);
        String under =
                "zonecast.timeline.timeAt(" + update.x + " - zonecast.timeline.canvas.getBoundingClientRect().x)";
        double before = browser.number(under);
        double span = browser.number("zonecast.view.span");
        double nanosPerPixel = browser.number("1 / zonecast.timeline.perNano");

        browser.wheel(update.x, update.y, -300);
        browser.waitFor("zonecast.view.span < " + span * 0.7);
        browser.settle();

        assertEquals(before, browser.number(under), nanosPerPixel);
    }

    @Test
    void shouldMoveWithThePointerAndMeasureWithShift() throws Exception {
        browser.evaluate("zonecast.view.show(30e6, 60e6)");
        browser.settle();
        Point middle = middle("zonecast.timeline.canvas");

        browser.drag(middle.x, middle.y, middle.x + 100, middle.y, 0);
        browser.settle();

        double moved = 30e6 - browser.number("zonecast.view.from");
        assertEquals(100, moved * browser.number("zonecast.timeline.perNano"), 2);
        assertEquals(30e6, browser.number("zonecast.view.span"), 1);

        browser.drag(middle.x, middle.y, middle.x + 200, middle.y, 8);
        browser.settle();

        double length = browser.number("zonecast.view.range.to - zonecast.view.range.from");
        assertEquals(200, length * browser.number("zonecast.timeline.perNano"), 2);
    }

    @Test
    void shouldGiveTheFiguresOfASelectedTime() throws Exception {
        browser.evaluate("zonecast.view.selectRange(20e6, 40e6)");
        browser.settle();
        browser.evaluate("(() => { const s = document.getElementById('scope'); s.value = 'range';"
                + " s.dispatchEvent(new Event('change')); })()");

        assertEquals("2", row("#zone-table", "update").get(4));
        assertEquals("8.000 ms", row("#zone-table", "update").get(8));
        assertEquals("8 zones, 4 places", browser.text("#zone-count"));
    }

    private static void chooseSelectedTime() throws Exception {
        browser.evaluate("zonecast.view.selectRange(20e6, 40e6)");
        browser.settle();
        browser.evaluate("zonecast.panels.scope.choose('range')");
    }

    @Test
    void shouldBeOfTheWholeRecordingOnceNoTimeIsSelected() throws Exception {
        chooseSelectedTime();

        browser.evaluate("zonecast.view.clear()");
        browser.settle();

        assertEquals("all", browser.evaluate("zonecast.panels.scope.name"));
        assertEquals("10", row("#zone-table", "update").get(4));
    }

    @Test
    void shouldComeBackToTheSelectedTimeOfAnAddress() throws Exception {
        chooseSelectedTime();
        browser.waitFor("location.hash.includes('of=range')");
        String hash = (String) browser.evaluate("location.hash");

        openAt(hash);

        assertEquals(20 * MILLI, browser.number("zonecast.view.range.from"));
        assertEquals(40 * MILLI, browser.number("zonecast.view.range.to"));
        assertEquals(-1.0, browser.number("zonecast.view.frame"));
        assertEquals("range", browser.evaluate("zonecast.panels.scope.name"));
    }

    private static void touch(String type, Point... fingers) throws Exception {
        List<Object> points = new ArrayList<>();
        for (int i = 0; i < fingers.length; i++) {
            points.add(Map.of("x", fingers[i].x, "y", fingers[i].y, "id", i));
        }
        browser.send("Input.dispatchTouchEvent", Map.of("type", type, "touchPoints", points));
    }

    @Test
    void shouldSelectAZoneByOneFingerAndNoneByTwo() throws Exception {
        Point first = zone("physics", 2);
        Point second = zone("physics", 6);

        touch("touchStart", first);
        touch("touchStart", first, second);
        touch("touchEnd");
        browser.settle();
        assertEquals(-1.0, browser.number("zonecast.view.zone"));

        touch("touchStart", first);
        touch("touchEnd");
        browser.settle();
        assertEquals("physics", browser.evaluate("zonecast.trace.name(zonecast.view.zone)"));
    }

    /** Whether the details of the first zone that a test accepts have the frame that it begins in. */
    private static boolean hasFrame(String accepts) throws Exception {
        browser.evaluate("zonecast.view.clear();"
                + " zonecast.view.selectZone([...Array(zonecast.trace.zones.count).keys()].find((zone) => " + accepts
                + "))");
        browser.settle();
        return is("[...document.querySelectorAll('#details dt')].some((title) => title.textContent === 'frame')");
    }

    @Test
    void shouldNameTheFrameOfAZoneOnlyWhereItBeginsInOne() throws Exception {
        Path two = folder.resolve("frames of two.html");
        Pages.write(PageTrace.writeTwo(folder.resolve("frames of two.fxt")), "two", two);
        browser.openReport(two.toUri().toString());
        String isOwn = "zonecast.trace.trackOf(zone).process === zonecast.trace.frames.process";

        assertTrue(hasFrame(isOwn));
        assertFalse(hasFrame("!(" + isOwn + ")"));

        int main = 10;
        Path trace = new ScriptedTrace()
                .thread(main, "main")
                .frame(0, 0, 10 * PageTrace.MILLI)
                .zone(main, "inside", PageTrace.MILLI, 2 * PageTrace.MILLI)
                .zone(main, "after", 20 * PageTrace.MILLI, 21 * PageTrace.MILLI)
                .write(folder.resolve("after.fxt"));
        Path after = folder.resolve("after.html");
        Pages.write(trace, "after", after);
        browser.openReport(after.toUri().toString());

        assertTrue(hasFrame("zonecast.trace.name(zone) === 'inside'"));
        assertFalse(hasFrame("zonecast.trace.name(zone) === 'after'"));
    }

    // --- keyboard

    @Test
    void shouldKeepTheFocusInATable() throws Exception {
        click("#tab-frames");
        browser.settle();
        browser.evaluate("document.querySelectorAll('#frame-table tbody button')[4].focus()");

        browser.key("Enter");
        browser.settle();

        String focused = "document.activeElement.closest('tr')?.getAttribute('aria-rowindex')";
        assertEquals("6", browser.evaluate(focused));
        assertEquals("true", browser.evaluate("document.activeElement.closest('tr').getAttribute('aria-current')"));
        browser.evaluate("window.focused = document.activeElement; zonecast.view.pan(1e6)");
        browser.settle();
        assertTrue(is("window.focused === document.activeElement"));
    }

    @Test
    void shouldZoomAndMoveByKeys() throws Exception {
        double whole = browser.number("zonecast.view.span");
        browser.key("w");
        browser.settle();
        double zoomed = browser.number("zonecast.view.span");
        assertEquals(0.7 * whole, zoomed, 1);
        double from = browser.number("zonecast.view.from");
        browser.key("d");
        browser.settle();
        assertEquals(from + 0.2 * zoomed, browser.number("zonecast.view.from"), zoomed * 0.01);
        browser.key("a");
        browser.settle();
        assertEquals(from, browser.number("zonecast.view.from"), zoomed * 0.01);
        browser.key("0");
        browser.settle();
        assertEquals(whole, browser.number("zonecast.view.span"), 1);
    }

    @Test
    void shouldGoFromFrameToFrameAndFromZoneToZoneByKeys() throws Exception {
        browser.evaluate("zonecast.view.selectFrame(5)");
        browser.settle();
        browser.key(".");
        browser.settle();
        assertEquals(6.0, browser.number("zonecast.view.frame"));
        assertEquals("Frame 6, 10.00 ms", browser.text("#announcements"));
        browser.key(",");
        browser.key(",");
        browser.settle();
        assertEquals(4.0, browser.number("zonecast.view.frame"));

        Point update = zone("update", 4);
        browser.click(update.x, update.y);
        browser.settle();
        browser.key("i");
        browser.settle();
        assertEquals("physics", browser.text("#details h3:not(.range)"));
        browser.key("n");
        browser.settle();
        assertEquals(52 * MILLI, browser.number("zonecast.trace.zones.begin[zonecast.view.zone]"));
        browser.key("o");
        browser.settle();
        assertEquals("update", browser.evaluate("zonecast.trace.name(zonecast.view.zone)"));
        browser.key("Escape");
        browser.settle();
        assertEquals(-1.0, browser.number("zonecast.view.zone"));
    }

    @Test
    void shouldFindZonesAndMessages() throws Exception {
        browser.key("/");
        browser.type("bloom");
        browser.waitFor("zonecast.view.search");
        assertEquals("10 zones", browser.text("#search-count"));
        // Nothing is selected: the one before is the last one.
        browser.evaluate("zonecast.search.step(-1)");
        assertEquals(118 * MILLI, browser.number("zonecast.trace.zones.begin[zonecast.view.zone]"));
        browser.key("Enter");
        browser.waitFor("zonecast.trace.zones.begin[zonecast.view.zone] < 100e6");
        assertEquals("bloom", browser.evaluate("zonecast.trace.name(zonecast.view.zone)"));
        assertEquals(8 * MILLI, browser.number("zonecast.trace.zones.begin[zonecast.view.zone]"));
        browser.key("Enter");
        browser.waitFor("zonecast.trace.zones.begin[zonecast.view.zone] === 18e6");
        browser.evaluate("zonecast.search.step(-1); zonecast.search.step(-1)");
        assertEquals(118 * MILLI, browser.number("zonecast.trace.zones.begin[zonecast.view.zone]"));

        browser.evaluate("document.getElementById('search').value = ''");
        browser.type("of <MAIN>");
        browser.waitFor("zonecast.view.search?.messages.length === 1");
        assertEquals("0 zones", browser.text("#search-count"));
        click("#search-results .link");
        browser.settle();
        assertEquals("true", browser.evaluate("document.getElementById('tab-messages').getAttribute('aria-selected')"));
        assertEquals(List.of("0.005000 s", "", "main", "", "a message of <main>"), row("#message-table", "0.005000 s"));
    }

    @Test
    void shouldReachEveryControlByTabAndGiveItAName() throws Exception {
        Set<String> roles =
                Set.of("button", "searchbox", "textbox", "combobox", "tab", "application", "separator", "dialog");
        int named = 0;
        for (Object node : JsonTree.list(
                browser.send("Accessibility.getFullAXTree", Map.of()).get("nodes"))) {
            Map<String, Object> properties = JsonTree.map(node);
            if (Boolean.TRUE.equals(properties.get("ignored")) || !properties.containsKey("role")) {
                continue;
            }
            if (roles.contains(JsonTree.at(node, "role", "value"))) {
                Object name = properties.containsKey("name") ? JsonTree.at(node, "name", "value") : "";
                assertNotEquals("", name, node.toString());
                named++;
            }
        }
        assertTrue(named > 25, "only " + named);

        StringBuilder reached = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            browser.key("Tab");
            reached.append(browser.evaluate("document.activeElement.id")).append(' ');
        }
        for (String id : List.of("search", "show-all", "theme", "help-button", "frame-graph", "tracks", "split-side")) {
            assertTrue(reached.toString().contains(id + " "), id + " in " + reached);
        }
    }

    // --- the rest

    @Test
    void shouldFollowTheSystemsThemeUntilAnotherIsChosen() throws Exception {
        String background = "getComputedStyle(document.body).backgroundColor";
        assertEquals("rgb(255, 255, 255)", browser.evaluate(background));
        browser.prefer("dark");
        browser.waitFor("document.documentElement.dataset.theme === 'dark'");
        assertEquals("rgb(22, 24, 29)", browser.evaluate(background));
        browser.evaluate("zonecast.theme.choose('light')");
        assertEquals("rgb(255, 255, 255)", browser.evaluate(background));
        browser.evaluate("zonecast.theme.choose('auto')");
    }

    @Test
    void shouldComeBackToTheViewOfAnAddress() throws Exception {
        browser.evaluate("zonecast.view.selectFrame(3)");
        browser.settle();
        Point update = zone("update", 3);
        browser.click(update.x, update.y);
        browser.waitFor("location.hash.includes('zone=')");
        browser.settle();
        String hash = (String) browser.evaluate("location.hash");
        double from = browser.number("zonecast.view.from");

        openAt(hash);

        assertEquals(from, browser.number("zonecast.view.from"), 1);
        assertEquals(3.0, browser.number("zonecast.view.frame"));
        assertEquals("update", browser.evaluate("zonecast.trace.name(zonecast.view.zone)"));
    }

    @Test
    void shouldComeBackToAFrameWithoutANumber() throws Exception {
        browser.evaluate("zonecast.trace.frames.number.fill(-1); zonecast.view.selectFrame(3)");
        browser.settle();
        assertEquals("Frame 3", browser.text("#frame-name"));
        browser.waitFor("location.hash.includes('frame=')");

        browser.evaluate("zonecast.view.clear(); zonecast.address.written = ''; zonecast.address.read()");

        assertEquals(3.0, browser.number("zonecast.view.frame"));
    }

    @ParameterizedTest
    @CsvSource({"1, GPU · OpenGL", "2, GPU · Vulkan", "3, GPU · OpenCL", "7, GPU"})
    void shouldNameTheApiOfAGpuContext(int api, String title) throws Exception {
        Path other = folder.resolve("api.html");
        TraceBytes trace = TraceBytes.trace();
        new ProviderRecords(trace, 1, 1, "game")
                .track(1, ExtensionLayout.TRACK_THREAD, 0, 0, "main")
                .gpuContext(api, 4, "renderer")
                .track(2, ExtensionLayout.TRACK_GPU, 4, 1, "renderer")
                .complete(2, "gpu", "pass", 1000, 2000)
                .recordingEnd();
        Pages.write(Files.write(folder.resolve("api.fxt"), trace.bytes()), "api", other);

        browser.openReport(other.toUri().toString());

        assertEquals(title, browser.text("#gutter .label.gpu .sub"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNoteOnlyWhatIsMissing(boolean isMissing) throws Exception {
        Path other = folder.resolve("loss.html");
        TraceBytes trace = TraceBytes.trace().string(1, "work").thread(1, 70, 71);
        trace.event(4, 0, 1, 1, 1000).word(2000).end();
        if (isMissing) {
            // An end without a begin.
            trace.event(3, 0, 1, 1, 3000).end();
        } else {
            // An end before its begin, which is moved.
            trace.event(4, 0, 1, 1, 3000).word(2900).end();
        }
        Pages.write(Files.write(folder.resolve("loss.fxt"), trace.bytes()), "loss", other);

        browser.openReport(other.toUri().toString());

        assertEquals(isMissing, browser.text("#notes").contains("Something is missing"));
        assertEquals(1.0, browser.number("zonecast.trace.meta.losses.length"));
    }

    @Test
    void shouldFoldATrack() throws Exception {
        double before = browser.number("zonecast.timeline.layout.height");

        click("#gutter button");
        browser.settle();

        assertTrue(browser.number("zonecast.timeline.layout.height") < before);
        assertEquals(
                "false", browser.evaluate("document.querySelector('#gutter button').getAttribute('aria-expanded')"));
    }

    @Test
    void shouldDrawNoMoreThanPixelsCanShow() throws Exception {
        Path many = folder.resolve("many.html");
        Path trace =
                Files.write(folder.resolve("many.fxt"), ManyZones.stream(50_000).readAllBytes());
        Pages.write(trace, "many", many);
        browser.open(many.toUri().toString());
        browser.waitFor("document.documentElement?.dataset.ready && zonecast.trace.zones.count === 200000");

        String drawn = """
            (() => {
              const counts = [];
              const fillRect = CanvasRenderingContext2D.prototype.fillRect;
              let count = 0;
              CanvasRenderingContext2D.prototype.fillRect = function (...box) { count++; fillRect.apply(this, box); };
              for (const part of [1, 0.1, 0.001]) {
                zonecast.view.show(0, zonecast.trace.length * part);
                count = 0;
                zonecast.timeline.draw();
                counts.push(count);
              }
              CanvasRenderingContext2D.prototype.fillRect = fillRect;
              return counts;
            })()\
            """;
        double width = browser.number("zonecast.timeline.canvas.width");
        for (Object count : JsonTree.list(browser.evaluate(drawn))) {
            // Two rows, and what is around them.
            assertTrue((Double) count <= 2 * width + 100 && (Double) count > 10, count + " of " + width);
        }
        assertFalse(is("zonecast.trace.zones.self.some((nanos) => nanos < 0)"));
    }

    @Test
    void shouldShowAllOfARecordingThatBeganBeforeTheFirstOneOfTheFile() throws Exception {
        byte[] joined = new OwnTrace()
                .run(7, "late", 1_000_000)
                .zone(1_000_000, 1_500_000)
                .end()
                .run(8, "early", 1000)
                .zone(1000, 2000)
                .end()
                .bytes();
        Path page = folder.resolve("late.html");
        Pages.write(Files.write(folder.resolve("late.fxt"), joined), "late", page);
        browser.openReport(page.toUri().toString());

        assertEquals(0.0, browser.evaluate("zonecast.view.from"));
        assertEquals(999_000.0, browser.evaluate("zonecast.trace.origin"));
    }

    @Test
    void shouldKeepProgramsApartWhenSeveralWereRecordedTogether() throws Exception {
        Path two = folder.resolve("two.html");
        Pages.write(PageTrace.writeTwo(folder.resolve("two.fxt")), "two", two);

        browser.open(two.toUri().toString());
        browser.waitFor("document.documentElement?.dataset.ready");
        browser.evaluate("zonecast.view.selectFrame(7)");
        browser.settle();

        assertEquals(
                List.of("<demo> & co77", "<demo> & co78"),
                JsonTree.list(browser.evaluate("[...document.querySelectorAll('#gutter .label.group')].slice(0, 2)"
                        + ".map((title) => title.textContent)")));
        assertEquals(
                List.of("Frames of <demo> & co (77)", "Frames of <demo> & co (78)"),
                JsonTree.list(browser.evaluate(
                        "[...document.querySelectorAll('#ruler-head div')].map((line) => line.textContent)")));
        assertTrue(
                browser.text("#facts").endsWith("80 zones \u00b7 10 frames of <demo> & co (77)"),
                browser.text("#facts"));
        assertEquals(2, browser.number("zonecast.trace.pictures.length"));
        for (String table : List.of("lock", "plot")) {
            String name = table.equals("lock") ? "assets" : "load";
            assertEquals(
                    List.of(name + " of <demo> & co (77)", name + " of <demo> & co (78)"),
                    JsonTree.list(browser.evaluate("[...document.querySelectorAll('#" + table
                            + "-table tbody button')].map((name) => name.textContent).sort()")));
        }
        assertEquals(
                List.of("lock of <demo> & co (77)", "lock of <demo> & co (78)"),
                JsonTree.list(browser.evaluate("zonecast.timeline.layout.items"
                        + ".filter(({ track }) => track?.kind === 'lock').map(({ subtitle }) => subtitle)")));
        // Of the program whose frames are shown: two programs would have twice that.
        assertEquals(
                JsonTree.list(browser.evaluate("[['physics', 2000007], ['update', 1999993], ['bloom', 1e6]]")),
                JsonTree.list(browser.evaluate("zonecast.trace.contents.get(7).most.slice(0, 3)"
                        + ".map(({ index, nanos }) => [zonecast.trace.places[index].name, nanos])")));
    }

    /** A place on the ruler: a frame of a set, as so many pixels from its upper left corner. */
    private static Point onRuler(int set, int frame, int pixels) throws Exception {
        Object at = browser.evaluate("""
            (() => {
              const { ruler, view } = zonecast;
              const box = ruler.canvas.getBoundingClientRect();
              const line = document.querySelectorAll("#ruler-head div")[%s].getBoundingClientRect();
              const x = (ruler.sets[%s].begin[%s] - view.from) * ruler.perNano;
              return { x: box.x + x + %s, y: line.y + %s };
            })()\
            """.formatted(set, set, frame, pixels, pixels));
        return new Point((Double) JsonTree.at(at, "x"), (Double) JsonTree.at(at, "y"));
    }

    /** Colour of the ruler at a place. */
    private static Object rulerColor(Point at) throws Exception {
        return browser.evaluate("""
            (() => {
              const { canvas } = zonecast.ruler;
              const box = canvas.getBoundingClientRect();
              const scale = canvas.width / box.width;
              const [x, y] = [(%s - box.x) * scale, (%s - box.y) * scale].map(Math.round);
              const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
              context.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
              return context.getImageData(0, 0, 1, 1).data.join();
            })()\
            """.formatted(at.x, at.y));
    }

    @Test
    void shouldGoToAFrameOfAnotherProgramWhenItIsClickedOnTheRuler() throws Exception {
        Path two = folder.resolve("uneven.html");
        int second = PageTrace.FRAMES + 5;
        Pages.write(PageTrace.writeTwo(folder.resolve("uneven.fxt"), "<other> & co", second), "two", two);
        browser.openReport(two.toUri().toString());
        browser.evaluate("zonecast.view.showAll()");
        browser.settle();

        Point own = onRuler(0, 3, 4);
        browser.click(own.x, own.y);
        browser.settle();
        assertEquals(3.0, browser.number("zonecast.view.frame"));
        assertNotEquals(rulerColor(onRuler(0, 3, 2)), rulerColor(onRuler(1, 3, 2)));
        browser.evaluate("zonecast.view.showAll()");
        browser.settle();
        // Beyond the frames of the first program.
        Point later = onRuler(1, PageTrace.FRAMES + 2, 4);
        browser.click(later.x, later.y);
        browser.settle();

        assertTrue(is("Number.isFinite(zonecast.view.from + zonecast.view.to)"));
        assertEquals(-1.0, browser.number("zonecast.view.frame"));
        assertEquals(140 * MILLI, browser.number("zonecast.view.range.from"));
        assertEquals(150 * MILLI, browser.number("zonecast.view.range.to"));
    }

    @Test
    void shouldStayWhereItIsWhenThePageLacksTheGreatestValueOfAPlot() throws Exception {
        double from = browser.number("zonecast.view.from");
        browser.evaluate("(() => { const [plot] = zonecast.trace.plots; plot.value = plot.value.slice(0, 3); })()");

        click("#tab-plots");
        click("#plot-table tbody tr:not(.space)");
        browser.settle();

        assertEquals(from, browser.number("zonecast.view.from"));
    }

    @Test
    void shouldOpenAtTheWorstFrame() throws Exception {
        openAt("");

        assertEquals(PageTrace.SLOW_FRAME, browser.number("zonecast.view.frame"));
        assertEquals("Frame 7", browser.text("#frame-name"));
        assertEquals(50 * MILLI, browser.number("zonecast.view.from"), 2 * MILLI);
        assertEquals(120 * MILLI, browser.number("zonecast.view.to"), 2 * MILLI);
        assertTrue(browser.text("#details").contains("Most of it inphysics2.000 ms"), browser.text("#details"));
    }

    /** Its main loop is a zone that begins before the frame and ends after it. */
    @Test
    void shouldOpenAtTheThreadWhoseZonesFillMostOfTheWorstFrame() throws Exception {
        int main = 11;
        int worker = 10;
        Path trace = new ScriptedTrace()
                .thread(worker, "worker")
                .thread(main, "main")
                .begin(main, "loop", 0)
                .frame(0, PageTrace.MILLI, 10 * PageTrace.MILLI)
                .frame(1, 10 * PageTrace.MILLI, 40 * PageTrace.MILLI)
                // Most of it is behind the frame.
                .zone(worker, "load", 30 * PageTrace.MILLI, 90 * PageTrace.MILLI)
                .end(main, 100 * PageTrace.MILLI)
                .write(folder.resolve("loop.fxt"));
        Path loop = folder.resolve("loop.html");
        Pages.write(trace, "loop", loop);

        browser.openReport(loop.toUri().toString());

        assertEquals(
                "main",
                browser.evaluate(
                        "zonecast.trace.tracks[new zonecast.view.constructor(zonecast.trace).revealed.track].name"));
    }
}
