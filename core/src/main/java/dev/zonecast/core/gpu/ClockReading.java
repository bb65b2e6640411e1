package dev.zonecast.core.gpu;

/** One reading of the GPU's clock and what encloses it on the CPU's; filled by {@link GpuQueries#readClocks}. */
public final class ClockReading {
    final CpuTime cpu;

    /** {@code Clock} ticks that are surely not later than the GPU's reading. */
    public long beforeTicks;

    /** What the GPU's clock said. */
    public long gpuTicks;

    /** {@code Clock} ticks that are surely not earlier. */
    public long afterTicks;

    ClockReading(CpuTime cpu) {
        this.cpu = cpu;
    }
}
