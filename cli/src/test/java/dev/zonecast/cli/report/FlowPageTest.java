package dev.zonecast.cli.report;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.stats.ScriptedTrace;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Flows in a real browser: a frame of 20 ms queues a job for a busy worker and one for an idle worker, and waits for the result of the second.
 */
class FlowPageTest extends BrowserTest {
    private static final int MAIN = 10;
    private static final int BUSY = 11;
    private static final int IDLE = 12;

    @BeforeAll
    static void write() throws Exception {
        ScriptedTrace trace = new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(BUSY, "busy")
                .thread(IDLE, "idle")
                .idle("wait for cull")
                .markedFrame(MAIN, 1, 0, 20 * MILLI)
                .begin(MAIN, "update", MILLI)
                .zone(MAIN, "wait for cull", 4 * MILLI, 16 * MILLI)
                .end(MAIN, 19 * MILLI)
                .zone(BUSY, "load", MILLI, 6 * MILLI)
                .zone(BUSY, "sort", 7 * MILLI, 9 * MILLI)
                .zone(IDLE, "cull", 5 * MILLI, 15 * MILLI)
                .flow("sort", MAIN, 2 * MILLI, BUSY, 7 * MILLI, 1)
                .flow("cull", MAIN, 3 * MILLI, IDLE, 5 * MILLI, 2)
                .flow("cull: result", IDLE, 14 * MILLI, MAIN, 15 * MILLI, 3);
        Path page = folder.resolve("page.html");
        Pages.write(trace.write(folder.resolve("page.fxt")), "flows", page);
        browser.openReport(page.toUri().toString());
    }

    private static Object pathOf(int frame) throws Exception {
        return browser.evaluate("zonecast.trace.flows.pathOf(" + frame + ").map(({ track, from, to, flow }) => "
                + "`${zonecast.trace.tracks[track].name} ${(to - from) / 1e6} ${flow?.name ?? \"-\"}`).join()");
    }

    /** A hash of what the timeline shows. */
    private static Object picture() throws Exception {
        browser.settle();
        return browser.evaluate("zonecast.timeline.canvas.toDataURL()");
    }

    @Test
    void shouldFollowTheFrameOverItsThreads() throws Exception {
        assertEquals("main 3 -,idle 9 cull,main 5 cull: result", pathOf(0));
    }

    @Test
    void shouldShowTheCriticalPathBesideTheFrame() throws Exception {
        Object ignored = browser.evaluate("zonecast.view.selectFrame(0)");
        Object drawn = picture();
        String details = browser.text("#details");

        assertTrue(details.contains("Critical path over 2 threads"), details);
        assertTrue(details.contains("cull · idle"), details);
        assertNotEquals(drawn, browser.evaluate("zonecast.view.clear()") == null ? picture() : null);
    }

    @Test
    void shouldSayWhereAJobComesFromAndWhereItLeads() throws Exception {
        Object ignored = browser.evaluate("""
                (() => {
                  const { trace, view } = zonecast;
                  view.selectZone([...Array(trace.zones.count).keys()].find((zone) => trace.name(zone) === "cull"));
                })()\
                """);
        browser.settle();
        String details = browser.text("#details");

        assertTrue(details.contains("Queued by"), details);
        assertTrue(details.contains("update · main"), details);
        assertTrue(details.contains("Leads to"), details);
        assertTrue(details.contains("wait for cull · main"), details);
    }
}
