package dev.zonecast.gpu.vk;

import dev.zonecast.headless.ValidatedInstance;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTCalibratedTimestamps;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandBufferInheritanceInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan13Features;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;

/** A device with a queue and command buffers. */
final class TestDevice extends ValidatedInstance {
    /** What the device is created with. */
    record Features(int apiVersion, boolean hostQueryReset, boolean calibratedTimestamps, boolean synchronization2) {
        static final Features ALL = new Features(VK13.VK_API_VERSION_1_3, true, true, true);
        static final Features NONE = new Features(VK10.VK_API_VERSION_1_0, false, false, false);
    }

    static final int QUEUE_FAMILY = 0;

    final VkDevice device;
    final VkQueue queue;
    private final List<Long> pools = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> fences = new ArrayList<>();
    private final PointerBuffer frameCommands = MemoryUtil.memAllocPointer(1);
    private final VkSubmitInfo frameSubmit =
            VkSubmitInfo.calloc().sType$Default().pCommandBuffers(frameCommands);
    private final VkCommandBufferBeginInfo frameBegin =
            VkCommandBufferBeginInfo.calloc().sType$Default().flags(VK10.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);

    TestDevice(Features features) {
        this(features, true);
    }

    /** Without validation for a test of volume. */
    TestDevice(Features features, boolean validated) {
        super(features.apiVersion(), validated);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            device = createDevice(stack, features);
            PointerBuffer queueHandle = stack.mallocPointer(1);
            VK10.vkGetDeviceQueue(device, QUEUE_FAMILY, 0, queueHandle);
            queue = new VkQueue(queueHandle.get(0), device);
        }
    }

    private VkDevice createDevice(MemoryStack stack, Features features) {
        VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                .sType$Default()
                .pQueueCreateInfos(VkDeviceQueueCreateInfo.calloc(1, stack)
                        .sType$Default()
                        .queueFamilyIndex(QUEUE_FAMILY)
                        .pQueuePriorities(stack.floats(1)));
        if (features.hostQueryReset()) {
            info.pEnabledFeatures(VkPhysicalDeviceFeatures.calloc(stack).pipelineStatisticsQuery(true));
            info.pNext(VkPhysicalDeviceVulkan12Features.calloc(stack)
                    .sType$Default()
                    .hostQueryReset(true));
        }
        if (features.synchronization2()) {
            info.pNext(VkPhysicalDeviceVulkan13Features.calloc(stack)
                    .sType$Default()
                    .synchronization2(true));
        }
        if (features.calibratedTimestamps()) {
            info.ppEnabledExtensionNames(
                    stack.pointers(stack.UTF8(EXTCalibratedTimestamps.VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME)));
        }
        PointerBuffer handle = stack.mallocPointer(1);
        check(VK10.vkCreateDevice(physicalDevice, info, null, handle));
        return new VkDevice(handle.get(0), physicalDevice, info, features.apiVersion());
    }

    /** A command buffer of a pool of its own, so that any thread may record in it. */
    VkCommandBuffer commandBuffer(boolean primary) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer pool = stack.mallocLong(1);
            check(VK10.vkCreateCommandPool(
                    device,
                    VkCommandPoolCreateInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK10.VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
                            .queueFamilyIndex(QUEUE_FAMILY),
                    null,
                    pool));
            pools.add(pool.get(0));
            PointerBuffer handle = stack.mallocPointer(1);
            check(VK10.vkAllocateCommandBuffers(
                    device,
                    VkCommandBufferAllocateInfo.calloc(stack)
                            .sType$Default()
                            .commandPool(pool.get(0))
                            .level(
                                    primary
                                            ? VK10.VK_COMMAND_BUFFER_LEVEL_PRIMARY
                                            : VK10.VK_COMMAND_BUFFER_LEVEL_SECONDARY)
                            .commandBufferCount(1),
                    handle));
            return new VkCommandBuffer(handle.get(0), device);
        }
    }

    /** Begins to record; once only, or for many submissions. */
    void begin(VkCommandBuffer buffer, boolean once) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(VK10.vkBeginCommandBuffer(
                    buffer,
                    VkCommandBufferBeginInfo.calloc(stack)
                            .sType$Default()
                            .flags(once ? VK10.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT : 0)
                            .pInheritanceInfo(
                                    VkCommandBufferInheritanceInfo.calloc(stack).sType$Default())));
        }
    }

    void submit(VkCommandBuffer... buffers) {
        submit(VK10.VK_NULL_HANDLE, buffers);
    }

    /** A submission that signals a fence. */
    void submit(long fence, VkCommandBuffer... buffers) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handles = stack.mallocPointer(buffers.length);
            for (int i = 0; i < buffers.length; i++) {
                handles.put(i, buffers[i]);
            }
            check(VK10.vkQueueSubmit(
                    queue, VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(handles), fence));
        }
    }

    /** A fence that is signalled. */
    long fence() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer fence = stack.mallocLong(1);
            VkFenceCreateInfo info =
                    VkFenceCreateInfo.calloc(stack).sType$Default().flags(VK10.VK_FENCE_CREATE_SIGNALED_BIT);
            check(VK10.vkCreateFence(device, info, null, fence));
            fences.add(fence.get(0));
            return fence.get(0);
        }
    }

    void awaitAndReset(long fence) {
        check(VK10.vkWaitForFences(device, fence, true, -1));
        check(VK10.vkResetFences(device, fence));
    }

    /** Ends a recording, runs it, and begins another in the same buffer; allocates nothing. */
    void runAndRecordAnew(VkCommandBuffer buffer) {
        runAndRecord(buffer, buffer);
    }

    /** Ends a recording, runs it, and begins another; allocates nothing. */
    void runAndRecord(VkCommandBuffer buffer, VkCommandBuffer next) {
        check(VK10.vkEndCommandBuffer(buffer));
        frameCommands.put(0, buffer);
        check(VK10.vkQueueSubmit(queue, frameSubmit, VK10.VK_NULL_HANDLE));
        check(VK10.vkQueueWaitIdle(queue));
        check(VK10.vkBeginCommandBuffer(next, frameBegin));
    }

    void finish() {
        check(VK10.vkQueueWaitIdle(queue));
    }

    /** Waits, destroys everything, and wants the validation layer to have been silent. */
    @Override
    public void close() {
        VK10.vkDeviceWaitIdle(device);
        pools.forEach(pool -> VK10.vkDestroyCommandPool(device, pool, null));
        fences.forEach(fence -> VK10.vkDestroyFence(device, fence, null));
        VK10.vkDestroyDevice(device, null);
        frameSubmit.free();
        frameBegin.free();
        MemoryUtil.memFree(frameCommands);
        super.close();
    }
}
