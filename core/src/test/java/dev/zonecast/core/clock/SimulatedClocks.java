package dev.zonecast.core.clock;

import java.util.Random;

/** A counter and a nanoTime over one true time, each reading of which takes a while. The counter's rate may change, and both may jump. */
final class SimulatedClocks {
    private final Random random = new Random(42);
    private final double hertz;
    private double ticks;
    private double nanos;
    private double counterPpm;

    /** Smallest and largest time that a reading takes. */
    private int readNanos = 5;

    private int readNanosMost = 30;

    SimulatedClocks(double hertz, long firstTicks, long firstNanos) {
        this.hertz = hertz;
        this.ticks = firstTicks;
        this.nanos = firstNanos;
    }

    SimulatedClocks readingTakes(int least, int most) {
        readNanos = least;
        readNanosMost = most;
        return this;
    }

    /** From now on the counter runs at another rate. */
    void drift(double ppm) {
        counterPpm = ppm;
    }

    void pass(double elapsedNanos) {
        ticks += elapsedNanos * hertz / 1e9 * (1 + counterPpm / 1e6);
        nanos += elapsedNanos;
    }

    /** The counter runs on, or stands, while nanoTime does the other. */
    void sleep(double counterNanos, double nanoTimeNanos) {
        ticks += counterNanos * hertz / 1e9;
        nanos += nanoTimeNanos;
    }

    void resetCounter(long to) {
        ticks = to;
    }

    private void passAReading() {
        pass(readNanos + random.nextInt(readNanosMost - readNanos + 1));
    }

    long readTicks() {
        passAReading();
        return ticksNow();
    }

    long readNanos() {
        passAReading();
        return nanosNow();
    }

    long ticksNow() {
        return (long) Math.floor(ticks);
    }

    long nanosNow() {
        return (long) Math.floor(nanos);
    }

    ClockMap map() {
        return new ClockMap(this::readTicks, this::readNanos, false);
    }
}
