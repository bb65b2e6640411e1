package dev.zonecast.core.gpu;

/**
 * What the query engine needs of a graphics API. One object represents one GPU context (an OpenGL context, a Vulkan queue).
 *
 * <p>Calls come from the threads that submit and from the one that collects; the API's own rules for threads are the user's to
 * keep, and {@link #isUsable} says where they are plainly broken.
 */
public abstract class GpuQueries {
    /** For subclasses. */
    protected GpuQueries() {}

    /**
     * Bits of a timestamp that count, 1 to 64; 0 where the GPU or the queue has no timestamps. What lies above them is ignored, and
     * a counter of fewer than 64 may wrap.
     */
    public abstract int validBits();

    /** Nanoseconds per GPU tick as the driver states it. */
    public abstract double nanosPerTick();

    /**
     * False if commands run in the order of the calls on a thread (OpenGL). True if they are recorded in targets (Vulkan's command
     * buffers), in which one thread at a time records, and which run later, in any order, more than once or never.
     */
    public boolean recordsInTargets() {
        return false;
    }

    /** True if targets can be submitted more than once: their queries can be made ready for another run without commands in them. */
    public boolean canRerunTargets() {
        return true;
    }

    /**
     * True if {@link #readClocks} is better from the second burst on, when the length of the CPU clock's tick is known: where the driver
     * gives pairs of its own.
     */
    protected boolean readsPairs() {
        return false;
    }

    /** True if calls may be made on this thread now; asked before every use, so it has to be quick. */
    public abstract boolean isUsable();

    /**
     * What the program has to change so that queries can be used again, for the log; null if nothing is known to be wrong. Asked when
     * none is left, by any thread that submits.
     */
    protected String remedy() {
        return null;
    }

    /** Makes queries; null if the driver has no more. */
    public abstract QueryChunk createChunk(int queries);

    /** False if the GPU's clock can be known by the results of queries only. */
    protected boolean canReadClock() {
        return true;
    }

    /**
     * Reads the GPU's clock between two readings of the CPU's. What is read has to lie between them: where the driver can only
     * give a pair of its own, {@code before} and {@code after} enclose it by the deviation that it states.
     */
    protected void readClocks(ClockReading reading) {
        reading.beforeTicks = reading.cpu.ticks();
        reading.gpuTicks = gpuTicksNow();
        reading.afterTicks = reading.cpu.ticks();
    }

    /** The GPU's clock now, as timestamp queries would write it. May stall in some drivers: called rarely. */
    protected abstract long gpuTicksNow();

    /** Before results are asked for in one go: a moment to put the API's state in order. */
    protected void beginReading() {}

    /** After {@link #beginReading}, whatever happened. */
    protected void endReading() {}

    /**
     * False if what was read since the last call, and what was issued before this one, may be wrong (the GPU's clock was
     * disturbed). Asked after results were read and before they are used.
     */
    protected boolean resultsAreValid() {
        return true;
    }

    /** True once the device or the context is lost; results are worthless from then on. Asked at each collect. */
    protected boolean isLost() {
        return false;
    }

    /** Counts what the pipeline does in zones; null if that is not wanted. */
    protected GpuCounters counters() {
        return null;
    }

    /** Groups in graphics debuggers; null if the driver has none. */
    protected GpuLabels labels() {
        return null;
    }

    /** Frees what is not the API's; nothing is called afterwards. Any thread. */
    protected void close() {}
}
