package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.headless.ValidatedInstance;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTConditionalRendering;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkEventCreateInfo;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDeviceConditionalRenderingFeaturesEXT;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;

/** A Vulkan 1.0 device with a queue and command buffers. */
final class TestVulkan extends ValidatedInstance {
    private static final int FAMILY = 0;
    /** Command buffers that are used in turn. */
    private static final int IN_FLIGHT = 4;

    final VkDevice device;
    private final VkQueue queue;
    private final long pool;
    private final List<VkCommandBuffer> buffers = new ArrayList<>();
    private final long[] fences = new long[IN_FLIGHT];
    private final long done;
    private int next;

    TestVulkan() {
        super(VK_API_VERSION_1_0, true);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pNext(VkPhysicalDeviceConditionalRenderingFeaturesEXT.calloc(stack)
                            .sType$Default()
                            .conditionalRendering(true))
                    .ppEnabledExtensionNames(stack.pointers(
                            stack.UTF8(EXTConditionalRendering.VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)))
                    .pQueueCreateInfos(VkDeviceQueueCreateInfo.calloc(1, stack)
                            .sType$Default()
                            .queueFamilyIndex(FAMILY)
                            .pQueuePriorities(stack.floats(1)));
            PointerBuffer pointer = stack.mallocPointer(1);
            check(vkCreateDevice(physicalDevice, info, null, pointer));
            device = new VkDevice(pointer.get(0), physicalDevice, info);
            vkGetDeviceQueue(device, FAMILY, 0, pointer);
            queue = new VkQueue(pointer.get(0), device);
            LongBuffer handle = stack.mallocLong(1);
            check(vkCreateCommandPool(
                    device,
                    VkCommandPoolCreateInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
                            .queueFamilyIndex(FAMILY),
                    null,
                    handle));
            pool = handle.get(0);
            allocateBuffers(stack);
            check(vkCreateEvent(device, VkEventCreateInfo.calloc(stack).sType$Default(), null, handle));
            done = handle.get(0);
        }
    }

    private void allocateBuffers(MemoryStack stack) {
        PointerBuffer handles = allocate(stack, IN_FLIGHT);
        LongBuffer fence = stack.mallocLong(1);
        for (int i = 0; i < IN_FLIGHT; i++) {
            buffers.add(new VkCommandBuffer(handles.get(i), device));
            check(vkCreateFence(
                    device,
                    VkFenceCreateInfo.calloc(stack).sType$Default().flags(VK_FENCE_CREATE_SIGNALED_BIT),
                    null,
                    fence));
            fences[i] = fence.get(0);
        }
    }

    private PointerBuffer allocate(MemoryStack stack, int count) {
        PointerBuffer handles = stack.mallocPointer(count);
        check(vkAllocateCommandBuffers(
                device,
                VkCommandBufferAllocateInfo.calloc(stack)
                        .sType$Default()
                        .commandPool(pool)
                        .level(VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                        .commandBufferCount(count),
                handles));
        return handles;
    }

    /** A command buffer that is being recorded; waits only for its own last submission, as programs with frames in flight do. */
    VkCommandBuffer begin() {
        int index = next++ % IN_FLIGHT;
        check(vkWaitForFences(device, fences[index], true, -1));
        VkCommandBuffer buffer = buffers.get(index);
        begin(buffer);
        return buffer;
    }

    private static void begin(VkCommandBuffer buffer) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkBeginCommandBuffer(
                    buffer,
                    VkCommandBufferBeginInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)));
        }
    }

    /** Another command buffer that is being recorded, beside those in flight. */
    VkCommandBuffer beginExtra() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkCommandBuffer buffer = new VkCommandBuffer(allocate(stack, 1).get(0), device);
            begin(buffer);
            return buffer;
        }
    }

    /** The recording of one of {@link #beginExtra} is thrown away. */
    void beginAnew(VkCommandBuffer buffer) {
        check(vkEndCommandBuffer(buffer));
        begin(buffer);
    }

    /** One of {@link #beginExtra} that was executed is recorded anew. */
    void beginAgain(VkCommandBuffer buffer) {
        begin(buffer);
    }

    void submit(VkCommandBuffer buffer) {
        check(vkEndCommandBuffer(buffer));
        int index = buffers.indexOf(buffer);
        if (index >= 0) {
            check(vkResetFences(device, fences[index]));
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkQueueSubmit(
                    queue,
                    VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(buffer)),
                    index < 0 ? VK_NULL_HANDLE : fences[index]));
        }
    }

    /** Submits, and waits until the commands are done. The validation layer takes the command buffer for pending still. */
    void submitAndAwait(VkCommandBuffer buffer) {
        vkCmdSetEvent(buffer, done, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        submit(buffer);
        while (vkGetEventStatus(device, done) != VK_EVENT_SET) {
            Thread.onSpinWait();
        }
        check(vkResetEvent(device, done));
    }

    void finish() {
        check(vkQueueWaitIdle(queue));
    }

    @Override
    public void close() {
        vkDeviceWaitIdle(device);
        vkDestroyCommandPool(device, pool, null);
        vkDestroyEvent(device, done, null);
        for (long fence : fences) {
            vkDestroyFence(device, fence, null);
        }
        vkDestroyDevice(device, null);
        super.close();
    }
}
