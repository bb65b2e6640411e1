package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.RecordSize;
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
     * Makes a file of zeros for the owner alone, and maps it. The zeros are written, not left out: a file with holes would take its room
     * when a thread of the program writes there, and where there is none that thread would die of it.
     *
     * @throws IOException if it exists, there is no room, or it is too large to be mapped at once
     */
    public static Memory create(Path file, long bytes, MemoryScope scope) throws IOException {
        if (bytes > MemoryScope.mostMappedBytes()) {
            throw new IOException("Java " + Runtime.version().feature() + " maps at most "
                    + MemoryScope.mostMappedBytes() + " bytes of a file, not " + bytes);
        }
        // One that exists is not ours to remove.
        FileChannel made = createPrivate(file);
        try (made) {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(BLOCK_BYTES, bytes));
            for (long at = 0; at < bytes; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
                at += made.write(zeros, at);
            }
            Memory mapped = scope.map(made, FileChannel.MapMode.READ_WRITE, 0, bytes);
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
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(RuntimeFolder.OWNER_FILE)}
                : NONE;
        return FileChannel.open(file, options, attributes);
    }

    /**
     * Copies a file of another process, which may change or cut it at any time: the copy stays as it was read.
     *
     * @param mostBytes no file of its kind is larger
     * @throws IOException if it is a link, no file, or too large
     */
    static Memory copy(Path file, long mostBytes) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is not a file");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long bytes = channel.size();
            if (bytes > mostBytes) {
                throw new BufferDamagedException(file + " has " + bytes + " bytes, more than there can be");
            }
            Memory copy = MemoryScope.auto().allocate(Math.max(8, bytes), 64);
            return copy.slice(0, read(channel, 0, copy.slice(0, bytes)));
        }
    }

    /** Takes a piece of a file; false: no more is wanted. */
    interface Pieces {
        boolean take(Memory piece) throws IOException;
    }

    /**
     * Reads records from a place of a file on, in pieces that end with whole ones.
     *
     * @param scope of the pieces; null: each is valid during its call
     * @return false if the file is shorter
     */
    static boolean pieces(
            FileChannel file, long from, long bytes, long mostPieceBytes, MemoryScope scope, Pieces pieces)
            throws IOException {
        long at = 0;
        boolean goesOn;
        do {
            long wanted = Math.min(mostPieceBytes, bytes - at);
            try (MemoryScope own = scope == null ? MemoryScope.confined() : null) {
                Memory piece = (scope == null ? own : scope).allocate(wanted, Long.BYTES);
                long there = read(file, from + at, piece) & -Long.BYTES;
                long whole = there == wanted && at + wanted < bytes ? wholeRecords(piece) : there;
                goesOn = pieces.take(piece.slice(0, whole));
                if (there < wanted) {
                    return false;
                }
                at += whole;
            }
        } while (goesOn && at < bytes);
        return true;
    }

    /** Bytes of a piece up to the end of its last whole record. */
    private static long wholeRecords(Memory piece) {
        long at = 0;
        long bytes;
        while (at < piece.byteSize()
                && (bytes = RecordSize.bytes(piece.getLong(at))) != 0
                && at + bytes <= piece.byteSize()) {
            at += bytes;
        }
        // A half that is being overwritten holds anything; nothing of it is used.
        return at == 0 ? piece.byteSize() : at;
    }

    /** Reads from a place of a file on; returns the number of bytes read, which is less than asked for at the file's end. */
    static long read(FileChannel channel, long from, Memory into) throws IOException {
        long at = 0;
        while (at < into.byteSize()) {
            long step = Math.min(1 << 30, into.byteSize() - at);
            int count = channel.read(into.slice(at, step).asByteBuffer(), from + at);
            if (count < 0) {
                break;
            }
            at += count;
        }
        return at;
    }
}
