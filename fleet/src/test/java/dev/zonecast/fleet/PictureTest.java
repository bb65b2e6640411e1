package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.report.BrowserTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of {@code --page}, in a real browser. {@code -Dzonecast.pictures=FOLDER} keeps pictures of them. */
class PictureTest extends BrowserTest {
    private static Path dataset;

    @BeforeAll
    static void generate() {
        dataset = folder.resolve("dataset");
        FleetRun run = FleetRun.of("generate", "-o", dataset, "--sessions", 2000, "--zones", 60);
        assertEquals(0, run.exit(), run.err());
    }

    @AfterEach
    void restoreWidth() throws Exception {
        width(1400);
    }

    private static void width(int width) throws Exception {
        browser.send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    private static void open(String name, int exit, Object... command) throws Exception {
        Path page = folder.resolve(name + ".html");
        List<Object> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(dataset, "--page", page));
        FleetRun run = FleetRun.of(all.toArray());
        assertEquals(exit, run.exit(), run.err());
        assertTrue(run.err().contains("wrote " + page), run.err());
        browser.openReport(page.toUri().toString());
    }

    @Test
    void shouldShowPercentilesOfEachPlaceByBuildAndGpu() throws Exception {
        open("zones", 0, "zones", "--by", "build,gpu", "--limit", 3);

        // Ten places of ten rows each, whatever the limit of the text.
        assertEquals(10.0, browser.number("document.querySelectorAll('.place').length"));
        assertEquals(100.0, browser.number("document.querySelectorAll('.place .row:not(.heads)').length"));
        assertEquals("100 rows", browser.text("#rows-title"));
        // Builds of one GPU lie together, and the marks are where the table says.
        assertEquals(
                List.of("1.4 · Arc A750", "1.5 · Arc A750"),
                browser.evaluate("[...document.querySelectorAll('.place .row:not(.heads) .key')].slice(0, 2)"
                        + ".map((key) => key.textContent)"));
        assertEquals(0.0, browser.number("""
                Math.max(...zonecast.data.rows.map((row) => {
                  const panel = [...document.querySelectorAll('.place')].find((one) => one.ariaLabel === row.name);
                  const line = [...panel.querySelectorAll('.row')].find((one) => one.querySelector('.key').textContent === `${row.build} · ${row.gpu}`);
                  const left = (name) => parseFloat(line.querySelector(`.mark.${name}`).style.left);
                  return Math.abs(left('p99') / left('p50') - row.p99_ns / row.p50_ns) > 0.001;
                }))\
                """));
        narrow("zones");
    }

    @Test
    void shouldShowChangesWithTheirIntervalsTheLargestFirst() throws Exception {
        open("regressions", 1, "regressions", "--baseline", "build=1.4", "--candidate", "build=1.5", "--by", "gpu");

        assertEquals("Shadow pass gpu · Radeon RX 7600", browser.text(".change-row.slower .key"));
        assertTrue(browser.text(".change-row.slower .figures").matches("\\+[3-7]\\.\\d % \\(\\+.*"));
        assertEquals(1.0, browser.number("document.querySelectorAll('.change-row.slower').length"));
        assertEquals(40.0, browser.number("document.querySelectorAll('.change-row .key').length"));
        assertEquals("10 more", browser.text("#more"));
        // An interval that misses 0 is a change beyond chance.
        assertEquals(
                1.0,
                browser.number("zonecast.data.rows.filter((row) => row.change_low > 0 || row.change_high < 0).length"));
        narrow("regressions");
        browser.evaluate("document.getElementById('more').click()");
        assertEquals(50.0, browser.number("document.querySelectorAll('.change-row .key').length"));
    }

    @Test
    void shouldShowFramesInTheDark() throws Exception {
        open("frames", 0, "frames", "--by", "gpu");
        browser.evaluate("document.getElementById('theme').value = 'dark'");
        browser.evaluate("document.getElementById('theme').dispatchEvent(new Event('change'))");

        assertEquals("frame frame", browser.text(".place h3"));
        narrow("frames");
        browser.evaluate("zonecast.theme.choose('auto')");
    }

    @Test
    void shouldHaveNoPictureOfBounds() {
        FleetRun run = FleetRun.of("frames", dataset, "--bounds", "--page", folder.resolve("none.html"));

        assertEquals(2, run.exit());
        assertTrue(run.err().contains("--bounds has no picture"), run.err());
    }

    /** Nothing is cut off on the right side of a narrow screen. */
    private static void narrow(String name) throws Exception {
        picture(name);
        width(390);
        assertEquals(390.0, browser.number("document.documentElement.scrollWidth"));
        picture(name + "-390");
    }

    private static void picture(String name) throws Exception {
        String pictures = System.getProperty("zonecast.pictures");
        if (pictures != null) {
            browser.screenshot(Files.createDirectories(Path.of(pictures)).resolve(name + ".png"));
        }
    }
}
