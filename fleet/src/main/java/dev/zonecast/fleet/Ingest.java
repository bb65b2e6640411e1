package dev.zonecast.fleet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.duckdb.DuckDBConnection;

/**
 * Takes recordings and summaries into a dataset. Files are read on several threads. Some thousand files become one part of the dataset,
 * which is there as a whole or not at all. A file that cannot be read is passed over.
 */
final class Ingest {
    private static final int FILES_OF_PART = 20_000;
    private static final int FILES_OF_PART_WITH_EVENTS = 100;
    private static final long YOUNG_MILLIS = 60_000;

    private final Settings settings;
    private final Set<Long> knownFiles = new HashSet<>();
    /** Sessions of the dataset and those that are read: id and claim. */
    private final Map<Long, Long> sessions = new ConcurrentHashMap<>();

    private final AtomicLong claims = new AtomicLong(RecordingReading.REFUSED);
    /** Files that were passed over, each with the reason. */
    private final Map<Path, String> damaged = Collections.synchronizedMap(new LinkedHashMap<>());

    private final AtomicInteger duplicates = new AtomicInteger();
    private final AtomicInteger young = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();

    /**
     * What an ingest does.
     *
     * @param stated facts of each session, by their keys
     * @param zoneEvents keep every zone
     * @param threads that read files
     * @param progress is called when a file has been read
     */
    record Settings(Map<String, String> stated, boolean zoneEvents, int threads, Runnable progress) {}

    /**
     * What an ingest did.
     *
     * @param sessions that were taken
     * @param known files that an earlier ingest took
     * @param young sessions of files that were modified in the last minute and in which one has no end: its program may still write
     * @param duplicates sessions whose id the dataset has
     * @param damaged files that were passed over, each with the reason
     */
    record Result(int sessions, int known, int young, int duplicates, Map<Path, String> damaged) {}

    /**
     * An ingest.
     *
     * @param unread files and folders that were passed over before, each with the reason
     */
    Ingest(Settings settings, Map<Path, String> unread) {
        this.settings = settings;
        damaged.putAll(unread);
    }

    /**
     * All recordings and summaries below some folders, in the order of their paths. Links are followed.
     *
     * @param unread gets what could not be looked at, each with the reason
     * @throws IOException if one of the folders cannot be read, or is a file of another kind
     */
    static List<SourceFile> files(List<Path> folders, long nowMillis, Map<Path, String> unread) throws IOException {
        List<SourceFile> files = new ArrayList<>();
        for (Path folder : folders) {
            Path root = folder.toAbsolutePath().normalize();
            Files.walkFileTree(
                    root,
                    EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                    Integer.MAX_VALUE,
                    new Finder(root, nowMillis, files, unread));
        }
        files.sort(Comparator.comparing(SourceFile::path));
        return files;
    }

    /** Finds the files below a folder. One that vanishes, or a folder that cannot be read, is no reason to leave out the others. */
    static final class Finder extends SimpleFileVisitor<Path> {
        private final Path root;
        private final long nowMillis;
        private final List<SourceFile> files;
        private final Map<Path, String> unread;

        Finder(Path root, long nowMillis, List<SourceFile> files, Map<Path, String> unread) {
            this.root = root;
            this.nowMillis = nowMillis;
            this.files = files;
            this.unread = unread;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isSymbolicLink() && (file.equals(root) || SourceFile.isTaken(file))) {
                return visitFileFailed(file, new NoSuchFileException(file.toString(), null, "the link leads nowhere"));
            }
            if (file.equals(root) && !SourceFile.isTaken(file)) {
                throw new IOException(file + ": its name is not that of a recording (.fxt, .fxt.gz, .fxt.zst, .fxt.lz4)"
                        + " or a summary (.zcs.gz)");
            }
            if (attributes.isRegularFile() && SourceFile.isTaken(file)) {
                files.add(SourceFile.of(file, attributes, nowMillis));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (file.equals(root)) {
                throw failure;
            }
            unread.put(file, failure.toString());
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : visitFileFailed(folder, failure);
        }
    }

    /**
     * Takes files into a dataset.
     *
     * @throws IOException if the dataset cannot be written
     */
    Result take(List<SourceFile> files, Dataset.Writing target) throws IOException {
        try {
            readKnown(target.dataset());
            List<SourceFile> wanted = files.stream()
                    .filter(file -> !knownFiles.contains(file.key()))
                    .toList();
            int size = settings.zoneEvents() ? FILES_OF_PART_WITH_EVENTS : FILES_OF_PART;
            for (int from = 0; from < wanted.size(); from += size) {
                Queue<SourceFile> part =
                        new ConcurrentLinkedQueue<>(wanted.subList(from, Math.min(wanted.size(), from + size)));
                PartWriter.write(target, settings.threads(), rows -> read(part, rows));
            }
            int known = files.size() - wanted.size();
            return new Result(taken.get(), known, young.get(), duplicates.get(), new LinkedHashMap<>(damaged));
        } catch (SQLException e) {
            throw new FleetException("the dataset cannot be written: " + e.getMessage(), e);
        }
    }

    private void readKnown(Dataset dataset) throws IOException, SQLException {
        try (DuckDBConnection connection = dataset.query();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT session, file, file_bytes, file_modified_ms FROM sessions")) {
            while (rows.next()) {
                sessions.put(rows.getLong(1), RecordingReading.REFUSED);
                knownFiles.add(
                        new SourceFile(Path.of(rows.getString(2)), rows.getLong(3), rows.getLong(4), 0, 0).key());
            }
        }
    }

    private int read(Queue<SourceFile> files, RowWriter rows) throws SQLException {
        int written = 0;
        for (SourceFile file = files.poll(); file != null; file = files.poll()) {
            written += read(file, rows);
            settings.progress().run();
        }
        return written;
    }

    private int read(SourceFile file, RowWriter rows) throws SQLException {
        int written = 0;
        List<SessionFigures> found = new ArrayList<>();
        List<Long> claimed = new ArrayList<>();
        try {
            SourceFile opened = file.opened();
            if (file.isSummary()) {
                SessionFigures session = new SummaryReading(opened, settings.stated()).session();
                found.add(claim(session.id(), claimed) == RecordingReading.REFUSED ? null : session);
            } else {
                found.addAll(new RecordingReading(
                                opened,
                                settings.stated(),
                                id -> claim(id, claimed),
                                settings.zoneEvents() ? rows : RecordingReading.ZoneEvents.NONE)
                        .sessions());
            }
        } catch (IOException e) {
            String reason = e instanceof EOFException ? "the file ends early" : e.getMessage();
            damaged.put(file.path(), reason == null ? e.toString() : reason);
            // A copy may be whole.
            claimed.forEach(sessions::remove);
        }
        // A wrong clock leaves files of the future, which would stay young for years.
        boolean isYoung = Math.abs(file.nowMillis() - file.modifiedMillis()) < YOUNG_MILLIS;
        // All of a file or nothing: a later ingest passes over a file that has any session in the dataset.
        boolean isLeft = isYoung && found.stream().anyMatch(session -> session != null && session.cut());
        for (SessionFigures session : found) {
            if (session == null) {
                duplicates.incrementAndGet();
            } else if (isLeft) {
                young.incrementAndGet();
                sessions.remove(session.id());
            } else {
                taken.incrementAndGet();
                rows.write(session, file, sessions.get(session.id()));
                written++;
            }
        }
        return written;
    }

    /** Returns the claim of a session; {@link RecordingReading#REFUSED} if another file has it. */
    private long claim(long id, List<Long> claimed) {
        long claim = claims.incrementAndGet();
        if (sessions.putIfAbsent(id, claim) != null) {
            return RecordingReading.REFUSED;
        }
        claimed.add(id);
        return claim;
    }
}
