package dev.zonecast.core.ring;

import java.lang.foreign.MemorySegment;

/**
 * The memory of one {@link EventRing}, be it native memory or a mapped file: {@link RingSource} knows.
 *
 * @param segment header and records ({@link RingLayout}), aligned to 64 bytes
 */
public record RingMemory(MemorySegment segment) {}
