package dev.zonecast.fleet;

import static dev.zonecast.fleet.ColumnType.BIGINT;
import static dev.zonecast.fleet.ColumnType.BIGINTS;
import static dev.zonecast.fleet.ColumnType.DOUBLE;
import static dev.zonecast.fleet.ColumnType.FLAG;
import static dev.zonecast.fleet.ColumnType.INT;
import static dev.zonecast.fleet.ColumnType.INTS;
import static dev.zonecast.fleet.ColumnType.TEXT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The tables of a dataset. A column is declared here alone: both engines, the writer and the reference page follow. A later version of
 * the schema may add columns. It never renames or removes one.
 */
enum DatasetTable {
    /** Programs that ran. */
    SESSIONS(
            "A run of a program: one row. A recording of several programs has several.",
            new Column("session", BIGINT, "id of the session in all tables"),
            new Column("source", TEXT, "`recording`, or `summary` of `zonecast.session`"),
            new Column("file", TEXT, "path of the file that was ingested"),
            new Column("file_bytes", BIGINT, "its size"),
            new Column("file_modified_ms", BIGINT, "when it was modified, in milliseconds since 1970"),
            new Column("program", TEXT, "name of the program"),
            new Column("gpu", TEXT, "of the application line `gpu: ...`, or `unknown`"),
            new Column("driver", TEXT, "of the line `driver: ...`, or `unknown`"),
            new Column("cpu", TEXT, "of the line `cpu: ...`, or `unknown`"),
            new Column("os", TEXT, "operating system, version and architecture"),
            new Column("jvm", TEXT, "version of Java and vendor"),
            new Column("started_ms", BIGINT, "milliseconds since 1970 (UTC); null in summaries"),
            new Column("duration_ns", BIGINT, "from the start to the last event"),
            new Column(
                    "lost",
                    BIGINT,
                    "events that are missing, of all kinds; not wrong calls, not zones that were open at the end"),
            new Column("cut", FLAG, "the recording has no end: the program was killed, or the file was cut"),
            new Column("clock_off", FLAG, "the session's clock was years off: `day` is that of the file"),
            new Column("group_id", BIGINT, "its group in `zone_groups`; null in parts of schema 1")),
    /** Frames of the base set. */
    FRAMES(
            "Each frame of the base set. Summaries have none: their frames are rows of `zones` of the kind `frame`.",
            new Column("session", BIGINT, "the session"),
            new Column("number", BIGINT, "number of the frame"),
            new Column("begin_ns", BIGINT, "nanoseconds since the session's start"),
            new Column("duration_ns", BIGINT, "how long it took"),
            new Column("bound", TEXT, "what bounds it, as `stats` names it")),
    /** Zones and frames by place, with their distribution. */
    ZONES(
            "The zones of a session at one place, and its sets of frames.",
            new Column("session", BIGINT, "the session"),
            new Column("kind", TEXT, "`cpu`, `gpu`, `lua`, `jvm`; `frame` of a set of frames"),
            new Column("name", TEXT, "name of the zones, or of the set of frames"),
            new Column("function", TEXT, "null if it is not known, and in summaries"),
            new Column("file", TEXT, "source file; null if it is not known, and in summaries"),
            new Column("line", INT, "line in it; null if it is not known, and in summaries"),
            new Column("count", BIGINT, "how many ended"),
            new Column("total_ns", BIGINT, "nanoseconds from begin to end, of all together"),
            new Column("self_ns", BIGINT, "the same without the zones inside and, in recordings, without known waits"),
            new Column("min_ns", BIGINT, "the shortest"),
            new Column("max_ns", BIGINT, "the longest"),
            new Column("bins", INTS, "sketch of the durations: numbers of the bins, the lowest first"),
            new Column("counts", BIGINTS, "sketch of the durations: how many are in each of these bins")),
    /** The rows of {@link #ZONES}, summed over sessions with equal facts. */
    ZONE_GROUPS(
            "The rows of `zones`, summed over groups of sessions: those of a part with equal `day`, `build`, `source`, `program`,"
                    + " `gpu` and `driver`.",
            new Column("group_id", BIGINT, "the group, as in `sessions`"),
            new Column("kind", TEXT, "as in `zones`"),
            new Column("name", TEXT, "as in `zones`"),
            new Column("sessions", BIGINT, "how many sessions of the group have such zones"),
            new Column("count", BIGINT, "how many ended"),
            new Column("total_ns", BIGINT, "as in `zones`"),
            new Column("self_ns", BIGINT, "as in `zones`"),
            new Column("min_ns", BIGINT, "the shortest"),
            new Column("max_ns", BIGINT, "the longest"),
            new Column("bins", INTS, "merged sketch: numbers of the bins, the lowest first"),
            new Column("counts", BIGINTS, "merged sketch: how many are in each of these bins")),
    /** Single zones. */
    ZONE_EVENTS(
            "Each zone, if `--zone-events` was given.",
            new Column("session", BIGINT, "the session"),
            new Column("kind", TEXT, "as in `zones`"),
            new Column("name", TEXT, "as in `zones`"),
            new Column("track", TEXT, "thread, or lane of a GPU context"),
            new Column("depth", INT, "1 is outermost"),
            new Column("begin_ns", BIGINT, "nanoseconds since the session's start"),
            new Column("duration_ns", BIGINT, "from begin to end"),
            new Column("self_ns", BIGINT, "without the zones inside and known waits")),
    /** Plots in figures. */
    PLOTS(
            "The plots of a session.",
            new Column("session", BIGINT, "the session"),
            new Column("name", TEXT, "name of the plot"),
            new Column("count", BIGINT, "how many values"),
            new Column("min", DOUBLE, "the least"),
            new Column("max", DOUBLE, "the greatest"),
            new Column("mean", DOUBLE, "mean of the values"),
            new Column("last", DOUBLE, "the last value")),
    /** Messages of the program. */
    MESSAGES(
            "The last 1,000 messages of a session.",
            new Column("session", BIGINT, "the session"),
            new Column("at_ns", BIGINT, "nanoseconds since the session's start"),
            new Column("severity", TEXT, "`TRACE` to `FATAL`; empty for a line about the program"),
            new Column("text", TEXT, "the line"));

    /** Version of the schema that this program writes, and the newest that it reads. */
    static final int SCHEMA_VERSION = 2;

    /** Folders of each table, the outer one first; columns in the views. */
    static final List<Column> PARTITIONS = List.of(
            new Column("day", TEXT, "day of the session's start (UTC), as `2026-11-23`; the partition's folder"),
            new Column("build", TEXT, "version of the program, or `unknown`; the partition's folder"));

    /**
     * A column.
     *
     * @param name in SQL
     * @param type of its values
     * @param meaning for the reference page
     */
    record Column(String name, ColumnType type, String meaning) {}

    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // An unmodifiable list of constants.
    private final List<Column> columns;

    DatasetTable(String meaning, Column... columns) {
        this.meaning = meaning;
        this.columns = List.of(columns);
    }

    /** In SQL. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In a part of a dataset. Spark wants all folders below its base to have the form {@code name=value}. */
    Path folder(Path part) {
        return part.resolve("table=" + title());
    }

    /** A sentence for the reference page. */
    String meaning() {
        return meaning;
    }

    /** Columns of its files, in their order. */
    List<Column> columns() {
        return columns;
    }

    /** Columns with those of the partitions. */
    List<Column> allColumns() {
        List<Column> all = new ArrayList<>(columns);
        all.addAll(PARTITIONS);
        return all;
    }

    /** Whether a view has a column of that name. The outer folders of a part make two, {@code part} and {@code table}. */
    static boolean isColumn(String name) {
        return name.equals("part")
                || name.equals("table")
                || Arrays.stream(values())
                        .flatMap(table -> table.allColumns().stream())
                        .anyMatch(column -> column.name().equals(name));
    }

    /** Columns with their types in an engine, as {@code CREATE TABLE} has them. */
    String declaration(Engine engine) {
        return String.join(
                ", ",
                allColumns().stream()
                        .map(column -> column.name() + " " + column.type().name(engine))
                        .toList());
    }
}
