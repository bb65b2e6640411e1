package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A browser and a folder for the tests of a class. After each test the page must have loaded nothing and failed nowhere. */
abstract class BrowserTest {
    @TempDir
    static Path folder;

    static Browser browser;

    @BeforeAll
    static void startBrowser() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        browser = Browser.start(program, 1400, 900);
    }

    @AfterAll
    static void stopBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void shouldHaveLoadedNothingAndFailedNowhere() {
        assertEquals(List.of(), browser.complaints());
    }
}
