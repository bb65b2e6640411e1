package dev.zonecast.trace;

import java.util.Arrays;

/**
 * Durations of a track that another trace wrote whole, and that later ones may be inside of: the outermost first, each inside the one
 * before it. Two with the same times are taken for inner and outer in the order of the file, as a writer has it that writes at ends.
 */
final class HeldZones {
    private static final int MAX_DEPTH = 4096;

    private final Track track;
    private TraceZone[] zones = new TraceZone[2];
    private int depth;
    private TraceZone spare;

    HeldZones(Track track) {
        this.track = track;
    }

    /** The next duration, which {@link #push} holds. */
    TraceZone next(int zoneDepth, TraceZone parent) {
        if (spare == null) {
            spare = new TraceZone(track);
        }
        spare.clear(zoneDepth, parent);
        return spare;
    }

    boolean isEmpty() {
        return depth == 0;
    }

    boolean isFull() {
        return depth == MAX_DEPTH;
    }

    /** Whether the innermost one is not around a duration: nothing that follows in order is inside of it. */
    boolean isPassedBy(TraceZone zone) {
        return depth > 0 && !isAround(zones[depth - 1], zone.beginNanos, zone.endNanos);
    }

    private static boolean isAround(TraceZone outer, long begin, long end) {
        boolean around = outer.beginNanos <= begin && outer.endNanos >= end;
        return around && (outer.beginNanos != begin || outer.endNanos != end);
    }

    /** Holds what {@link #next} gave last. */
    void push() {
        if (depth == zones.length) {
            zones = Arrays.copyOf(zones, depth * 2);
        }
        TraceZone unused = zones[depth];
        zones[depth++] = spare;
        spare = unused;
    }

    /** The innermost one, which is good until the next {@link #push}. */
    TraceZone pop() {
        return zones[--depth];
    }
}
