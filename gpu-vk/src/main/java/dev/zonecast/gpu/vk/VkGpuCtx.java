package dev.zonecast.gpu.vk;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextStatistics;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.core.gpu.GpuZones;
import java.util.Collection;
import org.lwjgl.PointerBuffer;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueue;

/**
 * Zones of the work that a Vulkan queue gives to the GPU. One context for each queue.
 *
 * <pre>{@code
 * private static final SourceLocation SHADOWS = SourceLocation.here("shadows");
 *
 * VkGpuCtx gpu = VkGpuCtx.builder(device, queueFamily).name("graphics").hostQueryReset(true).create();
 * while (running) {
 *     vkBeginCommandBuffer(commands, beginInfo);
 *     long zone = gpu.begin(SHADOWS, commands);
 *     drawShadows(commands);
 *     gpu.end(zone, commands);
 *     vkEndCommandBuffer(commands);
 *     gpu.submit(commands);
 *     vkQueueSubmit(queue, submitInfo, fence);
 *     gpu.collect();                                        // once a frame; never waits
 * }
 * vkDeviceWaitIdle(device);
 * gpu.close();
 * }</pre>
 *
 * A zone spans the time from when the GPU has done all that was submitted before {@link #begin} to when it has done all that was
 * submitted before {@link #end} ({@linkplain VkGpuCtxBuilder#stages other stages} can be chosen); zones may be nested. It is shown on the
 * CPU's time line, where it lies between its recording and the return of a {@code vkQueueWaitIdle} that follows it, give or take
 * {@link GpuContextStatistics#errorNanos}.
 *
 * <p><b>Command buffers.</b> They may be recorded by several threads at once, be submitted in any order, be secondary ones, or never be
 * submitted. One that is submitted more than once has to be announced ({@link #recordReusable}). One that is never submitted has to be
 * {@linkplain #discard(VkCommandBuffer) discarded}. A zone may end in another command buffer than it began in; one without an end is ended and
 * counted ({@link GpuContextStatistics#wrongCalls}) when its command buffer is recorded anew, or 100 ms after that has run. Inside a render
 * pass with several views (multiview) no zone may begin or end.
 *
 * <p><b>Threads.</b> {@link #begin} and {@link #end} belong to the thread that records in the command buffer at that time. {@link #collect()}
 * may be called by any thread. No call throws for the profiler's own state, and none waits for the GPU but {@link
 * VkGpuCtxBuilder#create}.
 *
 * <p><b>A lost device</b> is noticed by {@link #collect()}: the context records no more, ends the zones that the GPU was seen to be in, and
 * counts the others as dropped.
 *
 * <p>A context of a program that is switched off ({@code -Dzonecast.enabled=false}) does nothing at all. While nobody listens, a zone
 * costs a load and a branch, and no call to the driver unless {@linkplain VkGpuCtxBuilder#debugLabels labels} are wanted.
 */
public final class VkGpuCtx implements AutoCloseable {
    private final GpuZones zones;

    /** Null in a context that only counts. */
    private final VkQueries queries;

    VkGpuCtx(GpuZones zones, VkQueries queries) {
        this.zones = zones;
        this.queries = queries;
    }

    /**
     * Starts to make a context for the first queue of a family; {@link VkGpuCtxBuilder#queueIndex} names another.
     *
     * @param queueFamily index of the family, as the device was created with
     */
    public static VkGpuCtxBuilder builder(VkDevice device, int queueFamily) {
        return new VkGpuCtxBuilder(device, null, queueFamily);
    }

    /**
     * Starts to make a context, with what a program has at hand.
     *
     * @param queue that the command buffers will be submitted to
     * @param queueFamily index of its family
     * @throws IllegalArgumentException if these do not belong together
     */
    public static VkGpuCtxBuilder builder(
            VkInstance instance, VkPhysicalDevice physicalDevice, VkDevice device, VkQueue queue, int queueFamily) {
        require(
                physicalDevice.getInstance().address() == instance.address(),
                "the physical device is of another instance");
        require(
                device.getPhysicalDevice().address() == physicalDevice.address(),
                "the device is of another physical device");
        require(queue.getDevice().address() == device.address(), "the queue is of another device");
        return new VkGpuCtxBuilder(device, queue, queueFamily);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /**
     * Begins a zone.
     *
     * @param location where it stands; null is counted and begins nothing
     * @param commandBuffer that is being recorded by this thread
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public long begin(SourceLocation location, VkCommandBuffer commandBuffer) {
        return zones.begin(location, commandBuffer.address());
    }

    /**
     * Begins a zone if {@code active}.
     *
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public long begin(SourceLocation location, VkCommandBuffer commandBuffer, boolean active) {
        return active ? zones.begin(location, commandBuffer.address()) : 0;
    }

    /**
     * Begins a zone with the calls that led there. That costs the thread about 2 us at a depth of 16, and allocates.
     *
     * @param location where it stands; null is counted and begins nothing
     * @param commandBuffer that is being recorded by this thread
     * @param stackDepth how many calls, the caller's first: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none
     * @return token for {@link #end}, 0 if there is nothing to end
     */
    public long begin(SourceLocation location, VkCommandBuffer commandBuffer, int stackDepth) {
        return zones.begin(location, commandBuffer.address(), stackDepth);
    }

    /**
     * Ends a zone, and those inside it that were left open.
     *
     * @param token from {@link #begin} of this context; 0 is ignored, anything but the token of an open zone is counted and ignored
     * @param commandBuffer as for {@link #begin}; another one if the zone ends there, recorded by the same thread and submitted later
     */
    public void end(long token, VkCommandBuffer commandBuffer) {
        zones.end(token, commandBuffer.address());
    }

    /** Begins a zone that {@link GpuZone#close} ends in the same command buffer. Never null. */
    public GpuZone open(SourceLocation location, VkCommandBuffer commandBuffer) {
        return new GpuZone(zones, commandBuffer.address(), begin(location, commandBuffer));
    }

    /** Begins a zone if {@code active}. Never null. */
    public GpuZone open(SourceLocation location, VkCommandBuffer commandBuffer, boolean active) {
        return new GpuZone(zones, commandBuffer.address(), begin(location, commandBuffer, active));
    }

    /** As {@link #begin(SourceLocation, VkCommandBuffer, int)}. Never null. */
    public GpuZone open(SourceLocation location, VkCommandBuffer commandBuffer, int stackDepth) {
        long target = commandBuffer.address();
        return new GpuZone(zones, target, zones.begin(location, target, stackDepth));
    }

    /**
     * Gives the context another name, which viewers and recordings show from now on. Any thread. After {@link #close} the name stays.
     *
     * @param name null or empty changes nothing
     */
    public void rename(String name) {
        zones.rename(name);
    }

    /**
     * Before vkCmdBeginRenderPass, vkCmdEndRenderPass and their like, where a zone is open and {@linkplain
     * VkGpuCtxBuilder#pipelineStatistics statistics} are counted: such a query lies within a render pass or outside. {@link
     * #resumeStatistics} follows. Does nothing where nothing is counted.
     */
    public void pauseStatistics(VkCommandBuffer commandBuffer) {
        zones.pauseStatistics(commandBuffer.address());
    }

    /** After the command that {@link #pauseStatistics} came before. */
    public void resumeStatistics(VkCommandBuffer commandBuffer) {
        zones.resumeStatistics(commandBuffer.address());
    }

    /**
     * The recording of a command buffer has begun that will be submitted more than once: call it after vkBeginCommandBuffer. Its queries
     * stay its own until it is recorded anew or {@linkplain #discard discarded}. Needs {@link VkGpuCtxBuilder#hostQueryReset}; without,
     * the zones in it are counted as dropped. A command buffer that is pending several times at once (SIMULTANEOUS_USE) cannot have zones.
     */
    public void recordReusable(VkCommandBuffer commandBuffer) {
        zones.recordReusable(commandBuffer.address());
    }

    /**
     * A primary command buffer is about to be submitted by this thread: before vkQueueSubmit. Optional. With it an arrow leads from the
     * submission to the zones, not from their recording; they are on the track of the thread that submits; and a command buffer that
     * runs within a long zone of another is shown beside that zone, not as a part of it. {@link #resubmit} replaces it for later
     * submissions of the same recording.
     */
    public void submit(VkCommandBuffer commandBuffer) {
        zones.submit(commandBuffer.address(), true);
    }

    /** A secondary command buffer goes to the queue with a primary one that is about to be submitted: as {@link #submit}. */
    public void submitSecondary(VkCommandBuffer commandBuffer) {
        zones.submit(commandBuffer.address(), false);
    }

    /**
     * The next submission of a command buffer waits for a semaphore: before {@link #submit} or {@link #resubmit}. Recordings have an arrow from
     * the end of the zones that {@linkplain #signals signal} it to the begin of those that wait, also from another context. A submission
     * keeps eight semaphores.
     *
     * @param value of a timeline semaphore; 0: it is a binary one, whose signal comes before
     */
    public void waits(VkCommandBuffer commandBuffer, long semaphore, long value) {
        zones.link(commandBuffer.address(), semaphore, value, false);
    }

    /** The next submission of a command buffer signals a semaphore: as {@link #waits}. */
    public void signals(VkCommandBuffer commandBuffer, long semaphore, long value) {
        zones.link(commandBuffer.address(), semaphore, value, true);
    }

    /**
     * A command buffer of {@link #recordReusable} is about to be submitted for the second time, or a later one: before each such
     * vkQueueSubmit, when the run before is over. Takes the times of that run. For a secondary command buffer: before the primary is
     * submitted.
     */
    public void resubmit(VkCommandBuffer commandBuffer) {
        zones.resubmit(commandBuffer.address());
    }

    /**
     * A command buffer was reset or freed: zones in it that never ran are counted as dropped, and its queries can be used by others.
     * Needed where it was not submitted: its queries are never free otherwise. Not needed where it has run.
     */
    public void discard(VkCommandBuffer commandBuffer) {
        zones.discard(commandBuffer.address());
    }

    /** As {@link #discard(VkCommandBuffer)}, for all command buffers of a pool that was reset or destroyed. */
    public void discard(Collection<VkCommandBuffer> commandBuffers) {
        zones.discard(
                commandBuffers.stream().mapToLong(VkCommandBuffer::address).toArray());
    }

    /** As {@link #discard(Collection)}, with the handles that vkAllocateCommandBuffers gave: those from position to limit. */
    public void discard(PointerBuffer commandBuffers) {
        long[] handles = new long[commandBuffers.remaining()];
        commandBuffers.duplicate().get(handles);
        zones.discard(handles);
    }

    /**
     * Takes the times of zones that the GPU has finished; best once a frame, after the frame was submitted. Never waits, and uses no queue.
     * Zones stay outstanding, and are dropped in the end, if it is never called. Any thread.
     */
    public void collect() {
        zones.collect();
    }

    /**
     * As {@link #collect()}, and has a command buffer reset the queries that were read: where there is no {@link
     * VkGpuCtxBuilder#hostQueryReset}, they can be used again only after that.
     *
     * @param commandBuffer that this thread is recording, outside a render pass, for a queue that can draw or compute; submitted to this
     *     context's queue, before those that are recorded from now on
     */
    public void collect(VkCommandBuffer commandBuffer) {
        zones.collect();
        if (zones.isAvailable()) {
            queries.recordResets(commandBuffer.address());
        }
    }

    /** True while zones can be recorded: not closed, and the device not lost. */
    public boolean isAvailable() {
        return zones.isAvailable();
    }

    /** The engine; for tests. */
    GpuZones zones() {
        return zones;
    }

    /** The queries, null in a context that only counts; for tests. */
    VkQueries queries() {
        return queries;
    }

    /** What this context says of itself. */
    public GpuContextStatistics statistics() {
        return zones.statistics();
    }

    /**
     * Takes the zones that are ready, counts the others as dropped, and destroys the queries. Before the device is destroyed, when no
     * command buffer with zones is pending; one that is being recorded has to be reset, not submitted; zones that are open are ended. Calls that come after are ignored.
     */
    @Override
    public void close() {
        zones.close();
        if (queries != null) {
            queries.free();
        }
    }
}
