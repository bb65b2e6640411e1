package dev.zonecast.cli.export;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Texts that are too much for the memory, in a file that is gone when this is closed. It is written first and read afterwards, through
 * a mapping: the system keeps as much of it in memory as there is room for. For one thread, but for reading.
 */
final class SpillFile implements Closeable {
    /** As a buffer writes two numbers. */
    private static final ValueLayout.OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Path path;
    private final FileChannel channel;
    /** Shared: once it is sealed, several threads read. */
    private final Arena arena = Arena.ofShared();

    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private MemorySegment mapping;
    private long size;

    SpillFile() throws IOException {
        path = Files.createTempFile("zonecast-export", ".tmp");
        path.toFile().deleteOnExit();
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Appends a number and bytes, and returns where they begin. */
    long append(int number, byte[] bytes) throws IOException {
        long at = size;
        room(2 * Integer.BYTES);
        buffer.putInt(bytes.length).putInt(number);
        for (int done = 0; done < bytes.length; ) {
            room(1);
            int part = Math.min(bytes.length - done, buffer.remaining());
            buffer.put(bytes, done, part);
            done += part;
        }
        size += 2L * Integer.BYTES + bytes.length;
        return at;
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                int _ = channel.write(buffer);
            }
        } catch (IOException e) {
            throw new IOException("temporary file " + path + ": " + e.getMessage(), e);
        }
        buffer.clear();
    }

    /** All is appended: it can be read from now on. */
    void seal() throws IOException {
        flush();
        mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    }

    private long word(long at) {
        return mapping.get(WORD, at);
    }

    /** The number that was appended at a place. */
    int number(long at) {
        return (int) word(at);
    }

    /** The bytes that were appended at a place. */
    byte[] bytes(long at) {
        byte[] bytes = new byte[(int) (word(at) >>> 32)];
        MemorySegment.copy(mapping, JAVA_BYTE, at + 2L * Integer.BYTES, bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        arena.close();
        channel.close();
        Files.deleteIfExists(path);
    }
}
