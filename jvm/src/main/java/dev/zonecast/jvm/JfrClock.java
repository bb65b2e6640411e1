package dev.zonecast.jvm;

import java.util.ArrayDeque;

/**
 * Maps JFR's ticks to {@link System#nanoTime}. Both come of the same counter where JFR uses it, and else of the same clock of the
 * system; in either case one runs evenly against the other. Each {@link ClockMark} is a point of the map; between two of them and
 * beyond them it is a straight line.
 */
final class JfrClock {
    /** A map over so long a base is good to some parts in 10^8. */
    private static final long BASE_NANOS = 10_000_000_000L;

    /** A mark that is so much wider than the others was interrupted, and is not used. */
    private static final double WIDE = 8;

    /** So many wide ones in a row are no accident: then the clock is as coarse as that. */
    private static final int MOST_WIDE = 5;

    /** @param errorNanos half the width of the two readings around it */
    private record Mark(long ticks, double nanos, double errorNanos) {}

    /** In the order of their ticks. */
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    private double nanosPerTick;
    private double worstNanos;
    private double usualNanos = Double.NaN;
    private int wide;

    /** A moment on both clocks. */
    void mark(long ticks, long beforeNanos, long afterNanos) {
        double middle = beforeNanos + (afterNanos - beforeNanos) / 2.0;
        Mark mark = new Mark(ticks, middle, (afterNanos - beforeNanos) / 2.0);
        if (!marks.isEmpty() && ticks <= marks.getLast().ticks) {
            return;
        }
        if (isWide(mark.errorNanos)) {
            return;
        }
        if (isReady()) {
            double miss = Math.abs(exactNanos(ticks) - middle);
            worstNanos = Math.max(worstNanos * 0.9, miss + mark.errorNanos);
        }
        marks.addLast(mark);
        while (marks.size() > 2 && middle - marks.getFirst().nanos > BASE_NANOS) {
            marks.removeFirst();
        }
        if (marks.size() > 1) {
            Mark first = marks.getFirst();
            nanosPerTick = (middle - first.nanos) / (ticks - first.ticks);
        }
    }

    private boolean isWide(double halfWidthNanos) {
        if (isReady() && halfWidthNanos > WIDE * usualNanos && ++wide < MOST_WIDE) {
            return true;
        }
        wide = 0;
        usualNanos = Double.isNaN(usualNanos) ? halfWidthNanos : 0.9 * usualNanos + 0.1 * halfWidthNanos;
        return false;
    }

    /** False until two marks are known. */
    boolean isReady() {
        return nanosPerTick > 0;
    }

    /** Time of a JFR tick, in nanoseconds of {@link System#nanoTime}; when ready. */
    long nanos(long ticks) {
        return Math.round(exactNanos(ticks));
    }

    private double exactNanos(long ticks) {
        Mark anchor = marks.getLast();
        return anchor.nanos + (ticks - anchor.ticks) * nanosPerTick;
    }

    /** How far a new mark was from where the map had it, with the uncertainty of the mark itself: the worst of late. */
    long errorNanos() {
        double own = marks.isEmpty() ? 0 : marks.getLast().errorNanos;
        return (long) Math.ceil(Math.max(own, worstNanos));
    }
}
