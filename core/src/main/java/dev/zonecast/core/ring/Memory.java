package dev.zonecast.core.ring;

import java.lang.foreign.MemorySegment;

/**
 * How a recorder reaches its ring. A segment in a field costs three dependent loads and a type check at each access; one constant
 * segment over all memory costs an addition. {@link RingPool} frees a ring only when its producer is gone, so no address can dangle.
 */
@SuppressWarnings("restricted") // Only where it is allowed: see RAW.
final class Memory {
    /** True where native access is enabled for this module; else each ring's own segment is used, at about 3 ns more a zone. */
    static final boolean RAW = Memory.class.getModule().isNativeAccessEnabled();

    /** All addresses; null where it may not be made. */
    static final MemorySegment EVERYTHING = RAW ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : null;

    private Memory() {}
}
