package dev.zonecast.core.gpu;

import java.util.Random;

/** A CPU clock of three ticks a nanosecond that only runs when it is read or told to. */
final class SimulatedTime extends CpuTime {
    static final double TICKS_PER_NANO = 3;

    private final Random random;
    private long now = 1_000_000_000_000L;

    SimulatedTime(Random random) {
        this.random = random;
    }

    /** Now, without taking time. */
    long now() {
        return now;
    }

    void advanceNanos(double nanos) {
        now += Math.round(nanos * TICKS_PER_NANO);
    }

    /** Lets time pass up to a moment, if it has not come yet. */
    void advanceTo(long ticks) {
        now = Math.max(now, ticks);
    }

    /** The counter begins anew, as after a sleep of the machine. */
    void restart() {
        now = 1_000_000;
    }

    @Override
    long ticks() {
        long read = now;
        advanceNanos(8 + random.nextInt(30));
        return read;
    }

    @Override
    double nanosPerTick() {
        return 1 / TICKS_PER_NANO * (1 + 1e-6);
    }

    @Override
    double relativeError() {
        return 2e-6;
    }

    @Override
    void start() {}

    @Override
    boolean refine(long nowTicks) {
        return false;
    }
}
