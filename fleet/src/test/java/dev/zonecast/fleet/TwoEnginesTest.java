package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
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
        dataset = folder.resolve("it's a dataset [{v*?2}]");
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
        assertEquals(102, zonesOnBoth(dataset, BY, null, false).size());
        assertEquals(11, zonesOnBoth(dataset, BY, "build <> '2'", true).size());
        assertEquals(
                142,
                zonesOnBoth(dataset, List.of("build", "cpu"), "session % 3 > 0", false)
                        .size());
    }

    /** Summaries have no time of their start. */
    @Test
    void shouldHaveTheRowsWithoutAValueOnBothEngines() throws IOException, SQLException {
        List<String> by = List.of("build", "started_ms");

        assertEquals(22, zonesOnBoth(dataset, by, null, false).size());
        assertEquals(3, zonesOnBoth(dataset, by, null, true).size());
    }

    /** Of a group some sessions have a value, and some have none. */
    @Test
    void shouldTellSessionsOfAGroupApartWhenOneHasNoValue() throws IOException, SQLException {
        Path mixed = Files.createDirectory(folder.resolve("mixed"));
        byte[] ofWrongClock =
                new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes();
        Files.write(mixed.resolve("a.fxt"), TwoPrograms.game("game"));
        Path off = Files.write(mixed.resolve("b.fxt"), ofWrongClock);
        Files.setLastModifiedTime(off, FileTime.from(Instant.parse("2023-11-14T23:00:00Z")));
        Path target = folder.resolve("of mixed sessions");
        assertEquals(0, FleetRun.of("ingest", mixed, "-o", target).exit());

        List<List<Object>> rows = zonesOnBoth(target, List.of("started_ms"), null, false);

        assertEquals(
                List.of("outer 1700000000000", "pass 1700000000000", "work null"),
                rows.stream().map(row -> row.get(1) + " " + row.get(2)).sorted().toList());
    }

    /** Groups are a shorter way to the figures of all conditions: whole groups, parts of groups, both, none. */
    @Test
    void shouldHaveTheSameFiguresWithAndWithoutGroups() throws IOException, SQLException {
        List<String> conditions = Arrays.asList(
                null, "gpu <> 'Arc A750'", "session % 3 = 0", "cpu = 'cpu 1' OR gpu = 'Radeon 780M'", "build = '3'");
        try (Connection connection = Dataset.open(dataset).query();
                Statement statement = connection.createStatement()) {
            List<List<List<Object>>> expected = new ArrayList<>();
            for (boolean hasGroups : new boolean[] {true, false}) {
                if (!hasGroups) {
                    statement.execute(
                            "CREATE TEMP TABLE ungrouped AS SELECT * REPLACE (CAST(NULL AS BIGINT) AS group_id)"
                                    + " FROM sessions");
                    statement.execute("CREATE OR REPLACE TEMP VIEW sessions AS SELECT * FROM ungrouped");
                }
                int at = 0;
                for (List<String> by : List.of(List.<String>of(), BY, List.of("cpu"))) {
                    for (String where : conditions) {
                        List<List<Object>> rows = rows(statement, Queries.zones(Engine.DUCKDB, by, where, false));
                        if (hasGroups) {
                            expected.add(rows);
                        }
                        assertEquals(expected.get(at++), rows, where);
                    }
                }
            }
            assertTrue(expected.getFirst().size() > 10, expected.getFirst().toString());
        }
    }

    /** The dataset of schema 1 has no groups. */
    @Test
    void shouldHaveTheSameFiguresOfSchema1OnBothEngines() throws IOException, SQLException {
        assertEquals(
                2,
                zonesOnBoth(OlderSchemaTest.FIRST, List.of("build"), null, false)
                        .size());
    }

    private static List<List<Object>> zonesOnBoth(Path of, List<String> by, String where, boolean ofFrames)
            throws IOException, SQLException {
        return onBoth(
                of,
                Queries.zones(Engine.DUCKDB, by, where, ofFrames),
                Queries.zones(Engine.SPARK, by, where, ofFrames));
    }

    @Test
    void shouldHaveTheSameFramesEventsAndMeansOnBothEngines() throws IOException, SQLException {
        assertTrue(!onBoth(
                        dataset,
                        Queries.bounds(Engine.DUCKDB, List.of("program"), null),
                        Queries.bounds(Engine.SPARK, List.of("program"), null))
                .isEmpty());
        assertEquals(
                100,
                onBoth(Queries.means(List.of("gpu"), "build = '1.4'", "build = '1.5'", "self_ns"))
                        .size());
        for (DatasetTable table : DatasetTable.values()) {
            onBoth("SELECT COUNT(*) AS n, MIN(" + table.columns().getFirst().name()
                    + ") AS a, MIN(day) AS b, MAX(build) AS c FROM " + table.title());
        }
        assertEquals(
                4L, onBoth("SELECT COUNT(*) AS n FROM zone_events").getFirst().getFirst());
    }

    /** Sessions with figures that are possible, and a sum that is not one of 64 bits. */
    @Test
    void shouldHaveFiguresAtTheBoundOfTheirRangeOnBothEngines() throws IOException, SQLException {
        Path summaries = Files.createDirectory(folder.resolve("hostile"));
        long count = 1L << 40;
        for (int id = 1; id <= 3; id++) {
            String text = "zonecast-session\t1\nid\t" + id + "\nday\t2026-11-23\nfact\tgpu\tgpu " + id / 3
                    + "\nzone\tcpu\ta\t" + count + "\t" + Long.MAX_VALUE + "\t" + Long.MAX_VALUE + "\t1\t" + (1L << 24)
                    + "\t5:" + count + "\nend\n";
            try (var out = new GZIPOutputStream(Files.newOutputStream(summaries.resolve(id + ".zcs.gz")))) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        Path target = folder.resolve("of hostile sessions");
        assertEquals(0, FleetRun.of("ingest", summaries, "-o", target).exit());

        List<Object> ofGroups =
                zonesOnBoth(target, List.of("build"), null, false).getFirst();
        List<Object> ofSessions =
                zonesOnBoth(target, List.of("build"), "session <> 2", false).getFirst();

        assertEquals(List.of(3L, 3 * count, Long.MAX_VALUE, Long.MAX_VALUE), ofGroups.subList(3, 7));
        assertEquals(List.of(2L, 2 * count, Long.MAX_VALUE, Long.MAX_VALUE), ofSessions.subList(3, 7));
    }

    private static List<List<Object>> rows(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return ResultTable.of(rows, 0).rows();
        }
    }

    /** Rows of DuckDB, compared with those of Spark. */
    private static List<List<Object>> onBoth(String query) throws IOException, SQLException {
        return onBoth(dataset, query, query);
    }

    private static List<List<Object>> onBoth(Path of, String query, String ofSpark) throws IOException, SQLException {
        List<List<Object>> expected;
        Dataset opened = Dataset.open(of);
        try (Connection connection = opened.query();
                Statement statement = connection.createStatement()) {
            expected = rows(statement, query);
        }
        opened.views(Engine.SPARK).forEach(view -> spark.sql(view));
        List<Row> found = spark.sql(ofSpark).collectAsList();
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
