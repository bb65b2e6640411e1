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

    /** All rings of a folder, as of a commit. */
    static All read(Path folder, long commit, MemoryScope arena) throws IOException {
        List<LeftRing> rings = new ArrayList<>();
        long[] losses = new long[2];
        Memory header = arena.allocate(RingLayout.HEADER_BYTES, 64);
        for (int i = 0; i < MOST_FILES; i++) {
            Path file = folder.resolve(MappedRings.FILE_PREFIX + i + ".zc");
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                break;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                read(channel, commit, rings, losses, header, arena);
            }
        }
        return new All(List.copyOf(rings), losses[0], losses[1]);
    }

    private static void read(
            FileChannel file, long commit, List<LeftRing> rings, long[] losses, Memory header, MemoryScope arena)
            throws IOException {
        long size = file.size();
        long bytes = 0;
        for (LeftRing ring : rings) {
            bytes += ring.whole.byteSize();
        }
        for (long at = 0; at + RingLayout.HEADER_BYTES < size; ) {
            MappedFile.read(file, at, header);
            long capacity = header.getLong(RingLayout.CAPACITY_OFFSET);
            if (header.getLong(RingLayout.MAGIC_OFFSET) != RingLayout.MAGIC
                    || Long.bitCount(capacity) != 1
                    || capacity < 4096
                    || capacity > 1 << 30
                    || at + RingLayout.HEADER_BYTES + capacity > size) {
                return;
            }
            losses[0] += Math.max(0, header.getLong(RingLayout.DROPPED_OFFSET));
            losses[1] += Math.max(0, header.getLong(RingLayout.TRUNCATED_OFFSET));
            LeftRing ring = of(header, (int) capacity, commit);
            bytes += ring == null ? 0 : RingLayout.HEADER_BYTES + capacity;
            if (ring != null && bytes <= MOST_BYTES) {
                Memory whole = arena.allocate(RingLayout.HEADER_BYTES + capacity, 64);
                MappedFile.read(file, at, whole);
                rings.add(ring.of(whole));
            }
            at += MappedRings.strideBytes(capacity);
        }
    }

    private LeftRing of(Memory copy) {
        return new LeftRing(
                copy, capacityBytes, threadId, savedPosition, savedSerialPosition, savedDepth, position, unended);
    }

    /** Null if it holds nothing that is not saved, or its positions cannot be. */
    private static LeftRing of(Memory whole, int capacity, long commit) {
        long place = RingLayout.SAVED_OFFSET;
        long other = place + RingLayout.SAVED_BYTES;
        if (counts(whole, other, commit)
                && (!counts(whole, place, commit) || number(whole, other) > number(whole, place))) {
            place = other;
        }
        long position = whole.getLong(RingLayout.PRODUCER_OFFSET);
        long threadId = whole.getLong(RingLayout.THREAD_OFFSET);
        long saved = 0;
        long serial = 0;
        int depth = 0;
        UnendedState unended = UnendedState.NONE;
        if (counts(whole, place, commit)) {
            saved = whole.getLong(place + RingLayout.SAVED_POSITION);
            serial = whole.getLong(place + RingLayout.SAVED_SERIAL_POSITION);
            long open = whole.getLong(place + RingLayout.SAVED_DEPTH);
            if ((int) (open >>> 32) == (int) threadId) {
                depth = (int) open;
                unended = unended(whole, place);
            }
        }
        // Below it, room has been given back: while nothing was recorded that outlives the program, that is not in a
        // commit.
        long released = Math.clamp(whole.getLong(RingLayout.CONSUMER_OFFSET), 0, Math.max(0, position));
        serial = Math.max(serial, released);
        saved = Math.max(saved, released);
        boolean possible = serial >= 0
                && serial <= saved
                && saved <= position
                && position - serial <= capacity
                && ((serial | saved | position) & (RingLayout.SLOT_BYTES - 1)) == 0
                && depth >= 0
                && depth <= 1 << 16;
        return possible && (position > serial || unended.id() != 0)
                ? new LeftRing(whole, capacity, threadId, saved, serial, depth, position, unended)
                : null;
    }

    private static UnendedState unended(Memory whole, long place) {
        long id = whole.getLong(place + RingLayout.SAVED_UNENDED);
        return new UnendedState(
                (int) id,
                (id >>> 32 & 1) != 0,
                whole.getLong(place + RingLayout.SAVED_UNENDED_NANOS),
                whole.getLong(place + RingLayout.SAVED_RUNS_ON));
    }

    private static long number(Memory whole, long place) {
        return whole.getLong(place);
    }

    /** A place that was never used, or belongs to a commit that was not completed, says nothing. */
    private static boolean counts(Memory whole, long place, long commit) {
        return number(whole, place) > 0 && number(whole, place) <= commit;
    }
}
