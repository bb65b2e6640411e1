package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seeded regression is found, and DuckDB and Spark give the same figures on the same files. */
class TwoEnginesTest {
    private static final List<String> BY = List.of("build", "gpu");
    private static final double ROUNDING = 1e-9;

    @TempDir
    private static Path folder;

    private static Path dataset;
    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        dataset = folder.resolve("it's a dataset");
        FleetRun run = FleetRun.of("generate", "-o", dataset, "--sessions", 2000, "--zones", 60);
        assertEquals(0, run.exit(), run.err());
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        Files.write(recordings.resolve("two.fxt"), TwoPrograms.bytes(TwoPrograms.Join.FILES));
        FleetRun ingest = FleetRun.of("ingest", recordings, "-o", dataset, "--set", "build=1.10", "--zone-events");
        assertEquals(0, ingest.exit(), ingest.err());
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "1")
                .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
                .getOrCreate();
        Dataset.open(dataset).views(Engine.SPARK).forEach(view -> spark.sql(view));
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
    }

    @Test
    void shouldFindTheRegressionFirstAndAlone() {
        FleetRun run = FleetRun.of(
                "regressions", dataset, "--baseline", "build=1.4", "--candidate", "build=1.5", "--by", "gpu");

        assertEquals(1, run.exit(), run.err());
        List<String> lines = run.out().lines().toList();
        assertTrue(lines.get(1).matches("slower +gpu +Shadow pass +Radeon RX 7600 +\\+[456]\\.\\d %.*"), run.out());
        assertTrue(lines.get(2).equals("1 slower"), run.out());
        assertTrue(run.out().contains("49 same"), run.out());
    }

    @Test
    void shouldFindNothingBetweenHalvesOfOneBuild() {
        FleetRun run = FleetRun.of(
                "regressions",
                dataset,
                "--baseline",
                "build=1.4,day=2026-11-01",
                "--candidate",
                "build=1.4,day=2026-11-02");

        assertEquals(0, run.exit(), run.out());
    }

    @Test
    void shouldPrintJson() {
        FleetRun run = FleetRun.of("frames", dataset, "--by", "gpu", "--where", "build = '1.5'", "--json");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().startsWith("{\"rows\":[{\"kind\":\"frame\",\"name\":\"frame\",\"gpu\":\""), run.out());
        assertTrue(run.out().contains("\"sessions\":200,\"zones\":12000,"), run.out());
    }

    /** The texts of versions stay texts: 1.10 is not 1.1. */
    @Test
    void shouldHaveTheSameSessionsOnBothEngines() throws IOException, SQLException {
        List<List<Object>> builds = onBoth("SELECT build, COUNT(*) AS n FROM sessions GROUP BY build ORDER BY build");

        assertEquals(List.of(List.of("1.10", 2L), List.of("1.4", 1000L), List.of("1.5", 1000L)), builds);
    }

    @Test
    void shouldHaveTheSameZonesAndPercentilesOnBothEngines() throws IOException, SQLException {
        assertEquals(102, onBoth(Queries.zones(BY, null, false)).size());
        assertEquals(11, onBoth(Queries.zones(BY, "build <> '2'", true)).size());
    }

    @Test
    void shouldHaveTheSameFramesEventsAndMeansOnBothEngines() throws IOException, SQLException {
        assertTrue(!onBoth(Queries.bounds(List.of("program"), null)).isEmpty());
        assertEquals(
                100,
                onBoth(Queries.means(List.of("gpu"), "build = '1.4'", "build = '1.5'", "self_ns"))
                        .size());
        for (DatasetTable table : DatasetTable.values()) {
            onBoth("SELECT COUNT(*) AS n, MIN(session) AS a, MIN(day) AS b, MAX(build) AS c FROM " + table.title());
        }
        assertEquals(
                4L, onBoth("SELECT COUNT(*) AS n FROM zone_events").getFirst().getFirst());
    }

    /** Rows of DuckDB, compared with those of Spark. */
    private static List<List<Object>> onBoth(String query) throws IOException, SQLException {
        List<List<Object>> expected = new ArrayList<>();
        try (Connection connection = Dataset.open(dataset).query();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            expected.addAll(ResultTable.of(rows, 0).rows());
        }
        List<Row> found = spark.sql(query).collectAsList();
        assertEquals(expected.size(), found.size(), query);
        for (int i = 0; i < found.size(); i++) {
            for (int column = 0; column < expected.get(i).size(); column++) {
                Object value = expected.get(i).get(column);
                Object other = found.get(i).get(column);
                if (value instanceof Double number) {
                    assertEquals(number, (Double) other, Math.abs(number) * ROUNDING, query);
                } else {
                    assertEquals(String.valueOf(value), String.valueOf(other), query);
                }
            }
        }
        return expected;
    }
}
