package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets of each version of the schema stay readable: {@code schema-1} is one of version 1, as its program wrote it. */
class OlderSchemaTest {
    static final Path FIRST = Path.of("src", "test", "resources", "schema-1");

    private static List<String> sql(Path dataset, String query) {
        FleetRun run = FleetRun.of("sql", dataset, query);
        assertEquals(0, run.exit(), run.err());
        return run.out()
                .lines()
                .skip(1)
                .map(line -> line.strip().replaceAll(" {2,}", " "))
                .toList();
    }

    @Test
    void shouldReadADatasetOfTheFirstVersion() {
        assertEquals(
                List.of("game 1.4 3000", "server 1.4 9000"),
                sql(FIRST, "SELECT program, build, duration_ns AS d FROM sessions ORDER BY program"));
        assertEquals(
                List.of("cpu outer 2 9000 8900 7000", "frame frame 3 6000 6000 4000", "gpu pass 2 400 400 300"),
                sql(
                        FIRST,
                        "SELECT kind, name, CAST(SUM(count) AS BIGINT) AS c, CAST(SUM(total_ns) AS BIGINT) AS t,"
                                + " CAST(SUM(self_ns) AS BIGINT) AS s, MAX(max_ns) AS m FROM zones GROUP BY ALL"
                                + " ORDER BY kind"));
    }

    /** The recordings of the fixture, in a dataset of this schema: each query has the same rows. */
    @Test
    void shouldHaveTheFiguresOfThisVersion(@TempDir Path folder) throws IOException {
        Path recording = Files.createDirectory(folder.resolve("recordings")).resolve("two.fxt");
        Files.write(recording, TwoPrograms.bytes(TwoPrograms.Join.FILES));
        Path dataset = folder.resolve("dataset");
        String[] ingest = {
            "ingest", recording.toString(), "-o", dataset.toString(), "--set", "build=1.4", "--zone-events"
        };
        assertEquals(0, FleetRun.of((Object[]) ingest).exit());
        for (List<String> query : List.of(
                List.of("zones", "--by", "program,build"),
                List.of("zones", "--where", "program = 'game'"),
                List.of("frames", "--by", "build"),
                List.of("frames", "--bounds"))) {
            List<String> old = new ArrayList<>(query);
            old.add(FIRST.toString());
            List<String> recent = new ArrayList<>(query);
            recent.add(dataset.toString());

            assertEquals(FleetRun.of(old.toArray()), FleetRun.of(recent.toArray()));
        }
    }

    @Test
    void shouldAddPartsOfThisVersionToADatasetOfTheFirst(@TempDir Path folder) throws IOException {
        Path dataset = folder.resolve("dataset");
        try (Stream<Path> files = Files.walk(FIRST)) {
            for (Path file : files.toList()) {
                Files.copy(file, dataset.resolve(FIRST.relativize(file)));
            }
        }
        assertEquals(0, FleetRun.of("generate", "-o", dataset, "--sessions", 20).exit());

        assertEquals(
                List.of("cpu outer 2 9000"),
                sql(
                        dataset,
                        "SELECT kind, name, CAST(SUM(count) AS BIGINT) AS c,"
                                + " CAST(SUM(total_ns) AS BIGINT) AS t FROM zones WHERE name = 'outer' GROUP BY ALL"));
        FleetRun zones = FleetRun.of("zones", dataset, "--by", "build");
        assertTrue(
                zones.out().lines().anyMatch(line -> line.matches("cpu +outer +1.4 +2 +2 +9.000 us.*")), zones.out());
        assertTrue(zones.out().lines().anyMatch(line -> line.matches("cpu +Update +1.4 +10 +1000 .*")), zones.out());
        assertEquals("{\"schema\":2}\n", Files.readString(dataset.resolve("zonecast-fleet.json")));
    }

    @Test
    void shouldGiveNullForAColumnAndNoRowForATableThatAreMissing(@TempDir Path dataset)
            throws IOException, SQLException {
        Path part = dataset.resolve("parts/part=old/table=sessions/day=2020-01-01/build=1");
        Files.createDirectories(part);
        Files.writeString(dataset.resolve("zonecast-fleet.json"), "{\"schema\":1}\n");
        try (Connection connection = Dataset.duckDb();
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 5 AS session, 'game' AS program) TO "
                    + Engine.DUCKDB.text(part.resolve("a.parquet").toString()) + " (FORMAT parquet)");
        }

        assertEquals(List.of("5 game - 1"), sql(dataset, "SELECT session, program, gpu, build FROM sessions"));
        assertEquals(List.of("0"), sql(dataset, "SELECT COUNT(*) AS n FROM zones"));
        try (Stream<Path> files = Files.list(dataset)) {
            assertEquals(2, files.count());
        }
    }
}
