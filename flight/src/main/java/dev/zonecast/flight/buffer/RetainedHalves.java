package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordCheck;
import dev.zonecast.fxt.SkippedRecords;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Halves of one program's streaming buffer that are kept while there is room for them, each in a file. What a half says that outlives
 * it (threads, durations that it leaves open) is remembered when it goes, so that those behind it can be read without it.
 *
 * <p>Thread-safe: another program's session makes room.
 */
public final class RetainedHalves {
    /** A half, and how many bytes it takes. */
    private record Chunk(Path file, long bytes) {}

    private static final Memory TRACK = Memory.ofArray(ExtensionLayout.TRACK.getBytes(StandardCharsets.UTF_8));

    private final Path folder;
    private final String prefix;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private final OpenDurations open = new OpenDurations();
    private final CarriedThreads threads = new CarriedThreads();

    /** Place of {@link ExtensionLayout#TRACK} in the program's string table; -1 if it is not there. */
    private int trackName = -1;

    private final RecordCheck check;
    private final List<long[]> durable = new ArrayList<>();
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

    /** What the durable part has more than before; it is kept in any case. */
    public synchronized void durable(Memory records) {
        if (records.byteSize() > 0) {
            durable.add(records.toLongs());
            look(records);
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
            ByteBuffer bytes = records.asByteBuffer();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
        chunks.add(new Chunk(file, records.byteSize()));
        return records.byteSize();
    }

    /** Lets go of the oldest half; returns the bytes that are free then, 0 if there is none. */
    public synchronized long evictOldest() throws IOException {
        Chunk oldest = chunks.poll();
        if (oldest == null) {
            return 0;
        }
        try (MemoryScope arena = MemoryScope.confined()) {
            look(read(oldest, arena));
        }
        Files.deleteIfExists(oldest.file);
        open.forgetIdle();
        evicted++;
        return oldest.bytes;
    }

    /** Halves that had to go. */
    public synchronized long evicted() {
        return evicted;
    }

    private static Memory read(Chunk chunk, MemoryScope arena) throws IOException {
        Memory copy = arena.allocate(Math.max(8, chunk.bytes), 8).slice(0, chunk.bytes);
        try (FileChannel channel = FileChannel.open(chunk.file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer into = copy.asByteBuffer();
            while (into.hasRemaining() && channel.read(into) >= 0) {
                // Until all is there.
            }
        }
        return copy;
    }

    /** Remembers what outlives the records. */
    private void look(Memory records) {
        long limit = records.byteSize();
        for (long at = 0; at < limit; ) {
            long bytes = check.bytes(records, at, limit);
            if (bytes == 0) {
                break;
            }
            long header = records.getLong(at);
            int words = (int) (bytes / FxtLayout.WORD_BYTES);
            switch ((int) header & 15) {
                case FxtLayout.STRING -> string(records, at, header);
                case FxtLayout.THREAD -> thread(records, at, header);
                case FxtLayout.KERNEL_OBJECT -> {
                    if (RecordKinds.isOfThread(header)) {
                        threads.object(records, at, words, records.getLong(at + 8));
                    }
                }
                case FxtLayout.BLOB -> {
                    if (((int) (header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF) == trackName) {
                        threads.blob(records, at, words, records.getLong(at + 8) >>> 32);
                    }
                }
                case FxtLayout.EVENT -> {
                    if (SkippedRecords.kindOf(header) == null) {
                        boolean _ = open.event(records, at, header, at);
                    }
                }
                default -> {
                    // Nothing outlives the half.
                }
            }
            at += bytes;
        }
        open.settle(records);
    }

    private void string(Memory records, long at, long header) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        int bytes = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
        if (bytes == TRACK.byteSize()
                && records.slice(at + FxtLayout.WORD_BYTES, bytes).mismatch(TRACK) < 0) {
            trackName = index;
        } else if (index == trackName) {
            trackName = -1;
        }
    }

    private void thread(Memory records, long at, long header) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        open.thread(index, records.getLong(at + 8), records.getLong(at + 16));
        threads.carry(records, at, index);
    }

    /** Hands out all that there is, beginning with what is open where the oldest half begins. */
    public synchronized void writeTo(ProviderBuffer.Parts parts) throws IOException {
        for (long[] words : durable) {
            parts.durable(segment(words, 0, words.length));
        }
        if (evicted > 0) {
            threads.prologue((words, from, count) -> parts.durable(segment(words, from, count)));
            open.begins((words, from, count) -> parts.durable(segment(words, from, count)));
        }
        for (Chunk chunk : chunks) {
            try (MemoryScope arena = MemoryScope.confined()) {
                parts.half(read(chunk, arena));
            }
        }
    }

    private static Memory segment(long[] words, int from, int count) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(count * 8).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(words, from, count);
        return Memory.ofBuffer(bytes);
    }

    /** Removes all files. */
    public synchronized void delete() throws IOException {
        for (Chunk chunk : chunks) {
            Files.deleteIfExists(chunk.file);
        }
        chunks.clear();
    }
}
