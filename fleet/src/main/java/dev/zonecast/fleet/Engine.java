package dev.zonecast.fleet;

/** What runs the queries of a dataset. */
enum Engine {
    /** On this machine, inside this program. */
    DUCKDB,
    /** Apache Spark, on a cluster as a rule. */
    SPARK;

    /** A text as a literal of the engine's SQL. */
    String text(String value) {
        return this == DUCKDB
                ? "'" + value.replace("'", "''") + "'"
                : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
