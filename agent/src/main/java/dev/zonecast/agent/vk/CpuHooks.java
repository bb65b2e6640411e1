package dev.zonecast.agent.vk;

import dev.zonecast.core.Zone;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Pointer;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkGraphicsPipelineCreateInfo;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;

/** Hooks of functions that take the CPU's time: hitches and waits. */
public abstract class CpuHooks {
    /** Allocations from so many bytes on are zones. */
    private static final long ALLOCATION_FROM = 1 << 20;

    CpuHooks() {}

    // --- hitches

    public static long graphicsPipelinesBegin(Object device, int count, long infos, long pipelines) {
        PipelineCreation creation = PipelineCreation.current();
        creation.into(pipelines);
        return creation.begin(
                Places.GRAPHICS_PIPELINES,
                VkHooks.device(device),
                count,
                infos,
                VkGraphicsPipelineCreateInfo.SIZEOF,
                true);
    }

    public static long graphicsPipelinesBegin(Object device, Object infos, Object pipelines) {
        PipelineCreation creation = PipelineCreation.current();
        creation.into((long[]) pipelines);
        var all = (VkGraphicsPipelineCreateInfo.Buffer) infos;
        return creation.begin(
                Places.GRAPHICS_PIPELINES,
                VkHooks.device(device),
                all.remaining(),
                all.address(),
                VkGraphicsPipelineCreateInfo.SIZEOF,
                true);
    }

    public static long computePipelinesBegin(Object device, int count, long infos) {
        return PipelineCreation.current()
                .begin(
                        Places.COMPUTE_PIPELINES,
                        VkHooks.device(device),
                        count,
                        infos,
                        VkComputePipelineCreateInfo.SIZEOF,
                        false);
    }

    public static long computePipelinesBegin(Object device, Object infos) {
        var all = (VkComputePipelineCreateInfo.Buffer) infos;
        return computePipelinesBegin(device, all.remaining(), all.address());
    }

    public static void graphicsPipelinesEnd(long token) {
        PipelineCreation.current().end(token);
    }

    public static void computePipelinesEnd(long token) {
        PipelineCreation.current().end(token);
    }

    /** The driver may go on with them after the call: without feedback. */
    public static long rayTracingPipelinesBegin() {
        return Zone.begin(Places.RAY_TRACING_PIPELINES);
    }

    public static long shaderModuleBegin(long info) {
        long token = Zone.begin(Places.SHADER_MODULE);
        Zone.value(token, MemoryUtil.memGetAddress(info + VkShaderModuleCreateInfo.CODESIZE));
        return token;
    }

    public static long shaderModuleBegin(Object info) {
        return shaderModuleBegin(((Pointer) info).address());
    }

    public static long allocateMemoryBegin(long info) {
        long bytes = MemoryUtil.memGetLong(info + VkMemoryAllocateInfo.ALLOCATIONSIZE);
        if (bytes < ALLOCATION_FROM) {
            return 0;
        }
        long token = Zone.begin(Places.ALLOCATION);
        Zone.value(token, bytes);
        return token;
    }

    public static long allocateMemoryBegin(Object info) {
        return allocateMemoryBegin(((Pointer) info).address());
    }

    // --- waits

    public static long acquireBegin() {
        return Zone.begin(Places.ACQUIRE);
    }

    public static long waitForPresentBegin(Object device, long swapchain, long id) {
        return Zone.begin(Places.PRESENTATION);
    }

    public static void waitForPresentEnd(long token, Object device, long swapchain, long id, int result) {
        long now = System.nanoTime();
        Zone.end(token);
        PresentIds.awaited(VkHooks.device(device), swapchain, id, result, now);
    }

    public static long waitForPresent2Begin(Object device, long swapchain, long info) {
        return Zone.begin(Places.PRESENTATION);
    }

    public static void waitForPresent2End(long token, Object device, long swapchain, long info, int result) {
        waitForPresentEnd(token, device, swapchain, PresentIds.ofWait(info), result);
    }

    public static void pastPresentations(Object device, long swapchain, long count, long timings, int result) {
        PresentIds.timed(VkHooks.device(device), swapchain, MemoryUtil.memGetInt(count), timings, result);
    }

    public static void pastPresentations(Object device, long swapchain, Object count, Object timings, int result) {
        long address = timings == null ? 0 : ((Pointer) timings).address();
        PresentIds.timed(VkHooks.device(device), swapchain, ((int[]) count)[0], address, result);
    }

    public static void pastPresentationTimings(Object device, long info, long timings, int result) {
        PresentIds.timedByStages(VkHooks.device(device), info, timings, result);
    }

    public static long waitFencesBegin() {
        return Zone.begin(Places.FENCE);
    }

    public static long waitSemaphoresBegin() {
        return Zone.begin(Places.SEMAPHORE);
    }

    public static long queueIdleBegin() {
        return Zone.begin(Places.QUEUE_IDLE);
    }

    public static long deviceIdleBegin() {
        return Zone.begin(Places.DEVICE_IDLE);
    }

    public static long queryResultsBegin(int flags) {
        return (flags & VK10.VK_QUERY_RESULT_WAIT_BIT) == 0 ? 0 : Zone.begin(Places.QUERIES);
    }

    /** Ends what any other hook around a function began. */
    public static void end(long token) {
        Zone.end(token);
    }
}
