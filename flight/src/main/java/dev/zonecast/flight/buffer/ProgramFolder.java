package dev.zonecast.flight.buffer;

import dev.zonecast.core.disk.HeldFiles;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one program keeps in the runtime folder, or has left there. */
public final class ProgramFolder {
    /** Held locked while the program lives: it is right where process ids are not, as in containers. */
    static final String LOCK_FILE = "alive";

    private static final Pattern NAME = Pattern.compile("(\\d{1,19})-(\\d{1,19})");

    /** In place of the number in the name of a file; no file name has it. */
    private static final String NUMBER = "/";

    /** First words of the program's files, by name. */
    private static final Map<String, Long> MAGICS = Map.of(
            ProgramState.FILE,
            ProgramState.MAGIC,
            ProgramState.MANAGED_FILE,
            ProgramState.MAGIC,
            ProgramBuffer.BUFFER_FILE,
            BufferLayout.MAGIC,
            NameJournal.FILE_PREFIX + NUMBER,
            NameJournal.MAGIC,
            MappedRings.FILE_PREFIX + NUMBER,
            RingLayout.MAGIC);

    private final Path path;

    public ProgramFolder(Path path) {
        this.path = path;
    }

    /** The folder of a program in a runtime folder. */
    public static ProgramFolder of(Path runtime, long pid, long startMillis) {
        return new ProgramFolder(runtime.resolve(pid + "-" + startMillis));
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
        if (!isFile(lockFile)) {
            return false;
        }
        return isLocked(lockFile);
    }

    /**
     * One at a time, and with a shared lock: two that look at once, in this process or in two, would take each other for the program, and
     * what is in its rings would be left out.
     */
    private static synchronized boolean isLocked(Path lockFile) throws IOException {
        if (HeldFiles.has(lockFile)) {
            return true;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            // Of this process, by another class loader.
            return true;
        }
    }

    /**
     * True if its program died and left something to recover. Never of one that is about to begin or to end: the state is made behind
     * the lock, and says that the end was good before that is given up.
     */
    public boolean hasDied() throws IOException {
        return hasBuffer()
                && !isAlive()
                && !ProgramState.read(path.resolve(ProgramState.FILE)).hasEndedWell();
    }

    /**
     * True if its program died, and a file is what was saved of its streaming buffer.
     *
     * @param file by its name
     * @param content open for reading
     */
    boolean hasStreamed(Path file, FileChannel content) {
        try {
            if (!hasDied()) {
                return false;
            }
            ProgramState state = ProgramState.read(path.resolve(ProgramState.FILE));
            return state.output().equals(file.toAbsolutePath().toString())
                    && new StreamedFile(path, state).isIn(content);
        } catch (IOException e) {
            // It is damaged, or is just being removed.
            return false;
        }
    }

    /** True if it is a folder, no link, and has the name of one. */
    boolean isProgramFolder() {
        return NAME.matcher(path.getFileName().toString()).matches()
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** True if its program had a trace buffer of its own. */
    public boolean hasBuffer() {
        return isFile(path.resolve(ProgramState.FILE));
    }

    private static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * True if a manager recorded its program, which is dead, and what is in its rings belongs into an archive that is still to be
     * made: the buffer that it recorded into is there.
     */
    public boolean isOfRecording() {
        Path file = path.resolve(ProgramState.MANAGED_FILE);
        try {
            ProgramState state = isFile(file) ? ProgramState.read(file) : null;
            return state != null
                    && state.lastCommit().phase() != ProgramState.Phase.ENDED
                    && !state.output().isEmpty()
                    && isFile(Path.of(state.output()));
        } catch (IOException | InvalidPathException e) {
            // It is damaged.
            return false;
        }
    }

    /** True if its program is dead, and has left nothing that is in no trace. */
    public boolean isOfNoUse() throws IOException {
        return !hasBuffer() && isFile(path.resolve(ProgramState.MANAGED_FILE)) && !isAlive() && !isOfRecording();
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
                if (isFile(entry)) {
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
            if (magic(file) != 0 && firstWord(file) == magic(file)) {
                return true;
            }
        }
        return false;
    }

    /** True if a program of ours made the file; it may have died before it wrote to it. */
    private static boolean isOurs(Path file) throws IOException {
        if (!isFile(file)) {
            return false;
        }
        if (file.getFileName().toString().equals(LOCK_FILE)) {
            return Files.size(file) == 0;
        }
        long magic = magic(file);
        return magic != 0 && (firstWord(file) == 0 || firstWord(file) == magic);
    }

    /** First word of the files of that name; 0: no file of a program has it. */
    private static long magic(Path file) {
        String name = file.getFileName().toString();
        return MAGICS.getOrDefault(name.replaceFirst("-\\d{1,9}\\.zc$", "-" + NUMBER), 0L);
    }

    /** 0 if there is none. */
    private static long firstWord(Path file) throws IOException {
        Memory word = Memory.ofBuffer(ByteBuffer.allocateDirect(Long.BYTES));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long ignored = MappedFile.read(channel, 0, word);
        }
        return word.getLong(0);
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
                if (isOurs(entry)) {
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
