package dev.zonecast.fleet;

/** What runs the queries of a dataset. */
enum Engine {
    /** On this machine, inside this program. */
    DUCKDB,
    /** Apache Spark, on a cluster as a rule. */
    SPARK;

    /** In a SELECT list: a row with the columns {@code bin} and {@code n} for each bin of a sketch. */
    String bins() {
        return this == DUCKDB
                ? "unnest(bins) AS bin, unnest(counts) AS n"
                : "inline(arrays_zip(bins, counts)) AS (bin, n)";
    }

    /** The sum of a column of BIGINT as a BIGINT: at the bounds of 64 bits if it is beyond them. A hostile session has such figures. */
    String sum(String column) {
        // DuckDB sums in 128 bits; Spark in 64.
        String sum = this == DUCKDB ? "SUM(" + column + ")" : "SUM(CAST(" + column + " AS DECIMAL(38, 0)))";
        return "CAST(GREATEST(LEAST(" + sum + ", " + Long.MAX_VALUE + "), -" + Long.MAX_VALUE + ") AS BIGINT)";
    }

    /** A path in a pattern of paths: its characters mean themselves. */
    String literalPath(String path) {
        return this == DUCKDB
                ? path.replaceAll("[\\[*?]", "[$0]")
                // Hadoop's patterns.
                : path.replaceAll("[\\[\\]{}*?]", "\\\\$0");
    }

    /** A text as a literal of the engine's SQL. */
    String text(String value) {
        return this == DUCKDB
                ? "'" + value.replace("'", "''") + "'"
                : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
