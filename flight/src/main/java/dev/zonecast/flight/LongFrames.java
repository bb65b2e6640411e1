package dev.zonecast.flight;

import java.util.Arrays;

/** Finds frames that are too long: longer than a limit, or than so many medians of the last ones. For one thread. */
final class LongFrames {
    private static final int LAST = 128;
    /** With fewer frames the median is not used. */
    private static final int LEAST = 32;

    private final long limitNanos;
    private final double medians;
    private final long[] durations = new long[LAST];
    private final long[] sorted = new long[LAST];
    private long beginNanos = Long.MIN_VALUE;
    private long count;
    private long medianNanos;

    /**
     * What is too long.
     *
     * @param limitNanos 0: there is no limit
     * @param medians 0: whatever the median is
     */
    LongFrames(long limitNanos, double medians) {
        this(limitNanos, medians, 0);
    }

    /** With a count of frames to begin with, for tests. */
    LongFrames(long limitNanos, double medians, long count) {
        this.limitNanos = limitNanos;
        this.medians = medians;
        this.count = count;
    }

    /** A frame ends at that time, and the next begins: why it was too long, or null. */
    String reason(long nanos) {
        long duration = beginNanos == Long.MIN_VALUE ? 0 : nanos - beginNanos;
        boolean first = beginNanos == Long.MIN_VALUE;
        beginNanos = nanos;
        if (first) {
            return null;
        }
        boolean beyondLimit = limitNanos > 0 && duration > limitNanos;
        boolean beyondMedians = medians > 0 && count >= LEAST && duration > medians * medianNanos;
        add(duration);
        return beyondLimit || beyondMedians ? "frame of " + duration / 1000 + " us" : null;
    }

    private void add(long duration) {
        durations[(int) (count % LAST)] = duration;
        count++;
        if (medians > 0 && count % (LEAST / 4) == 0) {
            int known = (int) Math.min(count, LAST);
            System.arraycopy(durations, 0, sorted, 0, known);
            Arrays.sort(sorted, 0, known);
            medianNanos = sorted[known / 2];
        }
    }
}
