package dev.zonecast.cli.report;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.cli.JsonTree;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of frames on the page: what bounds each, its way to the screen, and the pacing. */
class FrameTablePageTest {
    private static final int MAIN = 10;
    private static final int GPU = 600;
    private static final int FRAMES = 8;

    @TempDir
    Path folder;

    /** Frames of 10 ms; the GPU takes 5 ms of each but the last one. */
    private Path write() throws Exception {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main").gpu(GPU, "renderer", MAIN);
        for (int i = 0; i < FRAMES; i++) {
            long begin = 10L * i * MILLI;
            trace.markedFrame(MAIN, i, begin, begin + 10 * MILLI);
            trace.zone(MAIN, "glfwPollEvents", begin, begin + MILLI);
            trace.zone(MAIN, "physics", begin + MILLI, begin + 8 * MILLI);
            if (i < FRAMES - 1) {
                trace.gpuZone(GPU, "scene", begin + 2 * MILLI, begin + 3 * MILLI, begin + 8 * MILLI);
            }
        }
        trace.shown(3, 45 * MILLI);
        Path page = folder.resolve("frames.html");
        Pages.write(trace.write(folder.resolve("frames.fxt")), "frames", page);
        return page;
    }

    @Test
    void shouldHaveARowOfBarsForEachFrameAndWhatBoundsIt() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        Path page = write();

        try (Browser browser = Browser.start(program, 1400, 900)) {
            browser.openReport(page.toUri().toString());
            browser.evaluate("zonecast.panels.show('frames')");

            String heads = browser.text("#frame-table thead");
            assertTrue(heads.contains("bound by") && heads.contains("input to screen"), heads);
            assertEquals(
                    List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0),
                    JsonTree.list(browser.evaluate(
                            "[0,1,2,3,4,5,6,7].map(i => Number(zonecast.trace.phases.of(i).gpuEnd === 8e6))")));
            assertEquals(15e6, browser.number("zonecast.trace.phases.of(3).screen"));
            assertEquals(
                    "CPU",
                    browser.evaluate("zonecast.panels.frameTable.columns.find(c => c.title === 'bound by').value(2)"));
            assertEquals(
                    List.of("CPU: main: physics"),
                    JsonTree.list(
                            browser.evaluate(
                                    "[...new Set([...document.querySelectorAll('#frame-table .clip')]"
                                            + ".filter(cell => cell.querySelector('.swatch'))"
                                            + ".map(cell => cell.textContent + (cell.scrollWidth > cell.clientWidth ? ', cut' : '')))]")));
            assertTrue(browser.text("#frame-summary").contains("jitter0 ns"), browser.text("#frame-summary"));
            assertEquals(
                    "62.5%",
                    browser.evaluate("document.querySelector('#frame-table .phases .phase-gpuBegin').style.width"));
            assertTrue(heads.contains("most of it in"), heads);
            assertFalse(heads.contains("its thread waited") || heads.contains("JVM events"), heads);
            assertEquals(List.of(), browser.complaints());
        }
    }
}
