package dev.zonecast.capture.export;

import java.util.Arrays;

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

    /** Places in the order of begins. */
    int[] byBegin() {
        return BeginOrder.of(begins, count);
    }
}
