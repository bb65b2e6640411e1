package dev.zonecast.core.session;

import dev.zonecast.fxt.Distribution;

/** Times of zones of one name, or of frames of one set. */
final class ZoneTimes {
    private final Distribution total = new Distribution();
    private long selfNanos;

    void add(long totalNanos, long ownNanos) {
        total.add(totalNanos);
        selfNanos += Math.max(0, ownNanos);
    }

    /** From begin to end. */
    Distribution total() {
        return total;
    }

    /** Without the zones inside, all together. */
    long selfNanos() {
        return selfNanos;
    }
}
