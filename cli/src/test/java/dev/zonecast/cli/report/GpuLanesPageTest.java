package dev.zonecast.cli.report;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.cli.JsonTree;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPU zones that ran at the same time, on the page. */
class GpuLanesPageTest {
    @TempDir
    Path folder;

    @Test
    void shouldShowTheLanesOfAContextOneBelowTheOther() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        ScriptedTrace trace = new ScriptedTrace()
                .thread(10, "main")
                .gpuLane(600, "graphics", 0, 10, 0)
                .gpuLane(601, "compute", 1, 10, 0)
                .gpuLane(602, "graphics, lane 2", 0, 10, 1);
        trace.zone(10, "frame", 0, 9 * MILLI);
        for (int koid = 600; koid <= 602; koid++) {
            trace.gpuZone(koid, "pass", MILLI, 2 * MILLI, 5 * MILLI);
        }
        Path page = folder.resolve("lanes.html");
        Pages.write(trace.write(folder.resolve("lanes.fxt")), "lanes", page);

        try (Browser browser = Browser.start(program, 1000, 600)) {
            browser.openReport(page.toUri().toString());

            assertEquals(
                    List.of("main", "graphics", "graphics, lane 2", "compute"),
                    JsonTree.list(browser.evaluate(
                            "zonecast.timeline.layout.items.filter(item => item.track).map(item => item.track.name)")));
            assertEquals(List.of(), browser.complaints());
        }
    }
}
