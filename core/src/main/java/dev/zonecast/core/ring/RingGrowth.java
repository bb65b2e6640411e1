package dev.zonecast.core.ring;

/**
 * Decides in which ring a thread goes on: a larger one when its ring is nearly full, the usual one when the pressure is over. For the
 * slow path of one {@link Recorder}.
 *
 * <p>The thread's records continue in the next ring at the same position, and {@link EventRing#next} tells the consumer. A consumer
 * that falls behind finds a chain of rings. It reads them in turn and returns each to the pool.
 */
final class RingGrowth {
    /** Looks in a row that found little to read: the pressure is over. */
    private static final int CALM_LOOKS = 64;

    private final RingPool pool;
    private final boolean grows;
    private int usualBytes;
    private int calmLooks;

    /** @param policy of a full ring; a ring that overwrites keeps its size, because it holds the newest records */
    RingGrowth(RingPool pool, RingPolicy policy) {
        this.pool = pool;
        this.grows = pool != null && pool.canGrow() && !policy.overwrites();
    }

    /** The thread has got its first ring. */
    void startsWith(EventRing ring) {
        usualBytes = pool.usualBytes(ring.capacityBytes());
    }

    /** True of a first ring that is smaller than usual: it grows without a call of the collector. */
    boolean isFirst(int capacity) {
        return grows && capacity < usualBytes;
    }

    /** True of a ring that has grown. */
    boolean isGrown(int capacity) {
        return grows && capacity > usualBytes;
    }

    /** A grown ring looks at the consumer after so many bytes, however much room it has. */
    long lookBytes() {
        return usualBytes / 8;
    }

    /**
     * A ring to go on in when this one is nearly full; null if there is none.
     *
     * @param room that half of it must have
     */
    EventRing larger(EventRing ring, long position, long room) {
        if (!grows || room > 1 << 28) {
            return null;
        }
        int capacity = ring.capacityBytes();
        int roomy = Math.max(EventRing.LEAST_BYTES, powerOfTwo(2 * room));
        int usual = capacity < usualBytes
                ? usualBytes
                : (int) Math.min(2L * capacity, Math.max(capacity, RingPool.LARGEST_BYTES));
        calmLooks = 0;
        return pool.next(Math.max(usual, roomy), Math.max(roomy, capacity / 4), position);
    }

    /** As {@link #larger}: the usual ring in place of a grown one that was nearly empty for long. */
    EventRing usual(long position, long consumed, long room) {
        boolean isCalm = position - consumed <= usualBytes / 4 && room <= usualBytes / 2;
        calmLooks = isCalm ? calmLooks + 1 : 0;
        if (calmLooks < CALM_LOOKS) {
            return null;
        }
        calmLooks = 0;
        return pool.next(usualBytes, usualBytes, position);
    }

    /** True if a full ring is likely to be followed by another. Any thread. */
    boolean hasRoom() {
        return grows && pool.hasRoomFor(RingPool.LARGEST_BYTES);
    }

    /** Longest text that a record takes. */
    int maxTextBytes(int capacity) {
        boolean fitsAny = grows && pool.hasRoomFor(8L * RingLayout.MAX_TEXT_BYTES);
        return fitsAny ? RingLayout.MAX_TEXT_BYTES : Math.min(RingLayout.MAX_TEXT_BYTES, capacity / 4);
    }

    private static int powerOfTwo(long least) {
        return (int) Math.min(1 << 30, Long.highestOneBit(Math.max(1, 2 * least - 1)));
    }
}
