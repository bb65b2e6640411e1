package dev.zonecast.core.ring;

/**
 * What a producer does when its ring is full: it waits as long as it may, and then drops what does not fit, or the oldest that has not
 * been read.
 *
 * @param waitNanos how long it may wait for room; 0: not at all; below 0: the thread has no ring
 * @param overwrites the newest wins: it overwrites the oldest records, and counts them. Else it drops the new one and counts it. A ring
 *     that outlives its process never overwrites: what was published there is to be found
 * @param first true if the collector reads this ring before other threads' rings
 */
public record RingPolicy(long waitNanos, boolean overwrites, boolean first) {
    /** Drop and count: a game thread never waits. */
    public static final RingPolicy DROP = new RingPolicy(0);

    /** The thread records nothing. */
    static final RingPolicy OFF = new RingPolicy(-1);

    /** Waits, then drops. */
    public RingPolicy(long waitNanos) {
        this(waitNanos, false);
    }

    /** Of a thread that is not important. */
    public RingPolicy(long waitNanos, boolean overwrites) {
        this(waitNanos, overwrites, false);
    }

    boolean isOff() {
        return waitNanos < 0;
    }

    /** The same for an important thread. */
    RingPolicy asFirst() {
        return new RingPolicy(waitNanos, overwrites, true);
    }
}
