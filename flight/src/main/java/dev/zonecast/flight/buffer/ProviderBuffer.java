package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The manager's end of a program's trace buffer. It only reads, and trusts no word: what it reads it copies first, so that the program
 * cannot change it after it has been checked; and it reads as from a file, because a page that the program cuts off a mapped file would
 * take the manager with it. For one thread.
 */
public final class ProviderBuffer implements AutoCloseable {
    private static final int TRIES = 3;
    private static final int HEADER_TRIES = 1000;

    /** Takes copies of the buffer's parts, which are its own: durable first, then halves, the older before the newer. */
    public interface Parts {
        /** What the durable part has more than before. */
        void durable(Memory records) throws IOException;

        /** The records of a half. */
        void half(Memory records) throws IOException;
    }

    /** The buffer's header as it is at a moment. */
    private record Header(long magic, int wrapped, long durableEnd, long end0, long end1, long dropped, long reason) {
        long end(int part) {
            return part == 0 ? end0 : end1;
        }
    }

    private final Path file;
    private final FileChannel channel;
    private final BufferMode mode;
    private final BufferLayout.Sizes sizes;

    /** Halves that have been saved. */
    private long saved;

    private long savedDurableEnd;

    private Header last = new Header(0, 0, 0, 0, 0, 0, 0);
    private boolean cut;

    private ProviderBuffer(Path file, FileChannel channel, BufferMode mode, long bytes) {
        this.file = file;
        this.channel = channel;
        this.mode = mode;
        sizes = BufferLayout.sizes(mode, bytes);
    }

    /** Makes the buffer's file. */
    public static ProviderBuffer create(Path file, BufferMode mode, long bytes) throws IOException {
        try (MemoryScope arena = MemoryScope.shared()) {
            Memory _ = MappedFile.create(file, bytes, arena);
        }
        return new ProviderBuffer(file, open(file), mode, bytes);
    }

    /**
     * A buffer of a manager that is gone.
     *
     * @param saved halves that it has saved
     * @param savedDurableEnd as far as it has saved the durable part
     */
    public static ProviderBuffer left(Path file, BufferMode mode, long bytes, long saved, long savedDurableEnd)
            throws IOException {
        ProviderBuffer left = new ProviderBuffer(file, open(file), mode, bytes);
        left.saved = Math.max(0, saved);
        left.savedDurableEnd = Math.clamp(savedDurableEnd & ~7, 0, left.sizes.durable());
        return left;
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    public Path file() {
        return file;
    }

    public BufferMode mode() {
        return mode;
    }

    /** Halves that have been saved. */
    public long savedHalves() {
        return saved;
    }

    /** As far as the durable part has been saved. */
    public long savedDurableEnd() {
        return savedDurableEnd;
    }

    /** Records that the program says it has dropped. */
    public long dropped() throws IOException {
        return Math.max(0, header().dropped);
    }

    /** Why the program's recording ended by itself; {@link EndReason#ENDED} if it did not. */
    public EndReason endReason() throws IOException {
        Header header = header();
        if (cut) {
            return EndReason.BUFFER_CUT;
        }
        EndReason said = EndReason.of(header.reason);
        boolean isFull = mode == BufferMode.ONESHOT && header.dropped > 0;
        return said.isEarly() || !isFull ? said : EndReason.BUFFER_FULL;
    }

    /** True if something could not be read because the program made the file shorter, or removed its header. */
    public boolean isCut() {
        return cut;
    }

    /**
     * The header, whose ends are those of its wrapped count or later ones; the last known one if the program has cut it off.
     *
     * @throws BufferDamagedException if the count changes all the time, which no program that fills halves can do
     */
    private Header header() throws IOException {
        for (int left = HEADER_TRIES; left > 0; left--) {
            ByteBuffer count = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            long _ = read(count, BufferLayout.WRAPPED_OFFSET);
            // One read has no order within: an old end beside the new count would be that of overwritten records.
            VarHandle.loadLoadFence();
            Header header = readHeader();
            // What is read next is as new as the header.
            VarHandle.loadLoadFence();
            if (cut || header.wrapped == count.getInt(0)) {
                return header;
            }
        }
        throw new BufferDamagedException("a trace buffer whose halves change without end");
    }

    private Header readHeader() throws IOException {
        ByteBuffer b = ByteBuffer.allocate(BufferLayout.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        boolean isWhole = read(b, 0) == BufferLayout.HEADER_BYTES;
        long magic = b.getLong(BufferLayout.MAGIC_OFFSET);
        if (!isWhole || (last.magic == BufferLayout.MAGIC && magic != BufferLayout.MAGIC)) {
            cut = true;
            return last;
        }
        last = new Header(
                magic,
                b.getInt(BufferLayout.WRAPPED_OFFSET),
                b.getLong(BufferLayout.DURABLE_END_OFFSET),
                b.getLong(BufferLayout.ROLLING_END_OFFSET),
                b.getLong(BufferLayout.ROLLING_END_OFFSET + 8),
                b.getLong(BufferLayout.DROPPED_OFFSET),
                b.getLong(BufferLayout.REASON_OFFSET));
        return last;
    }

    /** Reads up to the end of the file; returns the number of bytes read. */
    private long read(ByteBuffer into, long from) throws IOException {
        long at = from;
        while (into.hasRemaining()) {
            int count = channel.read(into, at);
            if (count < 0) {
                break;
            }
            at += count;
        }
        return at - from;
    }

    /** Copies as many bytes, or the whole words that are left of a buffer that the program has cut off. */
    private Memory copy(long from, long bytes, MemoryScope copies) throws IOException {
        Memory copy = copies.allocate(Math.max(8, bytes), 8).slice(0, bytes);
        long step = 1 << 30;
        long there = 0;
        for (long at = 0; at < bytes && there == at; at += step) {
            there += read(copy.slice(at, Math.min(step, bytes - at)).asByteBuffer(), from + at);
        }
        if (there < bytes) {
            cut = true;
        }
        return copy.slice(0, there & -FxtLayout.WORD_BYTES);
    }

    /** The program says that it has begun: from now on its header is there. */
    public void started() throws IOException {
        Header _ = header();
    }

    // --- streaming

    /**
     * Hands out a half that is full, and what the durable part has more than before.
     *
     * @param wrapped as the program says
     * @param durableEnd as the program says
     * @throws BufferDamagedException if that breaks the protocol: the program's session ends
     */
    public void save(long wrapped, long durableEnd, Parts parts) throws IOException {
        require(mode == BufferMode.STREAMING, "a half to be saved in mode " + mode);
        require(wrapped == (saved & 0xFFFF_FFFFL), "half " + wrapped + " to be saved, not " + saved);
        require(
                (durableEnd & 7) == 0 && durableEnd >= savedDurableEnd && durableEnd <= sizes.durable(),
                "a durable part that ends at " + durableEnd);
        int part = (int) wrapped & 1;
        try (MemoryScope copies = MemoryScope.confined()) {
            Memory half = half(part, filled(header().end(part)), copies);
            parts.durable(durable(savedDurableEnd, durableEnd, copies));
            parts.half(half);
        }
        savedDurableEnd = durableEnd;
        saved++;
    }

    private static void require(boolean holds, String otherwise) throws BufferDamagedException {
        if (!holds) {
            throw new BufferDamagedException("the program says " + otherwise);
        }
    }

    // --- the rest

    /** Hands out what has not been saved yet, and leaves it as it is. The program may write during the call. */
    public void rest(Parts parts) throws IOException {
        for (int left = TRIES; left > 0; left--) {
            Header before = header();
            if (before.magic != BufferLayout.MAGIC) {
                return;
            }
            try (MemoryScope copies = MemoryScope.confined()) {
                int newest = newest(before.wrapped);
                Memory older = hasOlder(before.wrapped, newest)
                        ? half(1 - newest, filled(before.end(1 - newest)), copies)
                        : null;
                long end = before.end(newest);
                // End position 0 means none was published: the earlier content is of no use.
                boolean isUnsaid = end == 0 && before.wrapped >= 0 && before.wrapped < 2;
                Memory newer = half(newest, end == 0 && !isUnsaid ? 0 : filled(end), copies);
                // The copies are made before the count is read again.
                VarHandle.loadLoadFence();
                Header after = header();
                if (after.wrapped != before.wrapped && left > 1) {
                    continue;
                }
                parts.durable(durable(savedDurableEnd, durableEnd(after), copies));
                int turns = after.wrapped - before.wrapped;
                if (older != null && turns == 0) {
                    parts.half(older);
                }
                if (turns == 0 || turns == 1) {
                    parts.half(newer);
                }
                return;
            }
        }
    }

    /** The half that was written last. A count that cannot be is that of a program which is to blame itself. */
    private int newest(int wrapped) {
        return switch (mode) {
            case ONESHOT -> 0;
            case CIRCULAR -> wrapped & 1;
            case STREAMING -> (int) (wrapped == (int) saved + 1 ? saved + 1 : saved) & 1;
        };
    }

    /** Of a streaming buffer, one that is full and has not been asked to be saved. */
    private boolean hasOlder(int wrapped, int newest) {
        return switch (mode) {
            case ONESHOT -> false;
            case CIRCULAR -> wrapped != 0;
            case STREAMING -> newest != ((int) saved & 1);
        };
    }

    /**
     * True if the rings that a dead program left go on where its last commit ends: nothing behind that has been saved, and the
     * recording had not ended for want of room.
     */
    public boolean goesOn(DeadRings left) throws IOException {
        if (left.isBeforeFirstCommit()) {
            return saved == 0 && savedDurableEnd == 0;
        }
        boolean full = mode == BufferMode.ONESHOT && header().dropped > 0;
        return !full && (mode != BufferMode.STREAMING || left.commit().wrapped() - (int) saved >= 0);
    }

    /** As {@link #rest}, up to the last commit of a program that is dead: what comes behind it is in its rings as well. */
    public void until(DeadRings left, Parts parts) throws IOException {
        ProgramState.Commit commit = left.commit();
        if (left.isBeforeFirstCommit()) {
            return;
        }
        Header header = header();
        int wrapped = commit.wrapped();
        long durableEnd = commit.durableEnd();
        long rollingEnd = commit.rollingEnd();
        int part = mode == BufferMode.ONESHOT ? 0 : wrapped & 1;
        // What is further ahead has overwritten what was committed.
        boolean isThere = mode != BufferMode.CIRCULAR || header.wrapped - wrapped <= 1;
        try (MemoryScope copies = MemoryScope.confined()) {
            long possible = Math.clamp(durableEnd & ~7, savedDurableEnd, sizes.durable());
            parts.durable(durable(savedDurableEnd, possible, copies));
            boolean older = (mode == BufferMode.CIRCULAR && wrapped > 0 && header.wrapped == wrapped)
                    || (mode == BufferMode.STREAMING && wrapped == (int) saved + 1);
            if (older) {
                parts.half(half(1 - part, filled(header.end(1 - part)), copies));
            }
            if (isThere) {
                parts.half(half(part, Math.clamp(rollingEnd & ~7, 0, sizes.rolling()), copies));
            }
        }
    }

    private long durableEnd(Header header) {
        long said = header.durableEnd;
        boolean possible = (said & 7) == 0 && said >= savedDurableEnd && said <= sizes.durable();
        // What is zero there says where it ends.
        return possible && said != 0 ? said : sizes.durable();
    }

    private Memory durable(long from, long end, MemoryScope copies) throws IOException {
        return copy(BufferLayout.HEADER_BYTES + from, end - from, copies);
    }

    /** Bytes of a half that are worth a look: damaged records are detected. */
    private long filled(long said) {
        return said <= 0 || said > sizes.rolling() ? sizes.rolling() : said & ~7;
    }

    private Memory half(int part, long bytes, MemoryScope copies) throws IOException {
        return copy(BufferLayout.HEADER_BYTES + sizes.durable() + part * sizes.rolling(), bytes, copies);
    }

    /** Waits until the program writes there no more: {@link #hold} marks it. False if that took too long. */
    public boolean awaitReleased(long limitNanos) throws IOException {
        long deadline = System.nanoTime() + limitNanos;
        while (true) {
            try (var lock = channel.tryLock()) {
                if (lock != null) {
                    return true;
                }
            } catch (java.nio.channels.OverlappingFileLockException e) {
                // Held by this process: a program that is its own manager.
            }
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        }
    }

    /**
     * The program's word that it writes into a buffer, until what is returned is closed or the program dies.
     *
     * @return null if that cannot be said
     */
    public static FileChannel hold(Path file) throws IOException {
        FileChannel held = open(file);
        try {
            if (held.tryLock() != null) {
                return held;
            }
        } catch (IOException | java.nio.channels.OverlappingFileLockException e) {
            // The manager goes by the connection alone then.
        }
        held.close();
        return null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Closes it, and removes the file. */
    public void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }

    /** Bytes of a half. */
    public long halfBytes() {
        return sizes.rolling();
    }
}
