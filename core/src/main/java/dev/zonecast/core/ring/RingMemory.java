package dev.zonecast.core.ring;

import dev.zonecast.memory.Memory;

/**
 * The memory of one {@link EventRing}, be it native memory or a mapped file: {@link RingSource} knows.
 *
 * @param segment header and records ({@link RingLayout}), aligned to 64 bytes
 * @param outlives true if the content outlives the process: no record may refer to an object of the process
 * @param release gives the memory back to the system, after the last access; null: it lives as long as the process
 */
public record RingMemory(Memory segment, boolean outlives, Runnable release) {
    /** Memory that lives as long as the process. */
    public RingMemory(Memory segment, boolean outlives) {
        this(segment, outlives, null);
    }
}
