package dev.zonecast.core.ring;

/** Where the memory of rings comes from. */
@FunctionalInterface
public interface RingSource {
    /** Native memory. */
    RingSource NATIVE = NativeHeap::allocate;

    /**
     * Memory for a ring; the header is zero.
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

    /** True if its rings outlive the process: each thread keeps the ring that it got. */
    default boolean outlives() {
        return ofNobody() != null;
    }

    /** A call stack as text, for rings that outlive the process: a reader of theirs has no objects. */
    default String stackText(Object stack) {
        throw new IllegalStateException("no ring of this source outlives the process");
    }

    /**
     * Before {@link #allocate}, which may be under a lock: does what takes time. {@link #prepared} follows, whether a ring was allocated
     * or not.
     */
    default void prepare(int capacityBytes) {}

    /** After {@link #prepare} and what it was for. */
    default void prepared(int capacityBytes) {}
}
