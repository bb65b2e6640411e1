package dev.zonecast.trace.stats;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Sorts rows of a trace by their begins: zones, which come in the order of their ends, and values, which several threads may set. */
public final class BeginOrder {
    private BeginOrder() {}

    /** Rows in the order of their begins. Of rows that begin together, the later one is around the others: first. */
    public static int[] of(IntToLongFunction begins, int count) {
        return sorted(begins, count, true);
    }

    /** Rows in the order of their times. Of rows at one time, the earlier one is first: the last value holds. */
    public static int[] ofValues(IntToLongFunction times, int count) {
        return sorted(times, count, false);
    }

    /** A merge sort without objects; a merge touches only rows that move. */
    private static int[] sorted(IntToLongFunction begins, int count, boolean laterFirst) {
        int[] order = IntStream.range(0, count).toArray();
        int[] left = new int[count / 2 + 1];
        for (long width = 1; width < count; width *= 2) {
            for (long from = 0; from < count - width; from += 2 * width) {
                int middle = (int) (from + width);
                int first = middle;
                while (first > from && isAfter(begins, order[first - 1], order[middle], laterFirst)) {
                    first--;
                }
                left = left.length < middle - first ? new int[count] : left;
                merge(begins, order, left, first, middle, (int) Math.min(middle + width, count), laterFirst);
            }
        }
        return order;
    }

    private static boolean isAfter(IntToLongFunction begins, int row, int other, boolean laterFirst) {
        long begin = begins.applyAsLong(row);
        long otherBegin = begins.applyAsLong(other);
        return begin > otherBegin || (laterFirst && begin == otherBegin && row < other);
    }

    private static void merge(
            IntToLongFunction begins, int[] order, int[] left, int from, int middle, int end, boolean laterFirst) {
        int lefts = middle - from;
        System.arraycopy(order, from, left, 0, lefts);
        int l = 0;
        int r = middle;
        for (int to = from; l < lefts; to++) {
            order[to] = r < end && isAfter(begins, left[l], order[r], laterFirst) ? order[r++] : left[l++];
        }
    }
}
