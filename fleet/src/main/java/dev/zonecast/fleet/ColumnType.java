package dev.zonecast.fleet;

/** Type of a column, with its names in both engines. */
enum ColumnType {
    /** A number of 64 bits. */
    BIGINT("BIGINT", "BIGINT"),
    /** A number of 32 bits. */
    INT("INTEGER", "INT"),
    /** A floating-point number of 64 bits. */
    DOUBLE("DOUBLE", "DOUBLE"),
    /** A text. */
    TEXT("VARCHAR", "STRING"),
    /** True or false. */
    FLAG("BOOLEAN", "BOOLEAN"),
    /** Numbers of 32 bits. */
    INTS("INTEGER[]", "ARRAY<INT>"),
    /** Numbers of 64 bits. */
    BIGINTS("BIGINT[]", "ARRAY<BIGINT>");

    private final String duckDb;
    private final String spark;

    ColumnType(String duckDb, String spark) {
        this.duckDb = duckDb;
        this.spark = spark;
    }

    /** As an engine names it. */
    String name(Engine engine) {
        return engine == Engine.DUCKDB ? duckDb : spark;
    }
}
