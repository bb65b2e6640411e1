package dev.zonecast.core.clock;

import java.util.ArrayDeque;

/**
 * Turns ticks of {@link Clock} into nanoseconds of {@link System#nanoTime} (CLOCK_MONOTONIC on Linux). The map is piecewise linear,
 * continuous and never runs backwards, so what is sent or recorded needs no correction afterwards. Each {@link #calibrate} starts
 * a new piece whose slope leads back to the reference within one interval; a piece is never changed once it is in use.
 *
 * <p>Owned by the collector's thread.
 */
public final class ClockMap {
    /** Time to wait after construction before {@link #calibrate} gives a rate: bracket of about 30 ns over 20 ms is 1.5 ppm. */
    public static final long WARM_UP_NANOS = 20_000_000;

    private static final int TRIES = 48;
    private static final int KEPT_PIECES = 16;
    private static final double MAX_SLEW = 500e-6;
    private static final long JUMP_NANOS = 1_000_000;

    /** The map from a moment on. */
    private record Piece(long startTicks, long startNanos, double nanosPerTick) {
        long nanos(long ticks) {
            return startNanos + (long) ((ticks - startTicks) * nanosPerTick);
        }
    }

    private final long originTicks;
    private final long originNanos;

    /** Pieces before the newest one, latest first. */
    private final ArrayDeque<Piece> earlier = new ArrayDeque<>();

    private Piece newest;

    private long anchorTicks;
    private long anchorNanos;
    private long errorNanos;
    private int calibrations;

    // Result of the last bracket.
    private long sampleTicks;
    private long sampleNanos;
    private long sampleWidthTicks;

    /** Takes the first reading; ticks before it are mapped too, by extending the first piece backwards. */
    public ClockMap() {
        bracket();
        originTicks = sampleTicks;
        originNanos = sampleNanos;
        anchorTicks = sampleTicks;
        anchorNanos = sampleNanos;
        newest = new Piece(sampleTicks, sampleNanos, 1.0);
    }

    /** {@link System#nanoTime} when this map was made. */
    public long originNanos() {
        return originNanos;
    }

    /**
     * Nanoseconds of {@link System#nanoTime} at a reading of the counter.
     *
     * @param ticks from {@link Clock#ticks}
     */
    public long nanos(long ticks) {
        if (Clock.ticksAreNanos()) {
            return ticks;
        }
        Piece piece = newest;
        return ticks >= piece.startTicks
                ? piece.nanos(ticks)
                : earlierPiece(ticks).nanos(ticks);
    }

    /**
     * Reads both clocks again and starts a new piece.
     *
     * @param intervalNanos when the next call is planned; the residual error is spread over this time
     */
    public void calibrate(long intervalNanos) {
        if (Clock.ticksAreNanos()) {
            return;
        }
        bracket();
        double rate = (double) (sampleNanos - anchorNanos) / (sampleTicks - anchorTicks);
        if (calibrations == 0) {
            // Nothing has been mapped yet: the first piece gets its slope in place.
            newest = new Piece(newest.startTicks, newest.startNanos, rate);
        } else {
            long mapped = nanos(sampleTicks);
            long residual = sampleNanos - mapped;
            errorNanos = Math.abs(residual) + halfWidthNanos(rate);
            if (residual > JUMP_NANOS) {
                push(sampleTicks, sampleNanos, rate);
                restartAnchor();
            } else {
                double correction = residual / (intervalNanos / rate);
                double limit = residual < -JUMP_NANOS ? 0.5 * rate : MAX_SLEW * rate;
                push(sampleTicks, mapped, rate + Math.clamp(correction, -limit, limit));
            }
        }
        if (calibrations == 0) {
            errorNanos = halfWidthNanos(rate) * 2;
        }
        calibrations++;
        moveAnchor();
    }

    /** Nanoseconds per tick at present. */
    public double nanosPerTick() {
        return Clock.ticksAreNanos() ? 1.0 : newest.nanosPerTick;
    }

    /** How far the map was off at the last calibration, with the width of the bracket, in nanoseconds; 0 for {@code nanoTime}. */
    public long errorNanos() {
        return errorNanos;
    }

    /** Ticks when this map was made. */
    public long originTicks() {
        return originTicks;
    }

    private long halfWidthNanos(double rate) {
        return (long) Math.ceil(sampleWidthTicks * rate / 2);
    }

    /** Reads nanoTime between two readings of the counter; the tightest of many tries is kept. */
    private void bracket() {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = Clock.ticks();
            long nanos = System.nanoTime();
            long after = Clock.ticks();
            long width = after - before;
            if (width >= 0 && width < best) {
                best = width;
                sampleTicks = before + width / 2;
                sampleNanos = nanos;
            }
        }
        sampleWidthTicks = best;
    }

    /** A rate needs a long base to be exact and a short one to follow; ten seconds are both. */
    private void moveAnchor() {
        if (sampleNanos - anchorNanos > 10_000_000_000L) {
            restartAnchor();
        }
    }

    private void restartAnchor() {
        // The rate of the next interval is measured from here; one interval of a second gives 0.03 ppm.
        anchorTicks = sampleTicks;
        anchorNanos = sampleNanos;
    }

    private void push(long ticks, long nanos, double rate) {
        if (earlier.size() == KEPT_PIECES) {
            earlier.removeLast();
        }
        earlier.addFirst(newest);
        newest = new Piece(ticks, nanos, rate);
    }

    /** The piece that a moment lies in; the first one known reaches back without end. */
    private Piece earlierPiece(long ticks) {
        Piece found = newest;
        for (Piece piece : earlier) {
            found = piece;
            if (ticks >= piece.startTicks) {
                break;
            }
        }
        return found;
    }
}
