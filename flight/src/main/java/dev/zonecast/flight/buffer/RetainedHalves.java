package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordCheck;
import dev.zonecast.fxt.SkippedRecords;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Halves of one program's streaming buffer that are kept while there is room for them, each in a file. What outlives the records of a
 * half (threads, durations that it leaves open) is remembered when it goes, so that those behind it can be read without it.
 *
 * <p>Thread-safe: another program's session makes room.
 */
public final class RetainedHalves {
    /** A half, and how many bytes it takes. */
    private record Chunk(Path file, long bytes) {}

    private final Path folder;
    private final String prefix;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private final OpenDurations open = new OpenDurations();
    private final CarriedThreads threads = new CarriedThreads();
    private final RecordCheck check;
    private final List<Memory> durable = new ArrayList<>();
    private long serial;
    private long evicted;

    /**
     * No halves yet.
     *
     * @param prefix of the names of their files
     * @param latestNanos no event is later
     */
    public RetainedHalves(Path folder, String prefix, long latestNanos) {
        this.folder = folder;
        this.prefix = prefix;
        check = new RecordCheck(latestNanos);
    }

    /** Takes what the durable part has more than before; it is kept in any case. */
    public synchronized void durable(Memory records) {
        if (records.byteSize() > 0) {
            Memory kept = copy(records.toLongs(), 0, (int) (records.byteSize() / FxtLayout.WORD_BYTES));
            durable.add(kept);
            look(kept);
        }
    }

    /**
     * Keeps a half.
     *
     * @return bytes that it takes
     */
    public synchronized long add(Memory records) throws IOException {
        Path file = folder.resolve(String.format(Locale.ROOT, "%s%010d.zc", prefix, serial++));
        try (FileChannel channel = MappedFile.createPrivate(file)) {
            ByteBuffer bytes = records.asByteBuffer();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            // A part of it would take the room of other halves.
            Files.deleteIfExists(file);
            throw e;
        }
        chunks.add(new Chunk(file, records.byteSize()));
        return records.byteSize();
    }

    /**
     * Lets go of the oldest half; returns the bytes that are free then, 0 if there is none.
     *
     * @throws IOException if its file cannot be removed: the half stays
     */
    public synchronized long evictOldest() throws IOException {
        Chunk oldest = chunks.peek();
        if (oldest == null) {
            return 0;
        }
        Memory records = readable(oldest);
        Files.deleteIfExists(oldest.file);
        chunks.remove();
        if (records != null) {
            look(records);
        }
        open.forgetIdle();
        evicted++;
        return oldest.bytes;
    }

    /** Null if it cannot be read. It must go all the same: else no program has room any more. */
    private static Memory readable(Chunk chunk) {
        try {
            return MappedFile.copy(chunk.file, chunk.bytes);
        } catch (IOException e) {
            return null;
        }
    }

    /** Bytes of the halves that are kept. */
    public synchronized long bytes() {
        return chunks.stream().mapToLong(Chunk::bytes).sum();
    }

    /** Halves that had to go. */
    public synchronized long evicted() {
        return evicted;
    }

    /** Remembers what outlives the records. */
    private void look(Memory records) {
        long limit = records.byteSize();
        long bytes;
        for (long at = 0; at < limit && (bytes = check.bytes(records, at, limit)) != 0; at += bytes) {
            long header = records.getLong(at);
            if (SkippedRecords.kindOf(header) != null) {
                continue;
            }
            RecordKinds.Kind kind = RecordKinds.of(header);
            switch (kind) {
                case THREAD -> {
                    open.thread(records, at, header);
                    boolean ignored = threads.isDurable(records, at, header, false);
                }
                case THREAD_OBJECT, THREAD_BLOB -> threads.describe(kind, records, at, header);
                default -> {
                    if ((header & 15) == FxtLayout.EVENT) {
                        boolean ignored = open.event(records, at, header, at);
                    }
                }
            }
        }
        open.settle(records);
    }

    /** Hands out all that there is, beginning with what is open where the oldest half begins. */
    public synchronized void writeTo(ProviderBuffer.Parts parts) throws IOException {
        for (Memory records : durable) {
            parts.durable(records);
        }
        if (evicted > 0) {
            threads.prologue((words, from, count) -> parts.durable(copy(words, from, count)));
            open.begins((words, from, count) -> parts.durable(copy(words, from, count)));
        }
        for (Chunk chunk : chunks) {
            boolean ignored = parts.half(MappedFile.copy(chunk.file, chunk.bytes));
        }
    }

    /** SavedTrace writes it to a file, which takes bytes. */
    private static Memory copy(long[] words, int from, int count) {
        Memory copy = Memory.ofBuffer(ByteBuffer.allocateDirect(count * FxtLayout.WORD_BYTES));
        Memory.copy(words, from, copy, 0, count);
        return copy;
    }

    /** Removes all files. */
    public synchronized void delete() throws IOException {
        for (Chunk chunk : chunks) {
            Files.deleteIfExists(chunk.file);
        }
        chunks.clear();
    }
}
