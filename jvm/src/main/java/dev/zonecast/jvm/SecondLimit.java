package dev.zonecast.jvm;

/** So many events of each second, by the events' own times; the others are counted. One thread. */
final class SecondLimit {
    private final int most;
    private long second = Long.MIN_VALUE;
    private int taken;
    private long leftOut;

    SecondLimit(int most) {
        this.most = most;
    }

    /**
     * True if there are not too many in the event's second yet.
     *
     * @param eventsSecond of an event that comes late, it counts in the newest second
     */
    boolean takes(long eventsSecond) {
        if (eventsSecond > second) {
            second = eventsSecond;
            taken = 0;
        }
        if (taken < most) {
            taken++;
            return true;
        }
        leftOut++;
        return false;
    }

    /** Events that were too many, since the call before. */
    long newlyLeftOut() {
        long events = leftOut;
        leftOut = 0;
        return events;
    }
}
