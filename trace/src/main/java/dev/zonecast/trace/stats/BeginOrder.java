package dev.zonecast.trace.stats;

import java.util.Arrays;
import java.util.Comparator;

/** Sorts zones, which a trace hands out in the order of their ends, by their begins. */
public final class BeginOrder {
    private BeginOrder() {}

    /** Places of the first {@code count} begins in their order. Of those that begin together, the later one is around the others: first. */
    public static int[] of(long[] begins, int count) {
        int[] nested = byNesting(begins, count);
        if (isSorted(begins, nested)) {
            return nested;
        }
        long least = Arrays.stream(begins, 0, count).min().orElse(0);
        long greatest = Arrays.stream(begins, 0, count).max().orElse(0);
        int placeBits = bits(count);
        int timeBits = bits(greatest - least);
        return greatest - least >= 0 && placeBits + timeBits < Long.SIZE
                ? byPackedKey(begins, count, least, placeBits)
                : byComparison(begins, count);
    }

    /**
     * The order if all zones nest, in time that grows with their number alone: the order of ends has each tree of zones with its root
     * last, the order of begins with its root first. A zone is in the second one behind what had ended before its own tree began, and
     * behind the zones around it.
     */
    private static int[] byNesting(long[] begins, int count) {
        int[] firsts = new int[count];
        int[] open = new int[count];
        int depth = 0;
        for (int i = 0; i < count; i++) {
            int first = i;
            while (depth > 0 && begins[open[depth - 1]] >= begins[i]) {
                depth--;
                first = firsts[open[depth]];
            }
            firsts[i] = first;
            open[depth++] = i;
        }
        int[] order = new int[count];
        depth = 0;
        for (int i = count - 1; i >= 0; i--) {
            while (depth > 0 && firsts[open[depth - 1]] > i) {
                depth--;
            }
            order[firsts[i] + depth] = i;
            open[depth++] = i;
        }
        return order;
    }

    private static boolean isSorted(long[] begins, int[] order) {
        for (int i = 1; i < order.length; i++) {
            long before = begins[order[i - 1]];
            long begin = begins[order[i]];
            if (begin < before || (begin == before && order[i] > order[i - 1])) {
                return false;
            }
        }
        return true;
    }

    private static int bits(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    /** Time and place in one word: no objects. 24 bits of places leave twenty minutes. */
    private static int[] byPackedKey(long[] begins, int count, long least, int placeBits) {
        long mask = (1L << placeBits) - 1;
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = ((begins[i] - least) << placeBits) | (mask - i);
        }
        Arrays.parallelSort(keys);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = (int) (mask - (keys[i] & mask));
        }
        return order;
    }

    /** As {@link #byPackedKey} where the times are too far apart for that. */
    private static int[] byComparison(long[] begins, int count) {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong((Integer i) -> begins[i]).thenComparing(Comparator.reverseOrder()));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }
}
