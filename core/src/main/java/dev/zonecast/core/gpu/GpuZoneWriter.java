package dev.zonecast.core.gpu;

/**
 * Where GPU zones go once the GPU has passed them. Called by the thread that collects, never by two at once. Each method says
 * whether there was room; if not, the engine calls again later with the same.
 *
 * <p>All times are {@code Clock} ticks: the collector turns those of zones on the CPU and on the GPU into nanoseconds with one and
 * the same map.
 */
interface GpuZoneWriter {
    /** Events follow from the calling thread, without a call of the driver in between. */
    void prepare();

    /** No more events follow for now: all that were written can be read. */
    void flush();

    /**
     * The GPU has reached a zone.
     *
     * @param cpuTicks when it was submitted
     * @param gpuTicks when the GPU began, in the CPU's time; never before {@code cpuTicks}
     * @param threadId of the thread that submitted it
     * @param lane zones nest within a thread's lane; from 0 on
     * @param stack the calls that led there; null: none
     */
    boolean begin(int locationId, long cpuTicks, long gpuTicks, long threadId, int lane, Object stack);

    /**
     * What the GPU counted in the innermost zone of the thread's lane.
     *
     * @param statistic {@link GpuStatistic#nameId}
     */
    boolean value(int statistic, long value, long threadId, int lane);

    /**
     * The submission of the thread's innermost zone has a link.
     *
     * @param link of {@link Semaphores}
     */
    boolean link(long link, long gpuTicks, long threadId, int lane);

    /** The GPU has left the innermost zone of the thread's lane. */
    boolean end(long cpuTicks, long gpuTicks, long threadId, int lane);

    /**
     * From now on GPU times are within this of the CPU's.
     *
     * @param errorNanos how far they may be off
     * @param driftPpm how much faster the GPU's clock runs than it says, in millionths
     */
    boolean error(long errorNanos, double driftPpm);
}
