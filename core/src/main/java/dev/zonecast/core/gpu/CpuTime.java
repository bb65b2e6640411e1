package dev.zonecast.core.gpu;

import dev.zonecast.core.clock.Clock;

/**
 * The CPU's side of a GPU context's clock: ticks of {@link Clock}, and how long one is. Tests put a simulated clock in its place.
 *
 * <p>{@link #ticks} may be called by any thread; the engine's lock guards the rest.
 */
class CpuTime {
    private static final int TRIES = 8;

    /** A base longer than this is not waited for: the reading's width over it is far below what any crystal keeps. */
    private static final double LONG_ENOUGH_NANOS = 100e9;

    /** A counter that is used as a clock keeps its rate at least so well. */
    private static final double CONSTANT_TO = 500e-6;

    private static final double FIRST_BASE_NANOS = 1e9;

    private long anchorTicks;
    private long anchorNanos;
    private long anchorWidthTicks;
    private double nanosPerTick = 1;

    /** Nothing is known at first. */
    private double relativeError = Double.POSITIVE_INFINITY;

    private long nextTicks;

    // Result of the last bracket.
    private long sampleTicks;
    private long sampleNanos;
    private long sampleWidthTicks;

    /** Now. */
    long ticks() {
        return Clock.ticks();
    }

    /** Length of a tick. */
    double nanosPerTick() {
        return nanosPerTick;
    }

    /** How far {@link #nanosPerTick} may be off, as a part of it. */
    double relativeError() {
        return relativeError;
    }

    /** Starts to measure, again if the counter began anew; {@link #refine} gives the first figure. */
    void start() {
        if (Clock.ticksAreNanos()) {
            relativeError = 0;
            return;
        }
        bracket();
        takeAnchor();
        nextTicks = sampleTicks;
    }

    /**
     * Measures again if the time since the start has doubled since the last measurement.
     *
     * @return true if the figures have changed
     */
    boolean refine(long nowTicks) {
        if (relativeError == 0 || nowTicks - nextTicks < 0) {
            return false;
        }
        bracket();
        long base = sampleTicks - anchorTicks;
        if (base <= 0) {
            return false;
        }
        double measured = (double) (sampleNanos - anchorNanos) / base;
        double error = (double) (sampleWidthTicks + anchorWidthTicks) / base;
        if (Math.abs(measured / nanosPerTick - 1) > relativeError + error + CONSTANT_TO) {
            // The machine has slept: one of the clocks stood still. The counter's rate is what it was.
            takeAnchor();
            nextTicks = sampleTicks + (long) (FIRST_BASE_NANOS / nanosPerTick);
            return false;
        }
        nanosPerTick = measured;
        relativeError = error;
        nextTicks = base * measured > LONG_ENOUGH_NANOS ? Long.MAX_VALUE : sampleTicks + base;
        return true;
    }

    private void takeAnchor() {
        anchorTicks = sampleTicks;
        anchorNanos = sampleNanos;
        anchorWidthTicks = sampleWidthTicks;
    }

    /** Reads nanoTime between two readings of the counter; the tightest of several tries is kept. */
    private void bracket() {
        sampleWidthTicks = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = Clock.ticks();
            long nanos = System.nanoTime();
            long after = Clock.ticks();
            if (after - before >= 0 && after - before < sampleWidthTicks) {
                sampleWidthTicks = after - before;
                sampleTicks = before + (after - before) / 2;
                sampleNanos = nanos;
            }
        }
    }
}
