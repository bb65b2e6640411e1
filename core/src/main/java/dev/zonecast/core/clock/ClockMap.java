package dev.zonecast.core.clock;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * Turns ticks of {@link Clock} into nanoseconds of {@link System#nanoTime} (CLOCK_MONOTONIC on Linux). The map is piecewise linear and
 * never runs backwards, so what is sent or recorded needs no correction afterwards. Each {@link #calibrate} starts a new piece whose
 * slope leads back to the reference within one interval; a piece is never changed once it is in use.
 *
 * <p>The two clocks part when the machine sleeps: the counter goes on while nanoTime stands, or stands while nanoTime goes on, or
 * begins anew; a virtual machine that is moved does the same. {@link #followJump} sees it and puts the gap where it was, between two
 * of its calls.
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

    /** A rate needs a long base to be exact and a short one to follow; ten seconds are both. */
    private static final long LONGEST_BASE_NANOS = 10_000_000_000L;

    /** A map without pieces: nanoseconds at a moment, and how many a tick takes. */
    public record Line(long ticks, long nanos, double nanosPerTick) {}

    /** The map from a moment on. */
    private record Piece(long startTicks, long startNanos, double nanosPerTick) {
        long nanos(long ticks) {
            return startNanos + (long) ((ticks - startTicks) * nanosPerTick);
        }
    }

    /** Both clocks at one moment, as near as can be had. */
    private record Sample(long ticks, long nanos, long widthTicks) {
        /** How far the two readings may be apart in time; the counter's own step is in it. */
        double uncertainNanos(double nanosPerTick) {
            return (widthTicks / 2.0 + 1) * nanosPerTick;
        }
    }

    private final LongSupplier ticks;
    private final LongSupplier nanos;
    private final boolean ticksAreNanos;
    private final Sample origin;

    /** Pieces before the newest one, latest first. */
    private final ArrayDeque<Piece> earlier = new ArrayDeque<>();

    private Piece newest;

    /** Ticks above this are of the time before the counter began anew, and are mapped to {@link #staleNanos}. */
    private long staleTicks = Long.MAX_VALUE;

    private long staleNanos;

    /** Where the measurement of the rate begins. */
    private Sample anchor;

    /** Nanoseconds per tick as last measured, without the correction in a piece's slope. */
    private double rate = 1.0;

    // Both clocks when they were last seen to agree.
    private long seenTicks;
    private long seenNanos;

    private long errorNanos;
    private int calibrations;

    /** Of the process's clock. Takes the first reading; ticks before it are mapped too, by extending the first piece backwards. */
    public ClockMap() {
        this(Clock::ticks, System::nanoTime, Clock.ticksAreNanos());
    }

    /** Of any two clocks. */
    ClockMap(LongSupplier ticks, LongSupplier nanos, boolean ticksAreNanos) {
        this.ticks = ticks;
        this.nanos = nanos;
        this.ticksAreNanos = ticksAreNanos;
        origin = bracket();
        anchor = origin;
        newest = new Piece(origin.ticks, origin.nanos, rate);
    }

    /** The map that another process had. */
    public static ClockMap fixed(Line line) {
        ClockMap map = new ClockMap(() -> line.ticks, () -> line.nanos, false);
        map.newest = new Piece(line.ticks, line.nanos, line.nanosPerTick);
        return map;
    }

    /** The map as it is now, for moments about now. */
    public Line line() {
        return ticksAreNanos ? new Line(0, 0, 1) : new Line(newest.startTicks, newest.startNanos, newest.nanosPerTick);
    }

    /** {@link System#nanoTime} when this map was made. */
    public long originNanos() {
        return origin.nanos;
    }

    /**
     * Nanoseconds of {@link System#nanoTime} at a reading of the counter.
     *
     * @param ticks from {@link Clock#ticks}
     */
    public long nanos(long ticks) {
        if (ticksAreNanos) {
            return ticks;
        }
        Piece piece = newest;
        if (ticks < piece.startTicks) {
            return earlierPiece(ticks).nanos(ticks);
        }
        return ticks <= staleTicks ? piece.nanos(ticks) : staleNanos;
    }

    /** True if ticks are nanoseconds: {@link #nanos} returns its argument. */
    public boolean ticksAreNanos() {
        return ticksAreNanos;
    }

    /** Ticks at the start of the newest piece: from here to {@link #staleTicks} the map is a straight line. */
    public long newestTicks() {
        return newest.startTicks;
    }

    /** Nanoseconds at {@link #newestTicks}; from there on there are {@link #nanosPerTick} more for each tick, cut to whole ones. */
    public long newestNanos() {
        return newest.startNanos;
    }

    /** Last ticks to which the newest piece applies. */
    public long staleTicks() {
        return staleTicks;
    }

    /**
     * Reads both clocks again and starts a new piece.
     *
     * @param intervalNanos when the next call is planned; the residual error is spread over this time
     */
    public void calibrate(long intervalNanos) {
        if (ticksAreNanos) {
            return;
        }
        Sample sample = bracket();
        if (calibrations == 0) {
            measureRate(sample, 1);
            // Nothing has been mapped yet: the first piece gets its slope in place.
            newest = new Piece(origin.ticks, origin.nanos, rate);
        } else if (hasJumped(sample.ticks, sample.nanos)) {
            // Left to followJump.
            return;
        } else {
            measureRate(sample, WARM_UP_NANOS);
            long mapped = nanos(sample.ticks);
            long residual = sample.nanos - mapped;
            double correction = residual * rate / intervalNanos;
            double limit = MAX_SLEW * rate;
            push(sample.ticks, mapped, rate + Math.clamp(correction, -limit, limit));
        }
        calibrations++;
        errorNanos = errorUntilNext(sample, intervalNanos);
        seenTicks = sample.ticks;
        seenNanos = sample.nanos;
        staleTicks = Long.MAX_VALUE;
        if (sample.nanos - anchor.nanos > LONGEST_BASE_NANOS) {
            anchor = sample;
        }
    }

    /**
     * Looks whether the clocks have parted since the last call, and if so starts the map anew: to be called before events are
     * mapped, often. Costs a reading of both clocks.
     *
     * @return true if the counter began anew, so that its readings from before and after cannot be put in order
     */
    public boolean followJump() {
        if (ticksAreNanos || calibrations == 0) {
            return false;
        }
        long nowTicks = ticks.getAsLong();
        long nowNanos = nanos.getAsLong();
        if (hasJumped(nowTicks, nowNanos)) {
            // Or this thread lost its processor between the two readings.
            Sample sample = bracket();
            if (hasJumped(sample.ticks, sample.nanos)) {
                return restart(sample);
            }
            nowTicks = sample.ticks;
            nowNanos = sample.nanos;
        }
        seenTicks = nowTicks;
        seenNanos = nowNanos;
        return false;
    }

    private boolean hasJumped(long nowTicks, long nowNanos) {
        return nowTicks < seenTicks || Math.abs(nowNanos - nanos(nowTicks)) > JUMP_NANOS;
    }

    /** Continues from the last agreement of the clocks: nanoTime has the time since then, and the rate is known. */
    private boolean restart(Sample sample) {
        long reached = nanos(seenTicks);
        long startTicks = sample.ticks - (long) ((sample.nanos - seenNanos) / rate);
        boolean counterRestarted = sample.ticks < seenTicks;
        if (counterRestarted) {
            earlier.clear();
            staleTicks = sample.ticks + (seenTicks - sample.ticks) / 2;
            staleNanos = reached;
        } else if (startTicks > seenTicks) {
            // The counter ran while nanoTime stood: nothing happened in that time, and so it takes none.
            push(seenTicks, reached, 0);
        } else {
            startTicks = seenTicks;
        }
        long startNanos = sample.nanos - (long) ((sample.ticks - startTicks) * rate);
        Piece piece = new Piece(startTicks, Math.max(reached, startNanos), rate);
        if (counterRestarted) {
            newest = piece;
        } else {
            push(piece.startTicks, piece.startNanos, rate);
        }
        errorNanos = Math.abs(sample.nanos - nanos(sample.ticks)) + (long) Math.ceil(sample.uncertainNanos(rate));
        anchor = sample;
        seenTicks = sample.ticks;
        seenNanos = sample.nanos;
        return counterRestarted;
    }

    /** Nanoseconds per tick at present. */
    public double nanosPerTick() {
        return ticksAreNanos ? 1.0 : newest.nanosPerTick;
    }

    /**
     * How far the map may be off until the next calibration, if the rate stays as it was, in nanoseconds: what it was off at the last
     * one, the width of the bracket, and what the rate's own uncertainty adds up to; 0 for {@code nanoTime}.
     */
    public long errorNanos() {
        return errorNanos;
    }

    private void measureRate(Sample sample, long shortestBaseNanos) {
        if (sample.nanos - anchor.nanos >= shortestBaseNanos && sample.ticks > anchor.ticks) {
            rate = (double) (sample.nanos - anchor.nanos) / (sample.ticks - anchor.ticks);
        }
    }

    private long errorUntilNext(Sample sample, long intervalNanos) {
        double uncertain = sample.uncertainNanos(rate);
        double base = Math.max(WARM_UP_NANOS, sample.nanos - anchor.nanos);
        double drifted = (uncertain + anchor.uncertainNanos(rate)) / base * intervalNanos;
        return Math.abs(sample.nanos - nanos(sample.ticks)) + (long) Math.ceil(uncertain + drifted);
    }

    /** Reads nanoTime between two readings of the counter; the tightest of many tries is kept. */
    private Sample bracket() {
        Sample best = new Sample(0, 0, Long.MAX_VALUE);
        for (int i = 0; i < TRIES; i++) {
            long before = ticks.getAsLong();
            long between = nanos.getAsLong();
            long width = ticks.getAsLong() - before;
            if (width >= 0 && width < best.widthTicks) {
                best = new Sample(before + width / 2, between, width);
            }
        }
        return best;
    }

    private void push(long startTicks, long startNanos, double nanosPerTick) {
        if (earlier.size() == KEPT_PIECES) {
            earlier.removeLast();
        }
        earlier.addFirst(newest);
        newest = new Piece(startTicks, startNanos, nanosPerTick);
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
