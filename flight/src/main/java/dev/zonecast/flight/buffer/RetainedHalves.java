package dev.zonecast.flight.buffer;

import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Halves of one program's streaming buffer that are kept while there is room for them, each in a file. A half begins with the threads
 * and open durations that its records refer to, so the oldest one can be removed.
 *
 * <p>Thread-safe: another program's session makes room.
 */
public final class RetainedHalves {
    /** A half, and how many bytes it takes. */
    private record Chunk(Path file, long bytes) {}

    private final Path folder;
    private final String prefix;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private final List<Memory> durable = new ArrayList<>();
    private long serial;
    private long evicted;

    /**
     * No halves yet.
     *
     * @param prefix of the names of their files
     */
    public RetainedHalves(Path folder, String prefix) {
        this.folder = folder;
        this.prefix = prefix;
    }

    /** Takes what the durable part has more than before; it is kept in any case. */
    public synchronized void durable(Memory records) {
        if (records.byteSize() > 0) {
            Memory kept = MemoryScope.auto().allocate(records.byteSize(), Long.BYTES);
            Memory.copy(records, 0, kept, 0, records.byteSize());
            durable.add(kept);
        }
    }

    /**
     * Keeps a half.
     *
     * @return bytes that it takes
     */
    public synchronized long add(Memory records) throws IOException {
        Path file = folder.resolve(String.format("%s%010d.zc", prefix, serial++));
        try (FileChannel channel = MappedFile.createPrivate(file)) {
            ManagerProtocol.write(channel, records.asByteBuffer());
        }
        chunks.add(new Chunk(file, records.byteSize()));
        return records.byteSize();
    }

    /** Removes the oldest half; returns the bytes that are free then, 0 if there is none. */
    public synchronized long evictOldest() throws IOException {
        Chunk oldest = chunks.poll();
        if (oldest == null) {
            return 0;
        }
        Files.deleteIfExists(oldest.file);
        evicted++;
        return oldest.bytes;
    }

    /** Halves that were removed. */
    public synchronized long evicted() {
        return evicted;
    }

    /** Hands out all that there is. */
    public synchronized void writeTo(ProviderBuffer.Parts parts) throws IOException {
        for (Memory records : durable) {
            parts.durable(records);
        }
        for (Chunk chunk : chunks) {
            boolean _ = parts.half(MappedFile.copy(chunk.file, chunk.bytes));
        }
    }

    /** Removes all files. */
    public synchronized void delete() throws IOException {
        for (Chunk chunk : chunks) {
            Files.deleteIfExists(chunk.file);
        }
        chunks.clear();
    }
}
