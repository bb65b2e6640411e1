package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times in a dataset, and times of the files that it was made of. */
class IngestTimesTest {
    @TempDir
    private Path folder;

    private Path dataset() {
        return folder.resolve("dataset");
    }

    private String ingest(Path recording) {
        FleetRun run = FleetRun.of("ingest", recording, "-o", dataset(), "--zone-events");
        assertEquals(0, run.exit(), run.err());
        return run.out();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldCountTheTimesOfZonesFromTheFirstEventWhenTheRecordingHasNoSession(int category) throws IOException {
        TraceBytes alien =
                TraceBytes.trace().string(1, "alien").string(2, "other").thread(1, 70, 71);
        alien.event(2, 0, 1, category, 1, 5000).end();
        alien.event(3, 0, 1, category, 1, 9000).end();

        String said = ingest(Files.write(folder.resolve("alien.fxt"), alien.bytes()));

        assertTrue(said.contains("took 1 sessions"), said);
        assertEquals(
                "{\"rows\":[{\"begin_ns\":0,\"duration_ns\":4000}],\"more\":0}",
                FleetRun.of("sql", dataset(), "SELECT begin_ns, duration_ns FROM zone_events", "--json")
                        .out()
                        .strip());
    }

    /** A file of a machine whose clock was wrong: it would be called young until that day. */
    @Test
    void shouldTakeACutRecordingWhoseFileIsOfTheFuture() throws IOException {
        Path cut = Files.write(
                folder.resolve("cut.fxt"),
                new OwnTrace().run(7, "game", 1000).zone(1100, 1200).bytes());
        Files.setLastModifiedTime(cut, FileTime.from(Instant.now().plus(Duration.ofDays(365))));

        String said = ingest(cut);

        assertTrue(said.contains("took 1 sessions"), said);
    }
}
