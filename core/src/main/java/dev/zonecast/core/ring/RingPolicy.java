package dev.zonecast.core.ring;

/**
 * What a producer does when its ring is full.
 *
 * @param waitNanos how long it may wait for room before it drops the record and counts it; 0 = drop at once
 */
public record RingPolicy(long waitNanos) {
    /** Drop and count: a game thread never waits. */
    public static final RingPolicy DROP = new RingPolicy(0);
}
