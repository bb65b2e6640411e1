package dev.zonecast.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The views and functions through which both engines run the same queries: each table of the dataset, {@code zone_bins} with a row for
 * each bin of a sketch, and {@code bin_nanos}, which gives a bin's value.
 */
final class Views {
    /** The middle of a bin of {@link dev.zonecast.fxt.Distribution}, in SQL of both engines. */
    private static final String BIN_NANOS =
            "CASE WHEN bin < 256 THEN CAST(bin AS DOUBLE) ELSE (128 + (bin - 256) % 128 + 0.5)"
                    + " * POWER(2, FLOOR((bin - 256) / 128.0) + 1) END";

    private Views() {}

    /**
     * The statements that define them.
     *
     * @param root folder of the dataset, or its address as Spark takes it
     * @param hasFiles the tables that have files. The view of another one is empty
     */
    static List<String> of(Engine engine, String root, List<DatasetTable> hasFiles) {
        List<String> statements = new ArrayList<>();
        for (DatasetTable table : DatasetTable.values()) {
            statements.add("CREATE OR REPLACE TEMPORARY VIEW " + table.title()
                    + (!hasFiles.contains(table)
                            ? " AS " + noRow(table, engine)
                            : engine == Engine.SPARK ? spark(table, root) : duckDb(table, root)));
        }
        statements.add("CREATE OR REPLACE TEMPORARY VIEW zone_bins AS SELECT session, day, build, kind, name, "
                + engine.bins() + " FROM zones");
        statements.add(
                engine == Engine.SPARK
                        ? "CREATE OR REPLACE TEMPORARY FUNCTION bin_nanos(bin INT) RETURNS DOUBLE RETURN " + BIN_NANOS
                        : "CREATE OR REPLACE TEMPORARY MACRO bin_nanos(bin) AS " + BIN_NANOS);
        return statements;
    }

    private static String noRow(DatasetTable table, Engine engine) {
        return table.allColumns().stream()
                .map(column -> "CAST(NULL AS " + column.type().name(engine) + ") AS " + column.name())
                .collect(Collectors.joining(", ", "SELECT ", " WHERE FALSE"));
    }

    /** Spark gives null for a column that a file of an older schema lacks. */
    private static String spark(DatasetTable table, String root) {
        return " (" + table.declaration(Engine.SPARK) + ") USING parquet OPTIONS (path "
                + Engine.SPARK.text(Engine.SPARK.literalPath(root) + "/parts/part=*/table=" + table.title())
                + ", basePath "
                + Engine.SPARK.text(root + "/parts") + ")";
    }

    private static String duckDb(DatasetTable table, String root) {
        String files = Engine.DUCKDB.literalPath(root) + "/parts/*/table=" + table.title() + "/*/*/*.parquet";
        return " AS " + noRow(table, Engine.DUCKDB) + " UNION ALL BY NAME SELECT * FROM read_parquet("
                + Engine.DUCKDB.text(files)
                + ", hive_partitioning = true, hive_types_autocast = false, union_by_name = true)";
    }
}
