package dev.zonecast.flight.buffer;

import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that are memory: what a thread writes there is in the file whatever happens to the process. */
public final class MappedFile {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final FileAttribute<?>[] NONE = {};

    private MappedFile() {}

    /**
     * Makes a file of zeros for the owner alone, and maps it for the life of an arena. The zeros are written, not left out: a file
     * with holes would take its room when a thread of the program writes there, and where there is none that thread would die of it.
     *
     * @throws IOException if it exists, or there is no room
     */
    public static Memory create(Path file, long bytes, MemoryScope arena) throws IOException {
        // One that exists is not ours to remove.
        FileChannel made = createPrivate(file);
        try (made) {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(BLOCK_BYTES, bytes));
            for (long at = 0; at < bytes; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
                at += made.write(zeros, at);
            }
            Memory mapped = arena.map(made, FileChannel.MapMode.READ_WRITE, 0, bytes);
            // Page by page, here and now, not in a frame of the program.
            mapped.load();
            return mapped;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        } catch (OutOfMemoryError e) {
            Files.deleteIfExists(file);
            throw new IOException("no memory to map " + file, e);
        }
    }

    /** Makes a new file for the owner alone. */
    public static FileChannel createPrivate(Path file) throws IOException {
        Set<OpenOption> options = Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        FileAttribute<?>[] attributes = RuntimeFolder.isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : NONE;
        return FileChannel.open(file, options, attributes);
    }

    /**
     * Maps a file that is there, to be read.
     *
     * @throws IOException if it is a link or no file
     */
    public static Memory read(Path file, MemoryScope arena) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is not a file");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return arena.map(channel, FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }

    /**
     * Copies a file of another process, which may change or cut it at any time: the copy stays as it was read.
     *
     * @param mostBytes no file of its kind is larger
     * @throws IOException if it is a link, no file, or too large
     */
    static Memory copy(Path file, long mostBytes, MemoryScope arena) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is not a file");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long bytes = channel.size();
            if (bytes > mostBytes) {
                throw new BufferDamagedException(file + " has " + bytes + " bytes, more than there can be");
            }
            Memory copy = arena.allocate(Math.max(8, bytes), 64).slice(0, bytes);
            read(channel, 0, copy);
            return copy;
        }
    }

    /**
     * Reads what is in a file from a place on.
     *
     * @throws BufferDamagedException if it is shorter
     */
    static void read(FileChannel channel, long from, Memory into) throws IOException {
        long at = 0;
        while (at < into.byteSize()) {
            long step = Math.min(1 << 30, into.byteSize() - at);
            int count = channel.read(into.slice(at, step).asByteBuffer(), from + at);
            if (count < 0) {
                throw new BufferDamagedException("a file that was cut");
            }
            at += count;
        }
    }

    /** Maps another process's file, to be written. */
    public static Memory write(Path file, MemoryScope arena) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return arena.map(channel, FileChannel.MapMode.READ_WRITE, 0, channel.size());
        }
    }
}
