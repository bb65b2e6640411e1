package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.MappedFile;
import dev.zonecast.flight.buffer.ProgramFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much of a program's buffer its manager has saved, so that another one can go on if that is killed: a file that only grows, in which
 * the last whole entry counts.
 *
 * <pre>
 *  0 magic u64 | 8 id i32 | 12 bytes of the name i32 | 16 process i64 | 24 the name
 * then, again and again: halves i64 | end of the durable part i64 | bytes of the part i64 | ticks per second i64 | offset of the clock i64
 *  | the program's own folder: process i64, start i64; 0 if it has none
 * </pre>
 */
final class PartProgress implements AutoCloseable {
    private static final long MAGIC = 0x0A32_474F_5250_435AL;
    private static final int HEAD_BYTES = 24;
    private static final int ENTRY_BYTES = 56;
    private static final int MOST_NAME_BYTES = 255 * 3;

    /** Whose it is. */
    record Owner(int id, long pid, String name) {}

    /** What the name of a program's own folder is made of; 0 and 0 if it has none. */
    record OwnFolder(long pid, long startMillis) {
        static final OwnFolder NONE = new OwnFolder(0, 0);

        /** Null if it has none. */
        ProgramFolder in(Path runtime) {
            return pid == 0 ? null : ProgramFolder.of(runtime, pid, startMillis);
        }
    }

    /** How far it came. */
    record Entry(
            long halves, long durableEnd, long partBytes, long ticksPerSecond, long offsetNanos, OwnFolder folder) {}

    /** What a file says. */
    record Left(Owner owner, Entry entry) {}

    private final FileChannel channel;

    /** Makes the file. */
    PartProgress(Path file, Owner owner) throws IOException {
        channel = MappedFile.createPrivate(file);
        byte[] name = owner.name.getBytes(StandardCharsets.UTF_8);
        write(ByteBuffer.allocate(HEAD_BYTES + name.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC)
                .putInt(owner.id)
                .putInt(name.length)
                .putLong(owner.pid)
                .put(name)
                .flip());
    }

    /** What came before this call is in the part's file. */
    void append(Entry entry) throws IOException {
        write(ByteBuffer.allocate(ENTRY_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(entry.halves)
                .putLong(entry.durableEnd)
                .putLong(entry.partBytes)
                .putLong(entry.ticksPerSecond)
                .putLong(entry.offsetNanos)
                .putLong(entry.folder.pid)
                .putLong(entry.folder.startMillis)
                .flip());
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /**
     * Reads what a manager has left.
     *
     * @throws IOException if it says nothing
     */
    static Left read(Path file) throws IOException {
        ByteBuffer b = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        if (b.remaining() < HEAD_BYTES || b.getLong() != MAGIC) {
            throw new IOException(file + " says nothing");
        }
        int id = b.getInt();
        int length = b.getInt();
        long pid = b.getLong();
        if (length < 0 || length > Math.min(MOST_NAME_BYTES, b.remaining())) {
            throw new IOException(file + " says nothing");
        }
        byte[] name = new byte[length];
        b.get(name);
        Entry last = new Entry(0, 0, 0, 0, 0, OwnFolder.NONE);
        while (b.remaining() >= ENTRY_BYTES) {
            last = new Entry(
                    b.getLong(),
                    b.getLong(),
                    b.getLong(),
                    b.getLong(),
                    b.getLong(),
                    new OwnFolder(b.getLong(), b.getLong()));
        }
        return new Left(new Owner(id, pid, new String(name, StandardCharsets.UTF_8)), last);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
