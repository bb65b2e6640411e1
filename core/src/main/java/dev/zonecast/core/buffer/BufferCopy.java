package dev.zonecast.core.buffer;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * What a circular or oneshot buffer held at a moment, copied while the collector goes on writing: nothing waits for the copy. The
 * older half is copied first; where it was begun to be overwritten meanwhile, the copy is without it.
 */
final class BufferCopy implements AutoCloseable {
    /**
     * Copied in one go. A thread that copies does not come to a safepoint, and all threads of the program that the JVM wants to stop
     * (for a garbage collection) wait for it: so these are some microseconds, and not the milliseconds that a half takes.
     */
    static final long STEP_BYTES = 32 << 10;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment durable;
    private final MemorySegment older;
    private final MemorySegment newer;
    private final boolean isComplete;

    /** @param ends as the collector's thread said them */
    BufferCopy(BufferMemory memory, TraceBuffer.Ends ends) {
        int part = ends.wrapped() & 1;
        older = ends.olderEnd() == 0 ? null : copy(memory.rolling(1 - part), ends.olderEnd());
        boolean olderIsWhole = changesSince(memory, ends) == 0;
        newer = copy(memory.rolling(part), ends.newerEnd());
        durable = copy(memory.durable(), ends.durableEnd());
        boolean newerIsWhole = changesSince(memory, ends) <= 1;
        isComplete = newerIsWhole && (older == null || olderIsWhole);
        hasOlder = older != null && olderIsWhole;
        hasNewer = newerIsWhole;
    }

    private final boolean hasOlder;
    private final boolean hasNewer;

    /** The collector counts before it writes into a half. */
    private static int changesSince(BufferMemory memory, TraceBuffer.Ends ends) {
        VarHandle.loadLoadFence();
        return memory.wrapped() - ends.wrapped();
    }

    private MemorySegment copy(MemorySegment part, long end) {
        MemorySegment copy = arena.allocate(Math.max(8, end), 8).asSlice(0, end);
        for (long at = 0; at < end; at += STEP_BYTES) {
            MemorySegment.copy(part, at, copy, at, Math.min(STEP_BYTES, end - at));
        }
        return copy;
    }

    /** False if a half was overwritten while it was copied. */
    boolean isComplete() {
        return isComplete;
    }

    void writeTo(SavedTrace trace) throws IOException {
        trace.durable(durable, 0, durable.byteSize());
        if (hasOlder) {
            trace.half(older, older.byteSize());
        }
        if (hasNewer) {
            trace.half(newer, newer.byteSize());
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
