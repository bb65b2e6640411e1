package dev.zonecast.capture.export;

import java.util.Arrays;
import java.util.Comparator;

/** The zones of one track, a column a property: what a format needs that has a column after the other. */
final class ZoneColumns {
    private long[] begins = new long[64];
    private long[] ends = new long[64];
    private int[] names = new int[64];
    private int[] locations = new int[64];
    private int[] details = new int[64];
    private int count;

    /** All but the times are indexes into tables of the export; {@code detail} may be -1. */
    void add(long begin, long end, int name, int location, int detail) {
        if (count == begins.length) {
            int length = count * 2;
            begins = Arrays.copyOf(begins, length);
            ends = Arrays.copyOf(ends, length);
            names = Arrays.copyOf(names, length);
            locations = Arrays.copyOf(locations, length);
            details = Arrays.copyOf(details, length);
        }
        begins[count] = begin;
        ends[count] = end;
        names[count] = name;
        locations[count] = location;
        details[count] = detail;
        count++;
    }

    int count() {
        return count;
    }

    long begin(int i) {
        return begins[i];
    }

    long end(int i) {
        return ends[i];
    }

    int name(int i) {
        return names[i];
    }

    int location(int i) {
        return locations[i];
    }

    int detail(int i) {
        return details[i];
    }

    /**
     * Places in the order of begins. Zones come in the order of their ends: of those that begin together, the later one is around
     * the others, and comes first.
     */
    int[] byBegin() {
        long least = Arrays.stream(begins, 0, count).min().orElse(0);
        long greatest = Arrays.stream(begins, 0, count).max().orElse(0);
        int placeBits = bits(count);
        int timeBits = bits(greatest - least);
        return greatest - least >= 0 && placeBits + timeBits < Long.SIZE
                ? byPackedKey(least, placeBits)
                : byComparison();
    }

    private static int bits(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    /** Time and place in one word: no objects. 24 bits of places leave twenty minutes. */
    private int[] byPackedKey(long least, int placeBits) {
        long mask = (1L << placeBits) - 1;
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = ((begins[i] - least) << placeBits) | (mask - i);
        }
        Arrays.sort(keys);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = (int) (mask - (keys[i] & mask));
        }
        return order;
    }

    /** As {@link #byPackedKey} where the times are too far apart for that. */
    private int[] byComparison() {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong((Integer i) -> begins[i]).thenComparing(Comparator.reverseOrder()));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }
}
