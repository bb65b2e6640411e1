package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.JsonTree;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which tracks and messages the page shows, in a real browser: hidden, pinned, found and folded ones. */
class TrackChoiceTest extends BrowserTest {
    private static final long MILLI = ScriptedTrace.MILLI;
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final int FIRST_VIRTUAL = 20;
    private static final int VIRTUAL = 30;
    private static final String TITLES =
            "zonecast.timeline.layout.items.filter(({ plot }) => !plot).map(({ title }) => title).join()";

    private static Path page;

    @BeforeAll
    static void write() throws Exception {
        page = folder.resolve("tracks.html");
        Pages.write(trace().write(folder.resolve("tracks.fxt")), "tracks", page);
    }

    /** Each virtual thread works in a millisecond of its own. */
    private static ScriptedTrace trace() {
        ScriptedTrace trace = new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .zone(MAIN, "update", 0, 20 * MILLI)
                .zone(WORKER, "load", MILLI, 2 * MILLI);
        for (int i = 0; i < VIRTUAL; i++) {
            trace.virtualThread(FIRST_VIRTUAL + i, "job " + i)
                    .zone(FIRST_VIRTUAL + i, "job", i * MILLI, i * MILLI + MILLI / 2);
        }
        for (int i = 0; i < 50; i++) {
            trace.message(MAIN, "loaded " + i + " of 50", i * MILLI / 2);
        }
        return trace.message(MAIN, "ready", 26 * MILLI).plot(MAIN, "bodies", MILLI, 5);
    }

    @BeforeEach
    void open() throws Exception {
        browser.openReport(page.toUri().toString());
    }

    private static void show(double fromMillis, double toMillis) throws Exception {
        browser.evaluate("zonecast.view.show(" + fromMillis * MILLI + ", " + toMillis * MILLI + ")");
    }

    @Test
    void shouldFoldTheVirtualThreadsThatDoNothingInView() throws Exception {
        show(3.1, 5.2);
        browser.waitFor(TITLES + " === 'main,worker,job 3,job 4,job 5,27 idle virtual threads,Plots'");

        show(6.1, 6.3);
        browser.waitFor(TITLES + " === 'main,worker,job 6,29 idle virtual threads,Plots'");

        browser.evaluate(
                "zonecast.view.selectZone(zonecast.trace.tracks.find((t) => t.name === 'job 9').rows[0].from, true)");
        browser.waitFor(TITLES + ".includes('job 9')");

        browser.evaluate("document.querySelector('#gutter [data-key=virtual]').click()");
        assertTrue(browser.evaluate(TITLES).toString().contains("job 0,job 1,job 2,"));
    }

    @Test
    void shouldShowOnlyTheTracksThatTheFilterFinds() throws Exception {
        browser.evaluate("document.getElementById('tracks-button').click()");
        browser.type("WORK");
        browser.waitFor(TITLES + " === 'worker'");
        assertEquals("Tracks: 32 hidden", browser.text("#tracks-button"));

        browser.evaluate("document.getElementById('tracks-all').click()");
        browser.waitFor(TITLES + ".startsWith('main,worker')");
        assertEquals("Tracks", browser.text("#tracks-button"));
        browser.key("Escape");
        assertEquals(false, browser.evaluate("document.getElementById('track-list').open"));
    }

    @Test
    void shouldHideATrackAndKeepAPinnedOneOnTop() throws Exception {
        browser.evaluate("document.getElementById('tracks-button').click()");
        browser.evaluate("[...document.querySelectorAll('#track-rows li')].find((row) =>"
                + " row.textContent.startsWith('main')).querySelector('input').click()");
        assertFalse(browser.evaluate(TITLES).toString().contains("main"));

        browser.evaluate("document.querySelector('#track-rows [data-key=\"plot 0\"] button').click()");
        browser.evaluate("zonecast.timeline.scroller.scrollTop = 300");
        browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        Object at = browser.evaluate(
                "(() => { const hit = zonecast.timeline.at(zonecast.timeline.x("
                        + "zonecast.trace.plots[0].time[0]), 20); return { plot: hit?.plot?.name, top: document.querySelector("
                        + "'.label.pinned').getBoundingClientRect().top - zonecast.timeline.scroller.getBoundingClientRect().top }; })()");
        assertEquals("bodies", JsonTree.at(at, "plot"));
        assertEquals(0.0, JsonTree.at(at, "top"));

        browser.evaluate(
                "zonecast.view.selectZone(zonecast.trace.tracks.find((t) => t.name === 'main').rows[0].from, true)");
        browser.waitFor(TITLES + ".includes('main')");
    }

    @Test
    void shouldFoldManyMessagesOfOneSource() throws Exception {
        String rows = "[...document.querySelectorAll('#message-table tbody tr:not(.space)')].map((row) =>"
                + " row.cells[4].textContent).join()";
        browser.evaluate("document.getElementById('tab-messages').click()");
        browser.waitFor("document.querySelectorAll('#message-table tbody tr:not(.space)').length > 0");
        assertEquals("loaded 0 of 50,ready", browser.evaluate(rows));
        assertEquals("\u25b8 50", browser.text("#message-table tbody tr:not(.space) td:nth-child(4)"));

        browser.evaluate("document.querySelector('#message-table tbody tr:not(.space)').click()");
        assertTrue(browser.evaluate(rows).toString().startsWith("loaded 0 of 50,loaded 1 of 50,"));
        browser.evaluate("document.querySelector('#message-table tbody tr:not(.space)').click()");
        assertEquals("loaded 0 of 50,ready", browser.evaluate(rows));

        browser.evaluate("zonecast.panels.showMessage(zonecast.trace.messages[30])");
        assertTrue(browser.evaluate(rows).toString().contains("loaded 30 of 50"));
    }

    @Test
    void shouldFitAPhone() throws Exception {
        try (Browser phone = Browser.start(Browser.find(), 390, 844)) {
            for (String tab : List.of("zones", "flame", "messages")) {
                phone.openReport(page.toUri() + "#tab=" + tab);
                assertEquals(390, phone.number("document.documentElement.scrollWidth"), tab);
                assertTrue(phone.number("zonecast.timeline.canvas.clientWidth") > 250, tab);
                assertTrue(phone.number("document.getElementById('panel-" + tab + "').clientHeight") > 250, tab);
            }
            assertEquals(List.of(), phone.complaints());
        }
    }
}
