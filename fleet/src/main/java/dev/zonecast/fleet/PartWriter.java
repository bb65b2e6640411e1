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
    /** Writes sessions on one of several threads. */
    interface Work {
        /** Writes sessions until there are no more; returns how many it wrote. */
        int run(RowWriter rows) throws IOException, SQLException;
    }

    private PartWriter() {}

    /**
     * Writes a part. It appears when all of it is written, and not at all if something fails or there is no session.
     *
     * @param work runs on each of the threads at the same time
     */
    static void write(Dataset.Writing target, int threads, Work work) throws IOException, SQLException {
        Path staging = target.newStaging();
        int sessions;
        try (DuckDBConnection connection = Dataset.duckDb();
                Statement statement = connection.createStatement()) {
            Path spill = staging.resolveSibling(staging.getFileName() + "-spill");
            statement.execute("SET temp_directory = " + Engine.DUCKDB.text(spill.toString()));
            for (DatasetTable table : DatasetTable.values()) {
                statement.execute("CREATE TABLE " + table.title() + " (" + table.declaration(Engine.DUCKDB) + ")");
            }
            sessions = fill(connection, threads, work);
            for (DatasetTable table : DatasetTable.values()) {
                statement.execute("COPY (" + rows(table) + ") TO "
                        + Engine.DUCKDB.text(table.folder(staging).toString())
                        + " (FORMAT parquet, PARTITION_BY (day, build), COMPRESSION zstd)");
            }
        }
        if (sessions > 0) {
            target.publish(staging, UUID.randomUUID().toString());
        }
    }

    /** Zones of one name lie together: they compress better, and a query of one name reads less. */
    private static String rows(DatasetTable table) {
        return switch (table) {
            case ZONES -> "SELECT * FROM zones ORDER BY kind, name, session";
            case ZONE_EVENTS ->
                "SELECT e.* REPLACE (s.day AS day, s.build AS build) FROM zone_events e JOIN sessions s USING"
                        + " (session)";
            default -> "SELECT * FROM " + table.title();
        };
    }

    private static int fill(DuckDBConnection connection, int threads, Work work) throws IOException, SQLException {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(() -> {
                try (RowWriter rows = new RowWriter(connection.duplicate())) {
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
