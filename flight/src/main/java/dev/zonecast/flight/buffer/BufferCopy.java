package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a circular or oneshot buffer held at a moment, copied while the collector goes on writing: nothing waits for the copy. The
 * older half is copied first; the copy is without it if its overwriting has begun.
 */
final class BufferCopy implements AutoCloseable {
    /**
     * About as much is made and copied in one go. A thread that fills or copies memory does not come to a safepoint, and all threads
     * of the program that the JVM wants to stop (for a garbage collection) wait for it: so these are some microseconds, and not the
     * tens of milliseconds that a half takes.
     */
    private static final long PIECE_BYTES = 64 << 10;

    private final MemoryScope arena = MemoryScope.shared();
    private final List<Memory> durable;
    private final List<Memory> older;
    private final List<Memory> newer;
    private final boolean isComplete;

    /** @param ends as the collector's thread said them */
    BufferCopy(BufferMemory memory, TraceBuffer.Ends ends) {
        int part = ends.wrapped() & 1;
        older = ends.olderEnd() == 0 ? null : copy(memory.rolling(1 - part), ends.olderEnd());
        boolean olderIsWhole = memory.begunSince(ends.wrapped()) == 0;
        newer = copy(memory.rolling(part), ends.newerEnd());
        durable = copy(memory.durable(), ends.durableEnd());
        boolean newerIsWhole = memory.begunSince(ends.wrapped()) <= 1;
        isComplete = newerIsWhole && (older == null || olderIsWhole);
        hasOlder = older != null && olderIsWhole;
        hasNewer = newerIsWhole;
    }

    private final boolean hasOlder;
    private final boolean hasNewer;

    /** In pieces of whole records. */
    private List<Memory> copy(Memory part, long end) {
        List<Memory> pieces = new ArrayList<>();
        for (long at = 0; at < end; ) {
            long to = pieceEnd(part, at, end);
            Memory piece = arena.allocate(to - at, FxtLayout.WORD_BYTES);
            Memory.copy(part, at, piece, 0, to - at);
            pieces.add(piece);
            at = to;
        }
        return pieces;
    }

    private static long pieceEnd(Memory part, long from, long end) {
        long at = from;
        while (at < end && at - from < PIECE_BYTES) {
            long header = part.getLong(at);
            long bytes = ((header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * FxtLayout.WORD_BYTES;
            // Of a half that is being overwritten nothing is used.
            at = bytes == 0 ? end : Math.min(end, at + bytes);
        }
        return Math.min(at, from + 2 * PIECE_BYTES);
    }

    /** False if a half was overwritten while it was copied. */
    boolean isComplete() {
        return isComplete;
    }

    /** Pieces of the older half; empty if there is none, or if it was overwritten while it was copied. */
    List<Memory> older() {
        return hasOlder ? older : List.of();
    }

    /** Pieces of the newer half; empty if it was overwritten while it was copied. */
    List<Memory> newer() {
        return hasNewer ? newer : List.of();
    }

    void writeTo(SavedTrace trace) throws IOException {
        for (Memory piece : durable) {
            trace.durable(piece, 0, piece.byteSize());
        }
        for (Memory piece : older()) {
            trace.half(piece, piece.byteSize());
        }
        for (Memory piece : newer()) {
            trace.half(piece, piece.byteSize());
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
