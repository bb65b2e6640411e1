package dev.zonecast.flight.buffer;

import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one program keeps in the runtime folder, or has left there. */
public final class ProgramFolder {
    /** Held locked while the program lives: it is right where process ids are not, as in containers. */
    static final String LOCK_FILE = "alive";

    private static final Pattern NAME = Pattern.compile("(\\d{1,19})-(\\d{1,19})");

    private final Path path;

    public ProgramFolder(Path path) {
        this.path = path;
    }

    /** The folder of a program in a runtime folder. */
    public static ProgramFolder of(Path runtime, long pid, long startMillis) {
        return new ProgramFolder(runtime.resolve(pid + "-" + startMillis));
    }

    static boolean hasName(Path folder) {
        return NAME.matcher(folder.getFileName().toString()).matches();
    }

    public Path path() {
        return path;
    }

    /** Process id, by the folder's name; 0 if it has another one. */
    public long pid() {
        return part(1);
    }

    /** Milliseconds since 1970 of the program's start, by the folder's name; 0 if it has another one. */
    public long startMillis() {
        return part(2);
    }

    private long part(int group) {
        Matcher matcher = NAME.matcher(path.getFileName().toString());
        try {
            return matcher.matches() ? Long.parseLong(matcher.group(group)) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** True while the program runs that made it. */
    public boolean isAlive() throws IOException {
        Path lockFile = path.resolve(LOCK_FILE);
        if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    /**
     * True if its program died and left something to recover. Never of one that is about to begin or to end: the state is made behind
     * the lock, and says that the end was good before that is given up.
     */
    public boolean hasDied() throws IOException {
        if (!Files.isRegularFile(path.resolve(ProgramState.FILE), LinkOption.NOFOLLOW_LINKS) || isAlive()) {
            return false;
        }
        try (MemoryScope arena = MemoryScope.confined()) {
            return !ProgramState.read(path.resolve(ProgramState.FILE), arena).hasEndedWell();
        }
    }

    /** True if it is a folder, no link, and has the name of one. */
    boolean isProgramFolder() {
        return hasName(path) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** True if its program had a trace buffer of its own. */
    public boolean hasBuffer() {
        return Files.isRegularFile(path.resolve(ProgramState.FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * True if a manager recorded its program, which is dead, and what is in its rings belongs into an archive that is still to be
     * made: the buffer that it recorded into is there.
     */
    public boolean isOfRecording() {
        Path file = path.resolve(ManagedState.FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (MemoryScope arena = MemoryScope.confined()) {
            ProgramState state = ProgramState.read(file, arena);
            return state.lastCommit().phase() != RecordingPhase.ENDED
                    && !state.output().isEmpty()
                    && Files.isRegularFile(Path.of(state.output()), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | java.nio.file.InvalidPathException e) {
            // It says nonsense, and so nobody wants it.
            return false;
        }
    }

    /** True if its program is dead, and has left nothing that is in no trace. */
    public boolean isOfNoUse() throws IOException {
        return !hasBuffer()
                && Files.isRegularFile(path.resolve(ManagedState.FILE), LinkOption.NOFOLLOW_LINKS)
                && !isAlive()
                && !isOfRecording();
    }

    /** Bytes of its files. */
    public long bytes() throws IOException {
        long sum = 0;
        for (Path file : files()) {
            sum += Files.size(file);
        }
        return sum;
    }

    /** Time of the last change in it: about the death of its program. Milliseconds since 1970. */
    public long lastMillis() throws IOException {
        long last = startMillis();
        for (Path file : files()) {
            last = Math.max(
                    last,
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis());
        }
        return last;
    }

    private List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(entry);
                }
            }
        }
        return found;
    }

    /** True if a program of ours made the folder: by its name, and by what is in it. */
    public boolean isOurs() throws IOException {
        if (!isProgramFolder()) {
            return false;
        }
        for (Path file : files()) {
            if (ProgramFiles.isWritten(file)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Removes the files that the program made, and the folder if nothing else is in it.
     *
     * @return false if other files are in it: they stay, and so does the folder
     * @throws IOException if it is a link or no folder, or a file cannot be removed
     */
    public boolean delete() throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + " is not a folder, or a link to one");
        }
        boolean isEmpty = true;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (ProgramFiles.isOurs(entry)) {
                    Files.deleteIfExists(entry);
                } else {
                    isEmpty = false;
                }
            }
        }
        if (isEmpty) {
            Files.deleteIfExists(path);
        }
        return isEmpty;
    }
}
