package dev.zonecast.fleet;

import dev.zonecast.core.disk.FileLockedException;
import dev.zonecast.core.disk.LockedFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/**
 * A folder with the tables of many sessions as Parquet files: {@code parts/part=PART/table=TABLE/day=DAY/build=BUILD/*.parquet}. An ingest writes
 * a part beside the others and renames it when it is whole, so that a reader sees all of it or nothing.
 */
final class Dataset {
    private static final String VERSION_FILE = "zonecast-fleet.json";
    private static final Pattern VERSION = Pattern.compile("\\{\"schema\":(\\d{1,9})\\}\\s*");
    private static final String LOCK_FILE = ".lock";
    private static final String PARTS = "parts";
    private static final String STAGING = ".staging-";

    private final Path root;

    private Dataset(Path root) {
        this.root = root;
    }

    /**
     * Opens a dataset to read it.
     *
     * @throws FleetException if there is none, if its schema is newer than this program, or if its path has the name of a column
     */
    static Dataset open(Path root) throws IOException {
        refuseColumns(root);
        if (!Files.isRegularFile(root.resolve(VERSION_FILE))) {
            throw new FleetException(root + ": is no dataset: it has no " + VERSION_FILE
                    + ". \"zonecast fleet ingest FOLDER -o " + root + "\" makes one");
        }
        Dataset dataset = new Dataset(root);
        int version = dataset.version();
        if (version > DatasetTable.SCHEMA_VERSION) {
            throw new FleetException(root + ": has schema " + version + "; this program reads schemas up to "
                    + DatasetTable.SCHEMA_VERSION + ". Use a newer Zonecast");
        }
        return dataset;
    }

    /** DuckDB takes NAME=VALUE of each folder in a path for a column, in place of the one in the file. */
    private static void refuseColumns(Path root) throws FleetException {
        for (Path element : root.toAbsolutePath()) {
            String text = element.toString();
            String name = text.substring(0, Math.max(0, text.indexOf('='))).toLowerCase(Locale.ROOT);
            if (DatasetTable.isColumn(name)) {
                throw new FleetException(root + ": the folder \"" + text + "\" in its path looks like a column of the"
                        + " tables. Rename that folder, or put the dataset elsewhere");
            }
        }
    }

    private int version() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(root.resolve(VERSION_FILE)));
        if (!version.matches()) {
            throw new FleetException(root.resolve(VERSION_FILE) + ": is damaged: it has no version of the schema");
        }
        return Integer.parseInt(version.group(1));
    }

    /** Opens a dataset to write to it, for one program at a time; makes it if there is none. */
    static Writing write(Path root) throws IOException {
        refuseColumns(root);
        Files.createDirectories(root.resolve(PARTS));
        Path lockFile = root.resolve(LOCK_FILE);
        LockedFile lock;
        try {
            lock = LockedFile.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (FileLockedException e) {
            throw new FleetException(root + ": another ingest writes to this dataset; wait for its end", e);
        }
        Writing writing = null;
        try {
            Path versionFile = root.resolve(VERSION_FILE);
            if (!Files.exists(versionFile) || open(root).version() < DatasetTable.SCHEMA_VERSION) {
                Path part = Files.writeString(
                        root.resolve(STAGING + "version"), "{\"schema\":" + DatasetTable.SCHEMA_VERSION + "}\n");
                Files.move(part, versionFile, StandardCopyOption.ATOMIC_MOVE);
            }
            writing = new Writing(open(root), lock);
            writing.removeLeftovers();
            writing.writeEmptyFiles();
            return writing;
        } finally {
            if (writing == null) {
                lock.close();
            }
        }
    }

    /**
     * Refuses an output that would take the place of a file of this dataset.
     *
     * @throws FleetException if it would
     */
    void checkIsNotOwn(Path target) throws IOException {
        if (!Files.isRegularFile(target)) {
            return;
        }
        for (String own : List.of(VERSION_FILE, LOCK_FILE, PARTS)) {
            if (target.toRealPath().startsWith(root.toRealPath().resolve(own))) {
                throw new FleetException(
                        target + ": is a file of the dataset that the command reads. Name another output");
            }
        }
    }

    private Path part(String name) {
        return root.resolve(PARTS).resolve("part=" + name);
    }

    /** The statements that define the views of this dataset. */
    List<String> views(Engine engine) throws IOException {
        return Views.of(engine, root.toAbsolutePath().toString(), tablesWithFiles());
    }

    private List<DatasetTable> tablesWithFiles() throws IOException {
        try (Stream<Path> parts = Files.list(root.resolve(PARTS))) {
            List<Path> all = parts.toList();
            return Arrays.stream(DatasetTable.values())
                    .filter(table -> all.stream().anyMatch(part -> Files.isDirectory(table.folder(part))))
                    .toList();
        }
    }

    /** A connection to DuckDB with the views of this dataset. It writes nothing. */
    DuckDBConnection query() throws IOException, SQLException {
        DuckDBConnection connection = duckDb();
        boolean complete = false;
        try (Statement statement = connection.createStatement()) {
            for (String view : views(Engine.DUCKDB)) {
                statement.execute(view);
            }
            complete = true;
        } finally {
            if (!complete) {
                connection.close();
            }
        }
        return connection;
    }

    /** An empty database in memory. */
    static DuckDBConnection duckDb() throws SQLException {
        return (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", new Properties());
    }

    /** A dataset while one program writes to it. */
    static final class Writing implements AutoCloseable {
        private final Dataset dataset;
        private final LockedFile lock;

        private Writing(Dataset dataset, LockedFile lock) {
            this.dataset = dataset;
            this.lock = lock;
        }

        Dataset dataset() {
            return dataset;
        }

        /** What a killed ingest left. */
        private void removeLeftovers() throws IOException {
            try (Stream<Path> files = Files.list(dataset.root)) {
                for (Path file : files.toList()) {
                    if (file.getFileName().toString().startsWith(STAGING)) {
                        delete(file);
                    }
                }
            }
        }

        /** Spark fails where a table has no file at all. */
        private void writeEmptyFiles() throws IOException {
            String name = "schema-" + DatasetTable.SCHEMA_VERSION;
            if (Files.exists(dataset.part(name))) {
                return;
            }
            Path staging = newStaging();
            try (DuckDBConnection connection = duckDb();
                    Statement statement = connection.createStatement()) {
                for (DatasetTable table : DatasetTable.values()) {
                    Path folder = Files.createDirectories(
                            table.folder(staging).resolve("day=none").resolve("build=none"));
                    statement.execute("CREATE TABLE t (" + table.declaration(Engine.DUCKDB) + ")");
                    statement.execute("COPY (SELECT * EXCLUDE (day, build) FROM t) TO "
                            + Engine.DUCKDB.text(folder.resolve("empty.parquet").toString()) + " (FORMAT parquet)");
                    statement.execute("DROP TABLE t");
                }
            } catch (SQLException e) {
                throw new FleetException(dataset.root + ": " + e.getMessage(), e);
            }
            publish(staging, name);
        }

        /** A new folder that no reader sees. */
        Path newStaging() throws IOException {
            return Files.createDirectory(dataset.root.resolve(STAGING + UUID.randomUUID()));
        }

        /** Makes a folder a part of the dataset, at once and as a whole. */
        void publish(Path staging, String name) throws IOException {
            Files.move(staging, dataset.part(name), StandardCopyOption.ATOMIC_MOVE);
        }

        /** Removes a folder that has not been published. */
        void discard(Path staging) throws IOException {
            if (Files.exists(staging)) {
                delete(staging);
            }
        }

        @Override
        public void close() throws IOException {
            lock.close();
        }
    }

    private static void delete(Path file) throws IOException {
        Files.walkFileTree(file, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                Files.delete(path);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
