package dev.zonecast.core.gpu;

/** One reading of the GPU's clock and what encloses it on the CPU's; filled by {@link GpuQueries#readClocks}. */
public final class ClockReading {
    /** Give or take eleven days. */
    private static final double NO_INFORMATION_NANOS = 1e15;

    final CpuTime cpu;

    /** {@code Clock} ticks that are surely not later than the GPU's reading. */
    public long beforeTicks;

    /** What the GPU's clock said. */
    public long gpuTicks;

    /** {@code Clock} ticks that are surely not earlier. */
    public long afterTicks;

    private long beginTicks;

    ClockReading(CpuTime cpu) {
        this.cpu = cpu;
    }

    /**
     * Before a call that reads the GPU's clock and another clock of the CPU (the host's) at one moment; to be followed by a reading of the
     * host's clock.
     */
    public void begin() {
        beginTicks = cpu.ticks();
    }

    /** That call has failed: nothing is known, and what was known stays. */
    public void failed() {
        end(gpuTicks, 0, 0, NO_INFORMATION_NANOS);
    }

    /**
     * After that call, and a second reading of the host's clock.
     *
     * @param gpuTicks what the call says of the GPU's clock
     * @param sinceBeginNanos from the first reading of the host's clock to what the call says of it
     * @param untilEndNanos from there to the second reading
     * @param deviationNanos how far apart the call may have read the two clocks
     */
    public void end(long gpuTicks, double sinceBeginNanos, double untilEndNanos, double deviationNanos) {
        long endTicks = cpu.ticks();
        this.gpuTicks = gpuTicks;
        double error = cpu.relativeError();
        double ticksPerNano = 1 / cpu.nanosPerTick();
        double deviation = deviationNanos * ticksPerNano;
        double sinceBegin = 0;
        double untilEnd = 0;
        boolean isPair = sinceBeginNanos >= -deviationNanos && untilEndNanos >= -deviationNanos;
        // Else the driver's word on the host's clock is of another moment: all that is sure is the bracket.
        if (isPair && !Double.isInfinite(error)) {
            sinceBegin = (sinceBeginNanos - Math.abs(sinceBeginNanos) * error) * ticksPerNano;
            untilEnd = (untilEndNanos - Math.abs(untilEndNanos) * error) * ticksPerNano;
        }
        // The first reading was not before beginTicks, the second not after endTicks.
        beforeTicks = beginTicks + (long) Math.floor(sinceBegin - deviation);
        afterTicks = endTicks - (long) Math.floor(untilEnd - deviation);
    }
}
