package dev.zonecast.core.buffer;

import dev.zonecast.core.BufferMode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The manager's end of a program's trace buffer. It trusts no word in it: what it reads it copies first, so that the program cannot
 * change it after it has been checked. For one thread.
 */
public final class ProviderBuffer implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final Path file;
    private final MemorySegment whole;
    private final BufferMode mode;
    private final BufferLayout.Sizes sizes;

    /** Halves that have been saved. */
    private long saved;

    private long savedDurableEnd;

    /** Makes the buffer's file. */
    public ProviderBuffer(Path file, BufferMode mode, long bytes) throws IOException {
        this.file = file;
        this.mode = mode;
        sizes = BufferLayout.sizes(mode, bytes);
        try {
            whole = MappedFile.create(file, bytes, arena);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    public Path file() {
        return file;
    }

    public BufferMode mode() {
        return mode;
    }

    /** Records that the program says it has dropped. */
    public long dropped() {
        return Math.max(0, whole.get(BufferMemory.WORD, BufferLayout.DROPPED_OFFSET));
    }

    /**
     * Appends a half that is full, and what the durable part has more than before.
     *
     * @param wrapped as the program says
     * @param durableEnd as the program says
     * @throws BufferDamagedException if that breaks the protocol: the program's session ends
     */
    public void save(long wrapped, long durableEnd, SavedTrace trace) throws IOException {
        require(mode == BufferMode.STREAMING, "a half to be saved in mode " + mode);
        require(wrapped == saved, "half " + wrapped + " to be saved, not " + saved);
        require(
                (durableEnd & 7) == 0 && durableEnd >= savedDurableEnd && durableEnd <= sizes.durable(),
                "a durable part that ends at " + durableEnd);
        durable(savedDurableEnd, durableEnd, trace);
        savedDurableEnd = durableEnd;
        half((int) wrapped & 1, trace);
        saved++;
    }

    private static void require(boolean holds, String otherwise) throws BufferDamagedException {
        if (!holds) {
            throw new BufferDamagedException("the program says " + otherwise);
        }
    }

    private void durable(long from, long end, SavedTrace trace) throws IOException {
        try (Arena copies = Arena.ofConfined()) {
            MemorySegment copy = copy(BufferLayout.HEADER_BYTES + from, end - from, copies);
            trace.durable(copy, 0, copy.byteSize());
        }
    }

    private void half(int part, SavedTrace trace) throws IOException {
        long said = whole.get(BufferMemory.WORD, BufferLayout.ROLLING_END_OFFSET + 8L * part);
        // A program that died may not have said how far it came; its records do.
        long end = said <= 0 || said > sizes.rolling() ? sizes.rolling() : said & ~7;
        try (Arena copies = Arena.ofConfined()) {
            MemorySegment copy =
                    copy(BufferLayout.HEADER_BYTES + sizes.durable() + part * sizes.rolling(), end, copies);
            trace.half(copy, end);
        }
    }

    private MemorySegment copy(long from, long bytes, Arena copies) {
        MemorySegment copy = copies.allocate(Math.max(8, bytes), 8).asSlice(0, bytes);
        MemorySegment.copy(whole, from, copy, 0, bytes);
        return copy;
    }

    /** Appends what has not been saved yet, and leaves it as it is. */
    public void rest(SavedTrace trace) throws IOException {
        if (whole.get(BufferMemory.WORD, BufferLayout.MAGIC_OFFSET) != BufferLayout.MAGIC) {
            return;
        }
        long said = whole.get(BufferMemory.WORD, BufferLayout.DURABLE_END_OFFSET);
        boolean possible = (said & 7) == 0 && said >= savedDurableEnd && said <= sizes.durable();
        durable(savedDurableEnd, possible ? said : sizes.durable(), trace);
        int wrapped = whole.get(
                java.lang.foreign.ValueLayout.JAVA_INT.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN),
                BufferLayout.WRAPPED_OFFSET);
        if (mode == BufferMode.STREAMING) {
            half((int) saved & 1, trace);
        } else if (mode == BufferMode.ONESHOT) {
            half(0, trace);
        } else {
            if (wrapped != 0) {
                half(1 - (wrapped & 1), trace);
            }
            half(wrapped & 1, trace);
        }
    }

    /** Removes the file. */
    @Override
    public void close() throws IOException {
        arena.close();
        Files.deleteIfExists(file);
    }
}
