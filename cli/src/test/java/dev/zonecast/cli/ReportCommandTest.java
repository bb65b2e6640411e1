package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    /** Addresses that a browser would follow by itself. */
    private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(?!data:)[^\"]*\"|@import|url\\((?!data:)");

    @TempDir
    Path folder;

    @Test
    void shouldWriteOnePageThatLoadsNothing() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        CommandRun run = CommandRun.of("report", file);

        assertEquals(0, run.exit(), run.err());
        Path page = folder.resolve("a.html");
        assertTrue(run.err().startsWith("zonecast: wrote " + page), run.err());
        String text = Files.readString(page);
        Matcher loaded = LOADED.matcher(text);
        assertFalse(loaded.find(), () -> "loads " + loaded.group());
        assertTrue(text.contains("default-src 'none'"));
        assertFalse(text.contains("{{"), "a part is missing");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() throws IOException {
        Path file = SampleTrace.write(folder.resolve("a.fxt"), 500);

        assertEquals(2, CommandRun.of("report", file, "--max-zones", "0").exit());
        assertEquals(2, CommandRun.of("report", file, "--pictures", "-1").exit());
        assertEquals(2, CommandRun.of("report", folder).exit());
        assertEquals(2, CommandRun.of("report", file, "-o", folder).exit());
    }
}
