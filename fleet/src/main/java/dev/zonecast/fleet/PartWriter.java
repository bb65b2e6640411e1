package dev.zonecast.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.duckdb.DuckDBConnection;

/** Writes a part of a dataset: rows go into tables in memory, which spill to the disk, and from there into Parquet files. */
final class PartWriter {
    private static final String ZONE_GROUPS = """
            WITH grouped AS (SELECT s.group_id, z.* FROM zones z JOIN sessions s USING (session)),
            bins AS (SELECT group_id, kind, name, unnest(bins) AS bin, unnest(counts) AS n FROM grouped),
            merged AS (SELECT group_id, kind, name, bin, %1$s AS n FROM bins GROUP BY ALL),
            sketches AS (SELECT group_id, kind, name, list(bin ORDER BY bin) AS bins, list(n ORDER BY bin) AS counts
                FROM merged GROUP BY ALL),
            figures AS (SELECT group_id, kind, name, COUNT(DISTINCT session) AS sessions,
                %2$s AS count, %3$s AS total_ns,
                %4$s AS self_ns, MIN(min_ns) AS min_ns, MAX(max_ns) AS max_ns,
                MIN(day) AS day, MIN(build) AS build FROM grouped GROUP BY group_id, kind, name)
            SELECT f.* EXCLUDE (day, build), s.bins, s.counts, f.day, f.build
            FROM figures f JOIN sketches s USING (group_id, kind, name) ORDER BY kind, name, group_id
            """.formatted(sum("n"), sum("count"), sum("total_ns"), sum("self_ns"));

    /** Writes sessions on one of several threads. */
    interface Work {
        /** Writes sessions until there are no more; returns how many it wrote. */
        int run(RowWriter rows) throws IOException, SQLException;
    }

    private PartWriter() {}

    private static String sum(String column) {
        return Engine.DUCKDB.sum(column);
    }

    /**
     * Writes a part. It appears when all of it is written, and not at all if something fails or there is no session.
     *
     * @param work runs on each of the threads at the same time
     */
    static void write(Dataset.Writing target, int threads, Work work) throws IOException, SQLException {
        Path staging = target.newStaging();
        String part = UUID.randomUUID().toString();
        try {
            if (write(staging, part, threads, work) > 0) {
                target.publish(staging, part);
            }
        } finally {
            target.discard(staging);
        }
    }

    private static int write(Path staging, String part, int threads, Work work) throws IOException, SQLException {
        try (DuckDBConnection connection = Dataset.duckDb();
                Statement statement = connection.createStatement()) {
            Path spill = staging.resolveSibling(staging.getFileName() + "-spill");
            statement.execute("SET temp_directory = " + Engine.DUCKDB.text(spill.toString()));
            for (DatasetTable table : DatasetTable.values()) {
                statement.execute("CREATE TABLE " + table.title() + " (" + table.declaration(Engine.DUCKDB) + ")");
            }
            // Stands in the place of the session in zone_events.
            statement.execute("ALTER TABLE sessions ADD COLUMN claim BIGINT");
            int sessions = fill(connection, part, threads, work);
            for (DatasetTable table : DatasetTable.values()) {
                statement.execute("COPY (" + rows(table) + ") TO "
                        + Engine.DUCKDB.text(table.folder(staging).toString())
                        + " (FORMAT parquet, PARTITION_BY (day, build), COMPRESSION zstd)");
            }
            return sessions;
        }
    }

    /** Zones of one name lie together: they compress better, and a query of one name reads less. */
    private static String rows(DatasetTable table) {
        return switch (table) {
            case ZONES -> "SELECT * FROM zones ORDER BY kind, name, session";
            case ZONE_GROUPS -> ZONE_GROUPS;
            case SESSIONS -> "SELECT * EXCLUDE (claim) FROM sessions";
            case ZONE_EVENTS ->
                "SELECT e.* REPLACE (s.session AS session, s.day AS day, s.build AS build) FROM zone_events e"
                        + " JOIN sessions s ON e.session = s.claim";
            default -> "SELECT * FROM " + table.title();
        };
    }

    private static int fill(DuckDBConnection connection, String part, int threads, Work work)
            throws IOException, SQLException {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(() -> {
                try (RowWriter rows = new RowWriter(connection.duplicate(), part)) {
                    return work.run(rows);
                }
            });
        }
        int sessions = 0;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (Future<Integer> task : pool.invokeAll(tasks)) {
                sessions += task.get();
            }
            return sessions;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FleetException("interrupted", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case SQLException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IOException(e.getCause());
            }
        }
    }
}
