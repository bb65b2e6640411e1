package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Markers on the page, in a real browser. */
class ReportMarkersTest extends BrowserTest {
    private static final double STONE = 4 * PageTrace.MILLI;
    private static final int MANY = 500_000;

    private static Path page;

    @BeforeAll
    static void write() throws Exception {
        page = folder.resolve("markers.html");
        MarkedPage.write(folder.resolve("markers.fxt"), page, MarkedPage::few);
    }

    @BeforeEach
    void open() throws Exception {
        open(page);
        browser.evaluate("zonecast.view.clear(); zonecast.view.show(0, 10e6)");
        browser.waitFor("zonecast.timeline.perNano * 10e6 > 0.9 * zonecast.timeline.canvas.clientWidth");
    }

    private static void open(Path of) throws Exception {
        browser.prefer("light");
        browser.openReport(of.toUri().toString());
    }

    /** What was asked for is on the screen: the page draws before the next picture. */
    private static void drawn() throws Exception {
        browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    private static final String LANES = "zonecast.trace.tracks.find(t => t.name === 'main').lanes";

    /** Where a time of a lane is on the screen. */
    private static double x(double nanos) throws Exception {
        return browser.number(
                "zonecast.timeline.canvas.getBoundingClientRect().left + zonecast.timeline.x(" + nanos + ")");
    }

    private static double y(int lane) throws Exception {
        return browser.number("(() => { const t = zonecast.timeline; const p = t.layout.byRow.get(" + LANES + "[" + lane
                + "]); return t.canvas.getBoundingClientRect().top + p.y - t.scroller.scrollTop + p.height / 2; })()");
    }

    /** Red, green, blue of a place of the timeline, near the upper edge of a lane where no text is. */
    private static String color(double nanos, int lane) throws Exception {
        return (String) browser.evaluate("(() => { const t = zonecast.timeline; const s = devicePixelRatio;"
                + " const p = t.layout.byRow.get(" + LANES + "[" + lane + "]);"
                + " const c = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });"
                + " c.drawImage(t.canvas, Math.round(t.x(" + nanos
                + ") * s), Math.round((p.y - t.scroller.scrollTop + 3) * s), 1, 1, 0, 0, 1, 1);"
                + " const d = c.getImageData(0, 0, 1, 1).data;"
                + " return [...d].join(); })()");
    }

    @Test
    void shouldHaveLanesBelowTheThreadWithoutOverlaps() throws Exception {
        assertEquals("2,2", browser.evaluate(LANES + ".map(lane => lane.to - lane.from).join()"));
        double lastRow = browser.number("(() => { const rows = zonecast.trace.tracks.find(t => t.name === 'main').rows;"
                + " return zonecast.timeline.layout.byRow.get(rows.at(-1)).y; })()");
        assertTrue(browser.number("zonecast.timeline.layout.byRow.get(" + LANES + "[0]).y") > lastRow);
    }

    @Test
    void shouldDrawIntervalsAsBarsAndMomentsAsTicksInTheColorOfTheirCategory() throws Exception {
        String empty = color(1e6, 0);

        assertEquals("255,255,255", browser.evaluate("zonecast.theme.background.join()"));
        assertNotEquals(empty, color(STONE, 0));
        assertEquals(color(STONE, 0), color(6e6, 1), "both are of one category");
        assertNotEquals(color(STONE, 0), color(7e6, 0), "another category");
        assertNotEquals(empty, color(7e6, 0));
        assertEquals(empty, color(9.5e6, 0));
    }

    @Test
    void shouldShowWhatTheSchemaSaysWhenThePointerIsOverAMarker() throws Exception {
        browser.move(x(STONE), y(0));
        browser.waitFor("!document.getElementById('tooltip').hidden");

        String tip = browser.text("#tooltip");
        assertTrue(tip.startsWith("load texture: stone.png"), tip);
        assertTrue(tip.contains("took4.000 ms"), tip);
        assertTrue(tip.contains("categoryStorage: textures"), tip);
        assertTrue(tip.contains("filestone.png"), tip);
        assertTrue(tip.contains("size4.0 KiB"), tip);
        assertTrue(tip.contains("id" + MarkedPage.HUGE), tip);
        assertTrue(tip.contains("Textures come from the disk."), tip);
        assertFalse(tip.contains("secret"), tip);
    }

    @Test
    void shouldSelectAMarkerWhenItIsClicked() throws Exception {
        browser.click(x(7e6), y(0));
        browser.waitFor("zonecast.view.marker >= 0");

        assertEquals(7e6, browser.number("zonecast.trace.markers.begin[zonecast.view.marker]"));
        browser.waitFor("document.querySelector('#details h3')");
        assertEquals("hit", browser.text("#details h3"));
        assertTrue(browser.text("#details dl").contains("onmain"));
        browser.key("Escape");
        assertEquals(-1, browser.number("zonecast.view.marker"));
    }

    @Test
    void shouldFindMarkersBySearchableFieldsAndMuteTheOthers() throws Exception {
        String full = color(STONE, 0);
        browser.click(browser.number("document.getElementById('search').getBoundingClientRect().left + 30"), 18);
        browser.type("grass");
        browser.waitFor("zonecast.view.search?.text === 'grass'");
        browser.waitFor("document.querySelector('#search-results button')");
        drawn();

        assertEquals("0 zones, 1 marker", browser.text("#search-count"));
        assertEquals(full, color(6e6, 1));
        assertNotEquals(full, color(STONE, 0));
        browser.evaluate("document.querySelector('#search-results button').click()");
        assertEquals(4e6, browser.number("zonecast.trace.markers.begin[zonecast.view.marker]"));
        assertEquals("false", String.valueOf(browser.evaluate("document.getElementById('panel-markers').hidden")));
    }

    @Test
    void shouldListTheMarkersWithTheirTableLabels() throws Exception {
        browser.evaluate("document.getElementById('tab-markers').click()");
        browser.waitFor("document.querySelectorAll('#marker-table tbody tr[aria-rowindex]').length > 0");

        assertEquals("Markers 5", browser.text("#tab-markers"));
        assertEquals(5, browser.number("document.querySelectorAll('#marker-table tbody tr[aria-rowindex]').length"));
        String first = browser.text("#marker-table tbody tr[aria-rowindex]");
        assertTrue(first.endsWith("stone.png, secret"), first);
        assertTrue(browser.text("#marker-table tbody tr[aria-rowindex=\"4\"]").endsWith("grass.png, open"));
        browser.evaluate("document.querySelector('#marker-table tbody tr[aria-rowindex=\"6\"]').click()");
        assertEquals(8e6, browser.number("zonecast.trace.markers.begin[zonecast.view.marker]"));
        drawn();
        assertEquals("listed", browser.text("#details h3"));
        // Times count from the start, which is before the first event.
        assertTrue(browser.text("#details dl").contains("at0.028000 s"), browser.text("#details dl"));
        assertTrue(browser.text("#details dl").contains("due0.030000 s"), browser.text("#details dl"));
    }

    private static Object filled(double begin, String label) throws Exception {
        return browser.evaluate("(() => { const { markers } = zonecast.trace;"
                + " return markers.fill(markers.begin.indexOf(" + begin + "), \"" + label + "\"); })()");
    }

    @Test
    void shouldChooseATextOfALabelByTheValueNotByItsFormat() throws Exception {
        String label = "{marker.data.size ? 'some' : 'none'} of {marker.data.size}";

        assertEquals("some of 4.0 KiB", filled(2e6, label));
        assertEquals("none of 0 B", filled(4e6, label));
    }

    @Test
    void shouldMakeALabelOnceForEachRowThatItSorts() throws Exception {
        browser.evaluate("document.getElementById('tab-markers').click()");
        int rows = 10_000;

        double calls = browser.number("""
                (() => {
                  const { table } = zonecast.panels.markerTable;
                  const data = table.columns.at(-1);
                  const { value } = data;
                  let calls = 0;
                  data.value = (row) => { calls++; return value(row); };
                  table.set(Array.from({ length: %s }, (_, i) => i %% 5));
                  table.heads.at(-1).querySelector("button").click();
                  return calls;
                })()\
                """.formatted(rows));

        assertTrue(calls <= rows, calls + " calls");
        assertEquals(
                "secret",
                browser.evaluate("(() => { const { sorted, columns } = zonecast.panels.markerTable.table;"
                        + " return columns.at(-1).value(sorted.at(-1)).split(', ')[1]; })()"));
    }

    @Test
    void shouldShowAMillionMarkers() throws Exception {
        Path many = folder.resolve("many.html");
        MarkedPage.write(folder.resolve("many.fxt"), many, (data, main) -> MarkedPage.many(data, main, MANY));

        open(many);

        assertEquals(2.0 * MANY, browser.number("zonecast.trace.markers.count"));
        assertEquals(MANY, browser.number(LANES + "[0].to - " + LANES + "[0].from"));
        String drawn = color(60e6, 0);
        assertNotEquals(color(60e6, 1), drawn);
        browser.evaluate("zonecast.search.find('texture 7.png')");
        assertEquals(MANY / 100.0, browser.number("zonecast.view.search.markerCount"));
    }
}
