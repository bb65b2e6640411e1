package dev.zonecast.core.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The memory of one {@link EventRing}: the only place that knows whether it is native memory or a mapped file.
 *
 * @param segment header and records ({@link RingLayout}), aligned to 64 bytes
 */
public record RingMemory(MemorySegment segment) {
    /**
     * Native memory that lives as long as the process: rings are pooled and never freed, so that no access needs to fear a closed
     * arena.
     *
     * @param capacityBytes room for records, a power of two
     */
    static RingMemory nativeMemory(int capacityBytes) {
        return new RingMemory(Arena.global().allocate(RingLayout.HEADER_BYTES + (long) capacityBytes, 64));
    }
}
