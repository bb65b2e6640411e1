package dev.zonecast.flight.buffer;

import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.UnendedState;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A ring that a dead program left.
 *
 * @param whole header and records: a copy, which is the reader's
 * @param threadId of its last owner
 * @param savedPosition below which its records are in the trace buffer, but for serial ones
 * @param savedSerialPosition below which serial ones are
 * @param savedDepth zones that were open at the saved position
 * @param position below which its records are complete
 * @param unended what its owner had begun
 */
public record LeftRing(
        Memory whole,
        int capacityBytes,
        long threadId,
        long savedPosition,
        long savedSerialPosition,
        int savedDepth,
        long position,
        UnendedState unended) {
    private static final int MOST_FILES = 1 << 16;
    /** Of all copies: what goes beyond is left out. */
    private static final long MOST_BYTES = 1 << 30;

    /**
     * The rings of a folder.
     *
     * @param rings that hold something
     * @param dropped events in all of them, since the program's start
     * @param truncated texts in all of them
     */
    record All(List<LeftRing> rings, long dropped, long truncated) {
        static final All NONE = new All(List.of(), 0, 0);
    }

    /**
     * All rings of a folder, as of a commit.
     *
     * @throws OtherDeclarationsException if a program of another version wrote them
     */
    static All read(Path folder, long commit, MemoryScope scope) throws IOException {
        List<LeftRing> rings = new ArrayList<>();
        long bytes = 0;
        long dropped = 0;
        long truncated = 0;
        Memory header = scope.allocate(RingLayout.HEADER_BYTES, 64);
        for (int i = 0; i < MOST_FILES; i++) {
            Path file = folder.resolve(MappedRings.FILE_PREFIX + i + ".zc");
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                break;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                long capacity;
                for (long at = 0;
                        (capacity = capacity(channel, at, header)) > 0;
                        at += MappedRings.strideBytes(capacity)) {
                    if (header.getLong(RingLayout.DECLARATIONS_OFFSET) != Declarations.CRC) {
                        throw new OtherDeclarationsException(file);
                    }
                    dropped += Math.max(0, header.getLong(RingLayout.DROPPED_OFFSET));
                    truncated += Math.max(0, header.getLong(RingLayout.TRUNCATED_OFFSET));
                    long size = RingLayout.HEADER_BYTES + capacity;
                    if (bytes + size <= MOST_BYTES && of(header, (int) capacity, commit) != null) {
                        Memory whole = scope.allocate(size, 64);
                        long ignored = MappedFile.read(channel, at, whole);
                        bytes += size;
                        rings.add(of(whole, (int) capacity, commit));
                    }
                }
            }
        }
        return new All(List.copyOf(rings), dropped, truncated);
    }

    /** Capacity of the ring at a place of a file, whose header is read; 0: no ring follows. */
    private static long capacity(FileChannel file, long at, Memory header) throws IOException {
        if (MappedFile.read(file, at, header) < header.byteSize()
                || header.getLong(RingLayout.MAGIC_OFFSET) != RingLayout.MAGIC) {
            return 0;
        }
        long capacity = header.getLong(RingLayout.CAPACITY_OFFSET);
        boolean isPossible = Long.bitCount(capacity) == 1 && capacity >= 4096 && capacity <= 1 << 30;
        return isPossible && at + RingLayout.HEADER_BYTES + capacity <= file.size() ? capacity : 0;
    }

    /** Null if all that it holds is saved, or its positions are impossible. */
    private static LeftRing of(Memory whole, int capacity, long commit) {
        long position = whole.getLong(RingLayout.PRODUCER_OFFSET);
        long threadId = whole.getLong(RingLayout.THREAD_OFFSET);
        // Below it, room has been given back: while nothing was recorded that outlives the program, that is not in a
        // commit.
        long released = Math.clamp(whole.getLong(RingLayout.CONSUMER_OFFSET), 0, Math.max(0, position));
        long saved = released;
        long serial = released;
        int depth = 0;
        UnendedState unended = UnendedState.NONE;
        long place = place(whole, commit);
        if (place > 0) {
            saved = Math.max(saved, whole.getLong(place + RingLayout.SAVED_POSITION));
            serial = Math.max(serial, whole.getLong(place + RingLayout.SAVED_SERIAL_POSITION));
            long open = whole.getLong(place + RingLayout.SAVED_DEPTH);
            if ((int) (open >>> 32) == (int) threadId) {
                depth = (int) open;
                long id = whole.getLong(place + RingLayout.SAVED_UNENDED);
                unended = new UnendedState(
                        (int) id,
                        (id >>> 32 & 1) != 0,
                        whole.getLong(place + RingLayout.SAVED_UNENDED_NANOS),
                        whole.getLong(place + RingLayout.SAVED_RUNS_ON));
            }
        }
        boolean possible = serial <= saved
                && saved <= position
                && position - serial <= capacity
                && ((serial | saved | position) & (RingLayout.SLOT_BYTES - 1)) == 0
                && depth >= 0
                && depth <= 1 << 16;
        return possible && (position > serial || unended.id() != 0)
                ? new LeftRing(whole, capacity, threadId, saved, serial, depth, position, unended)
                : null;
    }

    /** Offset of the saved place of the last complete commit that has one; 0 if there is none. */
    private static long place(Memory whole, long commit) {
        long place = 0;
        long last = 0;
        for (long at = RingLayout.SAVED_OFFSET, i = 0; i < 2; i++, at += RingLayout.SAVED_BYTES) {
            long number = whole.getLong(at);
            if (number > last && number <= commit) {
                last = number;
                place = at;
            }
        }
        return place;
    }
}
