package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The reader's end of a trace buffer, whose program may live. It trusts no word: it copies what it reads first, so that the program
 * cannot change it after it has been checked; and it reads as from a file, because a page that the program cuts off a mapped file would
 * take the reader with it. For one thread.
 */
public final class ProviderBuffer implements AutoCloseable {
    private static final int TRIES = 3;
    private static final int HEADER_TRIES = 1000;
    private static final long PAUSE_NANOS = 5_000_000;

    /**
     * Size of the pieces of this process's own buffer. A thread that fills memory does not come to a safepoint, and all
     * threads that the JVM wants to stop (for a garbage collection) wait for it: some microseconds, not the tens of milliseconds that
     * a half takes.
     */
    private static final long PIECE_BYTES = 64 << 10;

    private static final long DEAD_PIECE_BYTES = 1 << 20;

    /** Takes copies of the buffer's parts, which are its own: durable first, then halves, the older before the newer. */
    public interface Parts {
        /** What the durable part has more than before. */
        void durable(Memory records) throws IOException;

        /** The records of a half, or a piece of them. False: no further piece of the half is wanted. */
        boolean half(Memory records) throws IOException;
    }

    private final Path file;
    private final FileChannel channel;
    private final BufferMode mode;
    private final BufferLayout.Sizes sizes;
    private final long pieceBytes;

    /** Halves that have been saved. */
    private long saved;

    private long savedDurableEnd;

    /** The header as it was last read. */
    private Memory last = newHeader();

    private boolean cut;

    private ProviderBuffer(Path file, FileChannel channel, BufferMode mode, long bytes, long pieceBytes) {
        this.file = file;
        this.channel = channel;
        this.mode = mode;
        this.pieceBytes = pieceBytes;
        sizes = BufferLayout.sizes(mode, bytes);
    }

    /** Makes the buffer's file. */
    public static ProviderBuffer create(Path file, BufferMode mode, long bytes) throws IOException {
        try (MemoryScope scope = MemoryScope.shared()) {
            Memory ignored = MappedFile.create(file, bytes, scope);
        }
        return left(file, mode, bytes, 0, 0);
    }

    /**
     * A buffer of a manager that is gone.
     *
     * @param saved halves that it has saved
     * @param savedDurableEnd end of the saved durable part
     */
    public static ProviderBuffer left(Path file, BufferMode mode, long bytes, long saved, long savedDurableEnd)
            throws IOException {
        ProviderBuffer left = new ProviderBuffer(file, openToLock(file), mode, bytes, Long.MAX_VALUE);
        left.saved = Math.max(0, saved);
        left.savedDurableEnd = Math.clamp(savedDurableEnd & ~7, 0, left.sizes.durable());
        return left;
    }

    /** This process's own buffer. */
    static ProviderBuffer own(Path file, BufferMode mode, long bytes) throws IOException {
        return new ProviderBuffer(file, FileChannel.open(file, StandardOpenOption.READ), mode, bytes, PIECE_BYTES);
    }

    /**
     * The buffer of a dead program.
     *
     * @throws BufferDamagedException if its header does not fit a buffer of this size
     */
    static ProviderBuffer ofDead(Path file, ProgramState.Saved saved) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            long bytes = channel.size();
            Memory header = newHeader();
            long read = MappedFile.read(channel, 0, header);
            int code = header.getByte(BufferLayout.MODE_OFFSET);
            BufferMode[] modes = BufferMode.values();
            require(
                    read == BufferLayout.HEADER_BYTES && bytes >= BufferLayout.LEAST_BYTES && hasMagic(header),
                    file + " is no trace buffer");
            require(code >= 0 && code < modes.length, file + " is a trace buffer of mode " + code);
            Memory expected = newHeader();
            BufferLayout.begin(expected, modes[code], bytes);
            expected.setLong(BufferLayout.MAGIC_OFFSET, BufferLayout.MAGIC);
            expected.setInt(BufferLayout.WRAPPED_OFFSET, header.getInt(BufferLayout.WRAPPED_OFFSET));
            require(
                    header.slice(0, BufferLayout.DURABLE_END_OFFSET)
                                    .mismatch(expected.slice(0, BufferLayout.DURABLE_END_OFFSET))
                            < 0,
                    file + " is a trace buffer of another version or size");
            ProviderBuffer left = new ProviderBuffer(file, channel, modes[code], bytes, DEAD_PIECE_BYTES);
            left.saved = Math.max(0, saved.halves());
            left.savedDurableEnd = Math.clamp(saved.durableEnd() & ~7, 0, left.sizes.durable());
            return left;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel openToLock(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    private static Memory newHeader() {
        return MemoryScope.auto().allocate(BufferLayout.HEADER_BYTES, Long.BYTES);
    }

    public Path file() {
        return file;
    }

    BufferMode mode() {
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

    /** Records that the program has dropped, by its own count. */
    public long dropped() throws IOException {
        return Math.max(0, header().getLong(BufferLayout.DROPPED_OFFSET));
    }

    /** When the program was last seen after recording had ended by itself, in the time of the recording; 0: never. */
    long seenNanos() throws IOException {
        return Math.max(0, header().getLong(BufferLayout.SEEN_OFFSET));
    }

    /** Why the program's recording ended by itself; {@link EndReason#ENDED} if it did not. */
    public EndReason endReason() throws IOException {
        EndReason noted = EndReason.of(header().getLong(BufferLayout.REASON_OFFSET));
        if (cut) {
            return EndReason.BUFFER_CUT;
        }
        return noted.isEarly() || !isFull() ? noted : EndReason.BUFFER_FULL;
    }

    /** True if the buffer was full, which has ended the recording. */
    boolean isFull() throws IOException {
        return mode == BufferMode.ONESHOT && dropped() > 0;
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
    private Memory header() throws IOException {
        for (int left = HEADER_TRIES; left > 0; left--) {
            int wrapped = wrapped(readHeader());
            // One read has no order within: an old end with a new count would point to overwritten records.
            VarHandle.loadLoadFence();
            Memory header = readHeader();
            // What is read next is as new as the header.
            VarHandle.loadLoadFence();
            if (cut || wrapped(header) == wrapped) {
                return header;
            }
        }
        throw new BufferDamagedException("a trace buffer whose halves change without end");
    }

    private Memory readHeader() throws IOException {
        Memory header = newHeader();
        boolean isWhole = MappedFile.read(channel, 0, header) == BufferLayout.HEADER_BYTES;
        if (!isWhole || (hasMagic(last) && !hasMagic(header))) {
            cut = true;
        } else {
            last = header;
        }
        return last;
    }

    private static boolean hasMagic(Memory header) {
        return header.getLong(BufferLayout.MAGIC_OFFSET) == BufferLayout.MAGIC;
    }

    private static int wrapped(Memory header) {
        return header.getInt(BufferLayout.WRAPPED_OFFSET);
    }

    /** Copies as many bytes, or the whole words that are left of a buffer that the program has cut off. */
    private List<Memory> copy(long from, long bytes, MemoryScope copies) throws IOException {
        List<Memory> pieces = new ArrayList<>();
        cut |= !MappedFile.pieces(channel, from, bytes, pieceBytes, copies, pieces::add);
        return pieces;
    }

    /** The program has begun: from now on its header is there. */
    public void started() throws IOException {
        Memory ignored = header();
    }

    // --- streaming

    /**
     * Hands out a half that is full, and what the durable part has more than before.
     *
     * @param wrapped as the program sends it
     * @param durableEnd as the program sends it
     * @throws BufferDamagedException if that breaks the protocol: the program's session ends
     */
    public void save(long wrapped, long durableEnd, Parts parts) throws IOException {
        require(mode == BufferMode.STREAMING, "the program asks to save a half in mode " + mode);
        require(wrapped == (saved & 0xFFFF_FFFFL), "the program asks to save half " + wrapped + ", not " + saved);
        require(
                (durableEnd & 7) == 0 && durableEnd >= savedDurableEnd && durableEnd <= sizes.durable(),
                "the program has a durable part that ends at " + durableEnd);
        int part = (int) wrapped & 1;
        try (MemoryScope copies = MemoryScope.confined()) {
            List<Memory> half = half(part, filled(header(), part), copies);
            durable(durableEnd, parts);
            halves(half, parts);
        }
        savedDurableEnd = durableEnd;
        saved++;
    }

    private static void require(boolean holds, String otherwise) throws BufferDamagedException {
        if (!holds) {
            throw new BufferDamagedException(otherwise);
        }
    }

    // --- the rest

    /** Hands out what has not been saved yet, and leaves it as it is. The program may write during the call. */
    public void rest(Parts parts) throws IOException {
        for (int left = TRIES; ; left--) {
            Memory before = header();
            if (!hasMagic(before)) {
                return;
            }
            int wrapped = wrapped(before);
            // Of a streaming buffer: a half is full and has not been asked to be saved.
            boolean isAhead = mode == BufferMode.STREAMING && wrapped == (int) saved + 1;
            // An impossible count is the program's own fault. It damages this program's trace only.
            long count = mode == BufferMode.STREAMING ? saved + (isAhead ? 1 : 0) : wrapped;
            int newest = mode == BufferMode.ONESHOT ? 0 : (int) count & 1;
            boolean hasOlder = isAhead || (mode == BufferMode.CIRCULAR && wrapped != 0);
            try (MemoryScope copies = MemoryScope.confined()) {
                List<Memory> older = hasOlder ? half(1 - newest, filled(before, 1 - newest), copies) : List.of();
                // No end was published: the earlier content is of no use.
                long end = before.getLong(BufferLayout.rollingEnd(newest));
                boolean isUnsaid = wrapped >= 0 && wrapped < 2;
                boolean isEmpty = !isUnsaid && (end == 0 || (end & BufferLayout.GIVEN_UP) != 0);
                List<Memory> newer = half(newest, isEmpty ? 0 : filled(before, newest), copies);
                // The copies are made before the count is read again.
                VarHandle.loadLoadFence();
                Memory after = header();
                int turns = wrapped(after) - wrapped;
                if (turns != 0 && left > 1) {
                    continue;
                }
                durable(durableEnd(after), parts);
                if (turns == 0) {
                    halves(older, parts);
                }
                if (turns == 0 || turns == 1) {
                    halves(newer, parts);
                }
                return;
            }
        }
    }

    /** Bytes of published records that are not saved. */
    public long unsavedBytes() throws IOException {
        Memory header = header();
        if (!hasMagic(header)) {
            return 0;
        }
        int wrapped = wrapped(header);
        boolean hasOlder = mode == BufferMode.CIRCULAR || (mode == BufferMode.STREAMING && wrapped == (int) saved + 1);
        int newest = mode == BufferMode.ONESHOT ? 0 : wrapped & 1;
        return Math.max(0, header.getLong(BufferLayout.DURABLE_END_OFFSET) - savedDurableEnd)
                + published(header, newest)
                + (hasOlder ? published(header, 1 - newest) : 0);
    }

    private long published(Memory header, int part) {
        return Math.clamp(header.getLong(BufferLayout.rollingEnd(part)), 0, sizes.rolling()) & ~7;
    }

    /**
     * True if the rings that a dead program left go on where its last commit ends: nothing behind that has been saved, and the
     * recording had not ended for want of room.
     */
    public boolean goesOn(DeadRings left) throws IOException {
        if (left.isBeforeFirstCommit()) {
            return saved == 0 && savedDurableEnd == 0;
        }
        return !isFull() && (mode != BufferMode.STREAMING || left.commit().wrapped() - (int) saved >= 0);
    }

    /**
     * As {@link #rest(Parts)}, but up to the last commit of a program that is dead: what comes behind it is in its rings as well.
     *
     * @param left null: there are no rings that go on
     */
    public void rest(DeadRings left, Parts parts) throws IOException {
        if (left == null) {
            rest(parts);
        } else if (!left.isBeforeFirstCommit()) {
            until(left.commit(), parts);
        }
    }

    void until(ProgramState.Commit commit, Parts parts) throws IOException {
        Memory header = header();
        int wrapped = commit.wrapped();
        int ahead = wrapped(header) - wrapped;
        int part = mode == BufferMode.ONESHOT ? 0 : wrapped & 1;
        durable(Math.clamp(commit.durableEnd() & ~7, savedDurableEnd, sizes.durable()), parts);
        boolean older = (mode == BufferMode.CIRCULAR && wrapped > 0 && ahead == 0)
                || (mode == BufferMode.STREAMING && wrapped == (int) saved + 1);
        if (older) {
            half(1 - part, filled(header, 1 - part), parts);
        }
        // What is further ahead has overwritten what was committed.
        if (mode != BufferMode.CIRCULAR || ahead <= 1) {
            half(part, Math.clamp(commit.rollingEnd() & ~7, 0, sizes.rolling()), parts);
        }
    }

    /** Hands out a half of a program that is dead. */
    private void half(int part, long bytes, Parts parts) throws IOException {
        cut |= !MappedFile.pieces(channel, sizes.rollingAt(part), bytes, pieceBytes, null, parts::half);
    }

    private long durableEnd(Memory header) {
        long end = header.getLong(BufferLayout.DURABLE_END_OFFSET);
        boolean possible = (end & 7) == 0 && end >= savedDurableEnd && end <= sizes.durable();
        // Zeros end the records of a part without a valid end.
        return possible && end != 0 ? end : sizes.durable();
    }

    /** Hands out what of the durable part has not been saved yet. */
    public void durable(Parts parts) throws IOException {
        durable(durableEnd(header()), parts);
    }

    /**
     * Cuts the halves off the file: they have been saved. No program may have it mapped.
     *
     * @return bytes that are left
     */
    public long dropHalves() throws IOException {
        long left = sizes.rollingAt(0);
        FileChannel ignored = channel.truncate(left);
        return left;
    }

    private void durable(long end, Parts parts) throws IOException {
        long from = BufferLayout.HEADER_BYTES + savedDurableEnd;
        cut |= !MappedFile.pieces(channel, from, end - savedDurableEnd, pieceBytes, null, records -> {
            parts.durable(records);
            return true;
        });
    }

    /** Bytes of a half that are worth a look: damaged records are detected. */
    private long filled(Memory header, int part) {
        long end = header.getLong(BufferLayout.rollingEnd(part));
        return end <= 0 || end > sizes.rolling() ? sizes.rolling() : end & ~7;
    }

    private List<Memory> half(int part, long bytes, MemoryScope copies) throws IOException {
        return copy(sizes.rollingAt(part), bytes, copies);
    }

    private static void halves(List<Memory> pieces, Parts parts) throws IOException {
        for (int i = 0; i < pieces.size() && parts.half(pieces.get(i)); i++) {
            // The next piece.
        }
    }

    // --- the program's lock

    /** Waits until the program writes there no more: {@link #hold} marks it. False if that took too long. */
    public boolean awaitReleased(long limitNanos) throws IOException {
        long deadline = System.nanoTime() + limitNanos;
        while (true) {
            try (var lock = channel.tryLock()) {
                if (lock != null) {
                    return true;
                }
            } catch (OverlappingFileLockException e) {
                // Held by this process: a program that is its own manager.
            }
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Opens a buffer for this program to write. A lock marks that it does, until the channel is closed or the program dies. */
    public static FileChannel hold(Path file) throws IOException {
        FileChannel held = openToLock(file);
        try {
            var ignored = held.tryLock();
        } catch (IOException | OverlappingFileLockException e) {
            // The manager goes by the connection alone then.
        }
        return held;
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
}
