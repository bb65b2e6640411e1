package dev.zonecast.trace.stats;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Sorts zones, which a trace hands out in the order of their ends, by their begins. */
public final class BeginOrder {
    private BeginOrder() {}

    /**
     * Rows in the order of their begins. Of rows that begin together, the later one is around the others: first. A merge sort without
     * objects; a merge touches only rows that move.
     */
    public static int[] of(IntToLongFunction begins, int count) {
        int[] order = IntStream.range(0, count).toArray();
        int[] left = new int[count / 2 + 1];
        for (long width = 1; width < count; width *= 2) {
            for (long from = 0; from < count - width; from += 2 * width) {
                int middle = (int) (from + width);
                int first = middle;
                while (first > from && isAfter(begins, order[first - 1], order[middle])) {
                    first--;
                }
                left = left.length < middle - first ? new int[count] : left;
                merge(begins, order, left, first, middle, (int) Math.min(middle + width, count));
            }
        }
        return order;
    }

    private static boolean isAfter(IntToLongFunction begins, int row, int other) {
        long begin = begins.applyAsLong(row);
        long otherBegin = begins.applyAsLong(other);
        return begin > otherBegin || (begin == otherBegin && row < other);
    }

    private static void merge(IntToLongFunction begins, int[] order, int[] left, int from, int middle, int end) {
        int lefts = middle - from;
        System.arraycopy(order, from, left, 0, lefts);
        int l = 0;
        int r = middle;
        for (int to = from; l < lefts; to++) {
            order[to] = r < end && isAfter(begins, left[l], order[r]) ? order[r++] : left[l++];
        }
    }
}
