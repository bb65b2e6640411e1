package dev.zonecast.trace.stats;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Sorts zones, which a trace hands out in the order of their ends, by their begins. */
public final class BeginOrder {
    private BeginOrder() {}

    /** Rows in the order of their begins. Of rows that begin together, the later one is around the others: first. */
    public static int[] of(IntToLongFunction begins, int count) {
        int[] order = byNesting(begins, count);
        if (!isSorted(begins, order)) {
            sort(begins, order);
        }
        return order;
    }

    /**
     * The order if all zones nest, in time that grows with their number alone: the order of ends has each tree of zones with its root
     * last, the order of begins with its root first. A zone is in the second one behind what had ended before its own tree began, and
     * behind the zones around it.
     */
    private static int[] byNesting(IntToLongFunction begins, int count) {
        int[] firsts = new int[count];
        int[] open = new int[64];
        int depth = 0;
        for (int i = 0; i < count; i++) {
            int first = i;
            long begin = begins.applyAsLong(i);
            while (depth > 0 && begins.applyAsLong(open[depth - 1]) >= begin) {
                depth--;
                first = firsts[open[depth]];
            }
            firsts[i] = first;
            open = push(open, depth++, i);
        }
        int[] order = new int[count];
        depth = 0;
        for (int i = count - 1; i >= 0; i--) {
            while (depth > 0 && firsts[open[depth - 1]] > i) {
                depth--;
            }
            order[firsts[i] + depth] = i;
            open = push(open, depth++, i);
        }
        return order;
    }

    private static int[] push(int[] stack, int depth, int value) {
        int[] room = depth == stack.length ? Arrays.copyOf(stack, depth * 2) : stack;
        room[depth] = value;
        return room;
    }

    private static boolean isSorted(IntToLongFunction begins, int[] order) {
        for (int i = 1; i < order.length; i++) {
            if (isAfter(begins, order[i - 1], order[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAfter(IntToLongFunction begins, int row, int other) {
        long begin = begins.applyAsLong(row);
        long otherBegin = begins.applyAsLong(other);
        return begin > otherBegin || (begin == otherBegin && row < other);
    }

    /** A merge sort of rows: no objects. */
    private static void sort(IntToLongFunction begins, int[] order) {
        int[] left = new int[order.length];
        for (int width = 1; width > 0 && width < order.length; width *= 2) {
            for (int from = 0; from < order.length - width; from += 2 * width) {
                int middle = from + width;
                int end = (int) Math.min((long) middle + width, order.length);
                if (isAfter(begins, order[middle - 1], order[middle])) {
                    merge(begins, order, left, from, middle, end);
                }
            }
        }
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
