package dev.zonecast.capture.manager;

import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.MappedFile;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The folder of one recording: what it is, the programs' buffers, and what has been saved of them until it is one archive. A manager that
 * is killed leaves it to the next one.
 */
record SessionFolder(Path path, Recording recording) {
    private static final String PREFIX = "session-";
    private static final String FILE = "recording";
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d{1,19}");
    private static final Pattern OWN_FILE = Pattern.compile("recording(\\.part)?|(buffer|progress)-\\d{1,9}\\.zc"
            + "|chunk-\\d{1,9}-\\d{10,18}\\.zc|(part|snapshot|recovered)-\\d{1,9}\\.fxt");
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Makes the folder of a recording that begins. If it cannot be made whole, nothing of it stays. */
    static SessionFolder create(Path runtime, Recording recording) throws IOException {
        Path folder = freshFolder(runtime);
        Path unfinished = folder.resolve(FILE + ".part");
        try {
            try (FileChannel channel = MappedFile.createPrivate(unfinished)) {
                ManagerProtocol.write(channel, StandardCharsets.UTF_8.encode(String.join("\n", recording.lines())));
            }
            Files.move(unfinished, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteAll(folder);
            throw e;
        }
        return new SessionFolder(folder, recording);
    }

    private static Path freshFolder(Path runtime) throws IOException {
        for (long number = System.currentTimeMillis(); ; number++) {
            Path folder = runtime.resolve(PREFIX + number);
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    RuntimeFolder.makePrivate(folder);
                    return folder;
                } catch (FileAlreadyExistsException e) {
                    // Another process was faster.
                }
            }
        }
    }

    /** True if the folder belongs to a recording. */
    static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve(FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Those of managers that are gone, the oldest first: the caller is the only manager.
     *
     * @param current folder of the caller's recording, which may be about to be removed; may be null
     */
    static List<Path> left(Path runtime, Path current) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path entry : entries(runtime, PREFIX + "*")) {
            if (entry.equals(current)
                    || !NAME.matcher(entry.getFileName().toString()).matches()
                    || !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            if (Files.exists(entry.resolve(FILE), LinkOption.NOFOLLOW_LINKS)) {
                found.add(entry);
            } else {
                // Its manager died while it made the folder, or while it removed it.
                deleteAll(entry);
            }
        }
        return found;
    }

    /** In the order of their names. */
    private static List<Path> entries(Path folder, String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        }
        Collections.sort(found);
        return found;
    }

    /**
     * Opens one.
     *
     * @throws IOException if its file has no recording of this version
     */
    static SessionFolder open(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + ": not a file");
        }
        try {
            return new SessionFolder(folder, RecordingSpec.read(file).recording());
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** The folder that the programs have theirs in. */
    Path runtime() {
        return path.getParent();
    }

    Path buffer(int id) {
        return path.resolve("buffer-" + id + ".zc");
    }

    Path part(int id) {
        return path.resolve("part-" + id + ".fxt");
    }

    Path progress(int id) {
        return path.resolve("progress-" + id + ".zc");
    }

    static String chunkPrefix(int id) {
        return "chunk-" + id + "-";
    }

    /** Programs that take part, by their ids. */
    List<Integer> ids() throws IOException {
        return entries(path, "progress-*.zc").stream()
                .map(entry -> entry.getFileName().toString().replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty() && digits.length() < 10)
                .map(Integer::valueOf)
                .sorted()
                .toList();
    }

    /** Takes bytes of a file. */
    interface Taker {
        void take(Memory records) throws IOException;
    }

    /** Hands out the saved bytes of the part's file. False if some are missing. */
    boolean eachSaved(int id, long bytes, Taker taker) throws IOException {
        Path file = part(id);
        return bytes == 0
                || (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && take(file, bytes, taker) == bytes);
    }

    /**
     * Passes the saved halves that were kept to the taker, the oldest first.
     *
     * @param savedHalves how many were saved; {@link Long#MAX_VALUE}: not known
     * @return false if one is missing: the oldest alone may have gone for want of room
     */
    boolean eachChunk(int id, long savedHalves, Taker taker) throws IOException {
        boolean isWhole = true;
        long expected = -1;
        // Their numbers have leading zeros.
        for (Path chunk : entries(path, chunkPrefix(id) + "*.zc")) {
            String number =
                    chunk.getFileName().toString().substring(chunkPrefix(id).length());
            long serial =
                    number.matches("\\d{10,18}\\.zc") ? Long.parseLong(number.replace(".zc", "")) : Long.MAX_VALUE;
            if (serial < savedHalves) {
                isWhole &= expected < 0 || serial == expected;
                expected = serial + 1;
                long _ = take(chunk, Long.MAX_VALUE, taker);
            }
        }
        return isWhole && (expected < 0 || savedHalves == Long.MAX_VALUE || expected == savedHalves);
    }

    private static long take(Path file, long bytes, Taker taker) throws IOException {
        try (MemoryScope arena = MemoryScope.confined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long there = Math.min(bytes, channel.size());
            // Nobody else writes there: it may be mapped.
            taker.take(arena.map(channel, FileChannel.MapMode.READ_ONLY, 0, there));
            return there;
        }
    }

    /**
     * Removes what is in the archive: the folder and its files, first the file that marks it.
     *
     * @param isWhole false: another program could not be archived. Only the files of these programs are removed
     */
    void delete(List<Archive.Part> archived, boolean isWhole) throws IOException {
        if (isWhole) {
            Files.deleteIfExists(path.resolve(FILE));
            deleteAll(path);
            return;
        }
        for (Archive.Part each : archived) {
            // A recovery goes by it.
            Files.deleteIfExists(progress(each.id()));
            boolean _ = deleteOwn(path, "*-" + each.id() + ".*");
            boolean _ = deleteOwn(path, chunkPrefix(each.id()) + "*");
        }
    }

    /** Removes the files of a recording, and the folder if nothing else is in it. */
    private static void deleteAll(Path folder) throws IOException {
        if (deleteOwn(folder, "*")) {
            Files.deleteIfExists(folder);
        } else {
            SafeLog.log(LOG, System.Logger.Level.INFO, () -> folder + " is kept: it contains other files");
        }
    }

    /** False if other files match. */
    private static boolean deleteOwn(Path folder, String glob) throws IOException {
        boolean isAll = true;
        for (Path entry : entries(folder, glob)) {
            if (OWN_FILE.matcher(entry.getFileName().toString()).matches()
                    && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(entry);
            } else {
                isAll = false;
            }
        }
        return isAll;
    }
}
