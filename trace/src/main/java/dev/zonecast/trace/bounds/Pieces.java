package dev.zonecast.trace.bounds;

import java.util.Arrays;

/** Times of a thread or GPU context, each with its innermost zone, sorted and without overlap. No piece: no zone. */
final class Pieces {
    private final Timeline timeline;
    private long[] begins;
    private long[] ends;
    private int[] zones;
    private int size;

    Pieces(Timeline timeline, int capacity) {
        this.timeline = timeline;
        begins = new long[capacity];
        ends = new long[capacity];
        zones = new int[capacity];
    }

    /** Adds a time after all others. */
    void add(long begin, long end, int zone) {
        if (size == zones.length) {
            begins = Arrays.copyOf(begins, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            zones = Arrays.copyOf(zones, 2 * size);
        }
        begins[size] = begin;
        ends[size] = end;
        zones[size++] = zone;
    }

    int size() {
        return size;
    }

    long begin(int piece) {
        return begins[piece];
    }

    long end(int piece) {
        return ends[piece];
    }

    long nanos(int piece) {
        return ends[piece] - begins[piece];
    }

    /** Role of the zone's place, or of a zone around it. */
    Role role(int piece) {
        return timeline.role(zones[piece]);
    }

    Timeline.Place place(int piece) {
        return timeline.place(zones[piece]);
    }

    /** End of the whole zone. */
    long zoneEnd(int piece) {
        return timeline.end(zones[piece]);
    }

    /** Time of the zone's submission, of the GPU. */
    long submitted(int piece) {
        return timeline.submitted(zones[piece]);
    }

    /** See {@link Timeline#isAround}. */
    boolean isAround(int piece, long from, long to) {
        return timeline.isAround(zones[piece], from, to);
    }
}
