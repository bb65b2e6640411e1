package dev.zonecast.demo;

import java.util.Arrays;

/** The median of the last values. */
final class RunningMedian {
    private final long[] values;
    private int count;
    private int next;

    /** @param window how many values count */
    RunningMedian(int window) {
        values = new long[window];
    }

    void add(long value) {
        values[next] = value;
        next = (next + 1) % values.length;
        count = Math.min(count + 1, values.length);
    }

    /** How many values the median is of. */
    int count() {
        return count;
    }

    /** The middle value, the greater of two; 0 if there is none. */
    long value() {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
