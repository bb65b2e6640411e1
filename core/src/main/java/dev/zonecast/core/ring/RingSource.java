package dev.zonecast.core.ring;

import java.lang.foreign.Arena;

/** Where the memory of rings comes from. Rings are pooled and never freed, so that no access needs to fear a closed arena. */
@FunctionalInterface
public interface RingSource {
    /** Native memory that lives as long as the process. */
    RingSource NATIVE = capacityBytes ->
            new RingMemory(Arena.global().allocate(RingLayout.HEADER_BYTES + (long) capacityBytes, 64), false);

    /**
     * Memory for a ring, all zero.
     *
     * @param capacityBytes room for records, a power of two
     */
    RingMemory allocate(int capacityBytes);

    /**
     * Takes the losses of threads whose own ring does not outlive the process, or that have none.
     *
     * @return null: nothing of this source outlives the process
     */
    default EventRing ofNobody() {
        return null;
    }

    /**
     * Before {@link #allocate}, which may be under a lock: does what takes time. {@link #prepared} follows, whether a ring was allocated
     * or not.
     */
    default void prepare(int capacityBytes) {}

    /** After {@link #prepare} and what it was for. */
    default void prepared(int capacityBytes) {}
}
