package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.BoundTrace;
import dev.zonecast.cli.JsonTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The strip of what bounds the frames, in a real browser. */
class VerdictStripTest extends BrowserTest {
    private static Path page;

    @BeforeAll
    static void write() throws Exception {
        page = folder.resolve("page.html");
        Pages.write(BoundTrace.write(folder.resolve("page.fxt"), false), "bounds", page);
        browser.openReport(page.toUri().toString());
    }

    /** Colour of the strip in the middle of a frame. */
    private static Object color(int frame) throws Exception {
        return browser.evaluate("""
                (() => {
                  const { canvas } = zonecast.strip;
                  const part = (%s + 0.5) / zonecast.trace.frames.count;
                  const left = 62 * canvas.width / canvas.clientWidth;
                  const x = Math.round(left + part * (canvas.width - left));
                  const copy = document.createElement("canvas");
                  copy.width = copy.height = 1;
                  const context = copy.getContext("2d", { willReadFrequently: true });
                  context.drawImage(canvas, x, Math.round(canvas.height / 2), 1, 1, 0, 0, 1, 1);
                  return [...context.getImageData(0, 0, 1, 1).data].join();
                })()\
                """.formatted(frame));
    }

    private static void hover(int frame) throws Exception {
        Object at = browser.evaluate("""
                (() => {
                  const box = zonecast.strip.canvas.getBoundingClientRect();
                  return { x: box.x + 62 + (%s + 0.5) / zonecast.trace.frames.count * (box.width - 62), y: box.y + box.height / 2 };
                })()\
                """.formatted(frame));
        browser.move((Double) JsonTree.at(at, "x"), (Double) JsonTree.at(at, "y"));
    }

    @Test
    void shouldColourTheFramesByTheirCauses() throws Exception {
        Object cpu = color(0);

        assertEquals(cpu, color(BoundTrace.LONG_FRAME - 1));
        assertNotEquals(cpu, color(BoundTrace.LONG_FRAME));
        assertEquals(cpu, color(BoundTrace.LONG_FRAME + 1));
    }

    @Test
    void shouldHaveTheSharesInItsLegend() throws Exception {
        String legend = browser.text("#verdict-legend");

        assertTrue(legend.contains("CPU 90.0 %"), legend);
        assertTrue(legend.contains("lock 10.0 %"), legend);
    }

    @Test
    void shouldHaveTheSharesOfTheFramesWithAVerdict() throws Exception {
        assertEquals(List.of(1.0), browser.evaluate("""
                (() => {
                  const { verdicts } = zonecast.trace;
                  const { cause } = verdicts.columns;
                  const all = cause.slice();
                  cause.fill(0, 2);
                  const shares = verdicts.shares().map(({ share }) => share);
                  cause.set(all);
                  return shares;
                })()\
                """));
    }

    @Test
    void shouldShowTheEvidenceOfTheFrameUnderThePointer() throws Exception {
        hover(BoundTrace.LONG_FRAME);

        String tip = browser.text("#tooltip");

        assertTrue(tip.startsWith("Frame " + BoundTrace.LONG_FRAME + ": lock"), tip);
        assertTrue(tip.contains("lock · main: <assets>, held by loader30.00 ms"), tip);
        assertTrue(tip.contains("CPU · main: physics10.00 ms"), tip);
    }

    @Test
    void shouldShowThePartsOfTheSelectedFrame() throws Exception {
        browser.evaluate("zonecast.view.selectFrame(" + BoundTrace.LONG_FRAME + ")");
        browser.waitFor("document.querySelector('#details').textContent.includes('Bound by: lock')");

        assertTrue(browser.text("#frame-bound").startsWith("lock: 30.00 ms"), browser.text("#frame-bound"));
    }
}
