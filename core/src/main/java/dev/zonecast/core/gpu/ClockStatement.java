package dev.zonecast.core.gpu;

/**
 * What viewers are told of the GPU's clock: how far times may be off, and how fast it runs.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ClockStatement {
    private static final double EVERY_NANOS = 1e9;

    private final CpuTime cpu;
    private final GpuClockMap map;
    private final GpuZoneWriter writer;
    private long nowTicks;
    private long errorTicks = -1;
    private long saidAtTicks;
    private boolean due;

    /** Largest error of a time since then. */
    private long largestTicks;

    private double driftPpm;

    ClockStatement(CpuTime cpu, GpuClockMap map, GpuZoneWriter writer) {
        this.cpu = cpu;
        this.map = map;
        this.writer = writer;
    }

    /** Before events are written. */
    void prepare(long passTicks) {
        nowTicks = passTicks;
        long sinceTicks = nowTicks - saidAtTicks;
        due = sinceTicks < 0 || sinceTicks * cpu.nanosPerTick() > EVERY_NANOS;
    }

    /**
     * Before a time is written: it is stated that it may be off by so much. That is written anew before the first time that may be off
     * further, and once a second.
     *
     * @return false if there was no room
     */
    boolean covers(long ticks) {
        largestTicks = Math.max(largestTicks, ticks);
        return (ticks <= errorTicks && !due) || write(ticks);
    }

    private boolean write(long ticks) {
        long stated = errorTicks;
        if (ticks > errorTicks || largestTicks < errorTicks / 2) {
            // Half as much again, so that it need not be said at every result while the error grows.
            stated = largestTicks + largestTicks / 2 + 1;
        }
        driftPpm = map.driftPpm();
        if (!writer.error(nanos(stated), driftPpm)) {
            return false;
        }
        errorTicks = stated;
        saidAtTicks = nowTicks;
        due = false;
        largestTicks = 0;
        return true;
    }

    /** The error last stated, in CPU ticks; -1 before the first result. */
    long errorTicks() {
        return errorTicks;
    }

    /** As {@link #errorTicks}, in nanoseconds. */
    long errorNanos() {
        return errorTicks < 0 ? -1 : nanos(errorTicks);
    }

    /** How much faster the GPU's clock runs than its driver says, in millionths; as last stated. */
    double driftPpm() {
        return driftPpm;
    }

    private long nanos(long ticks) {
        return (long) Math.ceil(ticks * cpu.nanosPerTick());
    }
}
