package dev.zonecast.core.ring;

import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.memory.RawMemory;

/**
 * Memory of rings from C's {@code malloc}. A {@link MemoryScope} zeroes all of it, which stalls the producer for a millisecond at 4 MiB.
 * Scopes also count against the limit of direct memory: beyond it the JVM collects garbage and sleeps for up to half a second.
 */
final class NativeHeap {
    private static final long ALIGNMENT_BYTES = 64;

    private NativeHeap() {}

    /**
     * Memory for a ring; its header is zero.
     *
     * @throws OutOfMemoryError if the system has none
     */
    static RingMemory allocate(int capacityBytes) {
        long bytes = RingLayout.HEADER_BYTES + (long) capacityBytes;
        if (!RawMemory.hasHeap()) {
            // The garbage collector frees it.
            return new RingMemory(MemoryScope.auto().allocate(bytes, ALIGNMENT_BYTES), false, () -> {});
        }
        long block = RawMemory.malloc(bytes + ALIGNMENT_BYTES);
        if (block == 0) {
            throw new OutOfMemoryError("no native memory for a ring of " + capacityBytes + " bytes");
        }
        long aligned = (block + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
        Memory segment = RawMemory.at(aligned, bytes);
        segment.slice(0, RingLayout.HEADER_BYTES).fill((byte) 0);
        return new RingMemory(segment, false, () -> RawMemory.free(block));
    }
}
