package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code stats} and {@code compare} print of what bounds the frames. */
class BoundsCommandTest {
    private static final double MILLI = 1e6;

    @TempDir
    Path folder;

    private Path locked() throws IOException {
        return BoundTrace.write(folder.resolve("locked.fxt"), false);
    }

    private Path rendered() throws IOException {
        return BoundTrace.write(folder.resolve("rendered.fxt"), true);
    }

    private static Object json(CommandRun run) {
        assertEquals(0, run.exit(), run.err());
        return JsonTree.of(run.out());
    }

    private static List<String> lines(CommandRun run, String begin) {
        return run.out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> line.startsWith(begin))
                .toList();
    }

    @Test
    void shouldPrintTheSharesOfTheCausesWithTheWorstFrame() throws IOException {
        CommandRun run = CommandRun.of("stats", locked(), "--show", "bounds");

        assertEquals(0, run.exit(), run.err());
        assertEquals(
                List.of("CPU 9 90.0 90.00 ms 0 0.000000 s 10.00 ms 9.000 ms (main: physics 9.000 ms)"),
                lines(run, "CPU "));
        assertEquals(
                List.of(
                        "lock 1 10.0 40.00 ms 6 0.060000 s 40.00 ms 30.00 ms (main: <assets>, held by loader 30.00 ms)"),
                lines(run, "lock "));
    }

    @Test
    void shouldSayWhatBoundsTheWorstFrame() throws IOException {
        CommandRun run = CommandRun.of("stats", rendered(), "--show", "frames");

        String worst = lines(run, "frame " + BoundTrace.LONG_FRAME).getFirst();

        assertTrue(worst.contains("GPU 34.00 ms (renderer: main pass 34.00 ms)"), worst);
    }

    @Test
    void shouldWritePartsThatAddUpToTheFrame() throws IOException {
        Object stats = json(CommandRun.of("stats", locked(), "--json", "--show", "bounds,frames"));

        Object lock = JsonTree.list(JsonTree.at(stats, "bounds")).get(1);
        Object worst = JsonTree.list(JsonTree.at(stats, "worstFrames")).getFirst();

        assertEquals("LOCK", JsonTree.at(lock, "cause"));
        assertEquals(0.1, JsonTree.at(lock, "share"));
        assertEquals(JsonTree.at(lock, "worst", "parts"), JsonTree.at(worst, "bound", "parts"));
        List<Object> parts = JsonTree.list(JsonTree.at(worst, "bound", "parts"));
        assertEquals(
                List.of("LOCK", "CPU"),
                parts.stream().map(part -> JsonTree.at(part, "cause")).toList());
        assertEquals("loader", JsonTree.at(parts.getFirst(), "by"));
        assertEquals(
                40 * MILLI,
                parts.stream()
                        .mapToDouble(part -> (Double) JsonTree.at(part, "nanos"))
                        .sum());
    }

    @Test
    void shouldCompareTheSharesOfTwoRecordings() throws IOException {
        Path locked = locked();
        Path rendered = rendered();

        CommandRun run = CommandRun.of("compare", locked, rendered);
        Object compared = json(CommandRun.of("compare", locked, rendered, "--json"));

        assertEquals(List.of("lock 1 0 10.0 0.0 -10.0"), lines(run, "lock "));
        assertTrue(lines(run, "GPU ").contains("GPU 0 1 0.0 10.0 +10.0"), run.out());
        assertEquals(
                List.of(List.of(9.0, 9.0), List.of(1.0, 0.0), List.of(0.0, 1.0)),
                JsonTree.list(JsonTree.at(compared, "bounds")).stream()
                        .map(shift -> JsonTree.at(shift, "frames"))
                        .toList());
    }
}
