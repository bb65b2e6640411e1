package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program's summary of itself has the figures of its recording, and nothing that names a person. */
class SummaryFileTest {
    private static final SourceLocation OUTER = SourceLocation.of("outer\tzone", "f", "g", 1, 0);
    private static final SourceLocation INNER = SourceLocation.of("inner \\ zone", "f", "g", 2, 0);
    private static final int ROUNDS = 1000;

    @TempDir
    private Path folder;

    @Test
    void shouldHaveTheFiguresOfTheRecording() throws IOException {
        Path summaries = folder.resolve("summaries");
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        run(summaries, recordings.resolve("game.fxt"));

        ingest(summaries, "of summaries");
        ingest(recordings, "of recordings");

        for (String query : List.of(
                "SELECT program, build, gpu, os, source <> '' AS s, lost FROM sessions",
                "SELECT kind, name, count, CAST(total_ns AS VARCHAR) AS t, CAST(min_ns AS VARCHAR) AS a,"
                        + " CAST(max_ns AS VARCHAR) AS b FROM zones WHERE kind = 'cpu' ORDER BY name",
                "SELECT kind, name, bin, n FROM zone_bins WHERE kind = 'cpu' ORDER BY name, bin",
                "SELECT kind, name, count, CAST(total_ns AS VARCHAR) AS t FROM zones WHERE kind = 'frame'")) {
            String expected = sql("of recordings", query);
            assertEquals(expected, sql("of summaries", query));
            assertTrue(expected.lines().count() > 1, query);
        }
        assertTrue(
                sql("of summaries", "SELECT build, gpu, driver FROM sessions").contains("1.5    Arc A750  unknown"));
        long own =
                number(sql("of summaries", "SELECT CAST(self_ns AS VARCHAR) AS s FROM zones WHERE name LIKE 'outer%'"));
        long all = number(
                sql("of summaries", "SELECT CAST(total_ns AS VARCHAR) AS s FROM zones WHERE name LIKE 'outer%'"));
        assertTrue(own > 0 && own < all, own + " of " + all);
    }

    private void run(Path summaries, Path recording) throws IOException {
        Zonecast.appInfo("Build: 1.5");
        Zonecast.appInfo("gpu=Arc A750");
        Zonecast.appInfo("player: Ada Lovelace");
        assertTrue(Zonecast.start(Options.defaults()
                .set(Option.LISTEN, false)
                .set(Option.SYSTEM_REPORTS, false)
                .set(Option.PROGRAM_NAME, "game")
                .set(Option.SESSION_FOLDER, summaries)));
        Zonecast.startRecording(recording);
        for (int i = 0; i < ROUNDS; i++) {
            Frame.mark();
            long outer = Zone.begin(OUTER);
            long inner = Zone.begin(INNER);
            Zone.end(inner);
            Zone.end(outer);
        }
        assertTrue(Zonecast.shutdown(Duration.ofMinutes(2)));
        privacy(summaries);
    }

    private static void privacy(Path summaries) throws IOException {
        try (Stream<Path> files = Files.list(summaries)) {
            List<Path> all = files.toList();
            assertEquals(1, all.size(), all.toString());
            assertTrue(Files.size(all.getFirst()) < 8 << 10, Files.size(all.getFirst()) + " bytes");
            try (InputStream in = new GZIPInputStream(Files.newInputStream(all.getFirst()))) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertFalse(text.contains("Ada Lovelace"), text);
                assertFalse(text.contains(Thread.currentThread().getName() + "\t"), text);
                assertFalse(text.contains(System.getProperty("user.home")), text);
            }
        }
    }

    private void ingest(Path from, String dataset) {
        FleetRun run = FleetRun.of("ingest", from, "-o", folder.resolve(dataset));
        assertTrue(run.out().contains("took 1 sessions"), run.out() + run.err());
    }

    private String sql(String dataset, String query) {
        FleetRun run = FleetRun.of("sql", folder.resolve(dataset), query, "--limit", 0);
        assertEquals(0, run.exit(), run.err());
        return run.out();
    }

    private static long number(String table) {
        return Long.parseLong(table.lines().skip(1).findFirst().orElseThrow().strip());
    }
}
