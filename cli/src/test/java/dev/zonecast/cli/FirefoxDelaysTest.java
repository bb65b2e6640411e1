package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long events waited for the thread of the frames, and when threads came, in a profile for Firefox. */
class FirefoxDelaysTest {
    private static final long MILLI = 1_000_000;
    private static final int RENDER = 10;
    private static final int LOADER = 11;

    @TempDir
    Path folder;

    private static Object thread(Object profile, String name) {
        return list(at(profile, "threads")).stream()
                .filter(thread -> at(thread, "name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldCountFromTheBeginOfTheFrameOnTheThreadThatMarksFrames() throws IOException {
        Path file = new ScriptedTrace()
                .thread(RENDER, "render")
                .thread(LOADER, "loader")
                .zone(RENDER, "start", MILLI, 2 * MILLI)
                .markedFrame(RENDER, 1, 4 * MILLI, 16 * MILLI)
                .zone(RENDER, "update", 5 * MILLI, 15 * MILLI)
                .markedFrame(RENDER, 2, 16 * MILLI, 93 * MILLI)
                .zone(RENDER, "draw", 20 * MILLI, 90 * MILLI)
                .zone(LOADER, "load", 50 * MILLI, 60 * MILLI)
                .markedFrame(RENDER, 3, 93 * MILLI, 109 * MILLI)
                .zone(RENDER, "update", 95 * MILLI, 108 * MILLI)
                .threadEnd(LOADER, 61 * MILLI)
                .write(folder.resolve("delays.fxt"));

        assertEquals(0, CommandRun.of("export", file, "--to", "firefox").exit());
        Object profile = JsonTree.of(folder.resolve("delays.firefox.json"));

        FirefoxCheck.check(profile);
        Object samples = at(thread(profile, "render"), "samples");
        // A long stack has a second sample at its end.
        assertEquals(
                List.of(1.0, 2.0, 2.0, 5.0, 5.0, 15.0, 15.0, 20.0, 20.0, 90.0, 90.0, 95.0, 95.0, 108.0, 108.0),
                times(profile, samples));
        // Before the first frame, and in the last one, whose end is not marked.
        assertEquals(
                Arrays.asList(null, null, null, 1.0, 1.0, 11.0, 11.0, 4.0, 4.0, 74.0, 74.0, null, null, null, null),
                list(at(samples, "eventDelay")));
        assertFalse(JsonTree.map(at(thread(profile, "loader"), "samples")).containsKey("eventDelay"));
        double begin = (Double) at(thread(profile, "render"), "registerTime");
        assertEquals(49.0, (Double) at(thread(profile, "loader"), "registerTime") - begin);
        assertEquals(60.0, (Double) at(thread(profile, "loader"), "unregisterTime") - begin);
        assertNull(at(thread(profile, "render"), "unregisterTime"));
    }

    @Test
    void shouldHaveTheEndOfAThreadWithinTheChosenPart() throws IOException {
        Path file = new ScriptedTrace()
                .thread(RENDER, "render")
                .thread(LOADER, "loader")
                .zone(LOADER, "load", 10 * MILLI, 20 * MILLI)
                .zone(RENDER, "draw", 10 * MILLI, 20 * MILLI)
                .threadEnd(LOADER, 90 * MILLI)
                // The recording has nothing of it.
                .threadEnd(LOADER + 1, 15 * MILLI)
                .write(folder.resolve("ends.fxt"));

        assertEquals(0, CommandRun.of("export", file, "--to", "firefox").exit());
        Object profile = JsonTree.of(folder.resolve("ends.firefox.json"));

        FirefoxCheck.check(profile);
        assertEquals(2, list(at(profile, "threads")).size());
        Object loader = thread(profile, "loader");
        assertEquals(10.0, (Double) at(loader, "unregisterTime") - (Double) at(loader, "registerTime"));
    }

    /** From the begin of the scripted time. */
    private static List<Double> times(Object profile, Object samples) {
        double begin = (Double) at(thread(profile, "render"), "registerTime") - 1;
        return list(at(samples, "time")).stream()
                .map(time -> (Double) time - begin)
                .toList();
    }
}
