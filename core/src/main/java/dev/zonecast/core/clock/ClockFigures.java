package dev.zonecast.core.clock;

/**
 * What viewers show of the clock.
 *
 * @param readNanos cost of a reading
 * @param stepNanos the smallest difference of two readings, at least 1
 */
public record ClockFigures(long readNanos, long stepNanos) {
    private static final int ROUNDS = 32;
    private static final int READINGS = 1024;

    /** Measured on the thread that uses this class first, for a few milliseconds. */
    public static final ClockFigures MEASURED = measure();

    private static ClockFigures measure() {
        long startNanos = System.nanoTime();
        long startTicks = Clock.ticks();
        long roundNanos = Long.MAX_VALUE;
        long step = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = System.nanoTime();
            long last = Clock.ticks();
            for (int i = 0; i < READINGS; i++) {
                long ticks = Clock.ticks();
                step = ticks > last ? Math.min(step, ticks - last) : step;
                last = ticks;
            }
            roundNanos = Math.min(roundNanos, System.nanoTime() - before);
        }
        double nanosPerTick = (double) (System.nanoTime() - startNanos) / Math.max(1, Clock.ticks() - startTicks);
        return new ClockFigures(roundNanos / READINGS, Math.max(1, Math.round(step * nanosPerTick)));
    }
}
