/**
 * The GPU query engine that the back-ends of OpenGL, Vulkan and OpenCL share.
 *
 * <h2>The life of a GPU zone</h2>
 *
 * <ol>
 *   <li>{@code GpuZones.begin} takes two queries of the pool (one for the end), notes the CPU's clock and has the GPU write its own as
 *       soon as it has done all that was submitted before. {@code end} does the same.
 *   <li>The GPU gets there, up to a few frames later.
 *   <li>{@code GpuZones.collect}, once a frame, asks the oldest queries whether they have their results. {@code ResultReader} moves each
 *       result from the GPU's clock to the CPU's ({@code GpuClockMap}). {@code ZoneMerger} brings the zones of all lanes into the GPU's
 *       order and writes them to the ring of the calling thread. A zone that finds no room there stays for the next time.
 *   <li>The collector reads the ring and tells the sinks.
 * </ol>
 *
 * A zone is dropped as a whole, and counted, before its begin: when the pool has reached its limit. A context that is closed or lost
 * drops what it has not seen begin, and ends what it has.
 *
 * <h2>Threads</h2>
 *
 * <ul>
 *   <li>A <b>submitting</b> thread (OpenGL) or a target (a command buffer of Vulkan) has a lane of its own: its open zones and its queries
 *       in their order. Lanes share nothing but the pool that chunks of queries are taken from (a lock, rarely).
 *   <li>The <b>collecting</b> thread, one at a time (a lock that is tried, never waited for), reads the lanes, owns the map of the
 *       clocks, and gives chunks back.
 *   <li>Between the two: a submitting thread stores the number of issued queries with release after their notes; the collecting one
 *       reads it with acquire. The other way round the number of chunks that were read is stored with release and read with acquire
 *       before a query is issued again.
 * </ul>
 *
 * In OpenGL, where a context is current on one thread at a time, both are one thread as a rule.
 */
package dev.zonecast.core.gpu;
