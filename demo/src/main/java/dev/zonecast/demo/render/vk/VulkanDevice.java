package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.RenderingException;
import java.util.function.Consumer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A device with its queues, command pools and memory. */
final class VulkanDevice implements AutoCloseable {
    final DeviceChoice choice;
    final VkDevice handle;
    final VkQueue graphicsQueue;
    final VkQueue uploadQueue;
    private final long graphicsPool;
    private final long uploadPool;
    private final VkPhysicalDeviceMemoryProperties memory = VkPhysicalDeviceMemoryProperties.calloc();

    VulkanDevice(DeviceChoice choice) {
        this.choice = choice;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            boolean sameFamily = choice.uploadFamily() == choice.graphicsFamily();
            VkDeviceQueueCreateInfo.Buffer queues = VkDeviceQueueCreateInfo.calloc(sameFamily ? 1 : 2, stack);
            queues.get(0)
                    .sType$Default()
                    .queueFamilyIndex(choice.graphicsFamily())
                    .pQueuePriorities(choice.uploadQueue() > 0 ? stack.floats(1, 1) : stack.floats(1));
            if (!sameFamily) {
                queues.get(1)
                        .sType$Default()
                        .queueFamilyIndex(choice.uploadFamily())
                        .pQueuePriorities(stack.floats(1));
            }
            VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pNext(VkPhysicalDeviceVulkan12Features.calloc(stack)
                            .sType$Default()
                            .hostQueryReset(true))
                    .pNext(VkPhysicalDeviceVulkan13Features.calloc(stack)
                            .sType$Default()
                            .dynamicRendering(true)
                            .synchronization2(true))
                    .pEnabledFeatures(VkPhysicalDeviceFeatures.calloc(stack)
                            .pipelineStatisticsQuery(choice.hasPipelineStatistics()))
                    .pQueueCreateInfos(queues)
                    .ppEnabledExtensionNames(VulkanInstance.names(stack, choice.extensions()));
            PointerBuffer pointer = stack.mallocPointer(1);
            check(vkCreateDevice(choice.device(), info, null, pointer), "the device");
            handle = new VkDevice(pointer.get(0), choice.device(), info);
            graphicsQueue = queue(stack, choice.graphicsFamily(), 0);
            uploadQueue = queue(stack, choice.uploadFamily(), choice.uploadQueue());
            graphicsPool = pool(stack, choice.graphicsFamily());
            uploadPool = pool(stack, choice.uploadFamily());
        }
        vkGetPhysicalDeviceMemoryProperties(choice.device(), memory);
    }

    private VkQueue queue(MemoryStack stack, int family, int index) {
        PointerBuffer pointer = stack.mallocPointer(1);
        vkGetDeviceQueue(handle, family, index, pointer);
        return new VkQueue(pointer.get(0), handle);
    }

    private long pool(MemoryStack stack, int family) {
        VkCommandPoolCreateInfo info = VkCommandPoolCreateInfo.calloc(stack)
                .sType$Default()
                .flags(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
                .queueFamilyIndex(family);
        return created("a command pool", h -> vkCreateCommandPool(handle, info, null, h));
    }

    VkCommandBuffer graphicsCommands() {
        return commands(graphicsPool);
    }

    VkCommandBuffer uploadCommands() {
        return commands(uploadPool);
    }

    private VkCommandBuffer commands(long pool) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer pointer = stack.mallocPointer(1);
            check(
                    vkAllocateCommandBuffers(
                            handle,
                            VkCommandBufferAllocateInfo.calloc(stack)
                                    .sType$Default()
                                    .commandPool(pool)
                                    .level(VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                                    .commandBufferCount(1),
                            pointer),
                    "a command buffer");
            return new VkCommandBuffer(pointer.get(0), handle);
        }
    }

    static void begin(VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(
                    vkBeginCommandBuffer(
                            commands,
                            VkCommandBufferBeginInfo.calloc(stack)
                                    .sType$Default()
                                    .flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)),
                    "the begin of a command buffer");
        }
    }

    /** Records commands for the graphics queue, submits them, and waits. */
    void runNow(Consumer<VkCommandBuffer> recorder) {
        VkCommandBuffer commands = graphicsCommands();
        begin(commands);
        recorder.accept(commands);
        check(vkEndCommandBuffer(commands), "the end of a command buffer");
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSubmitInfo info = VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands));
            check(vkQueueSubmit(graphicsQueue, info, VK_NULL_HANDLE), "a submission");
        }
        check(vkQueueWaitIdle(graphicsQueue), "waiting for the GPU");
        vkFreeCommandBuffers(handle, graphicsPool, commands);
    }

    /** Memory of a kind, for what has these requirements. */
    long allocate(VkMemoryRequirements requirements, int properties) {
        for (int type = 0; type < memory.memoryTypeCount(); type++) {
            boolean fits = (requirements.memoryTypeBits() & 1 << type) != 0
                    && (memory.memoryTypes(type).propertyFlags() & properties) == properties;
            if (fits) {
                try (MemoryStack stack = MemoryStack.stackPush()) {
                    VkMemoryAllocateInfo info = VkMemoryAllocateInfo.calloc(stack)
                            .sType$Default()
                            .allocationSize(requirements.size())
                            .memoryTypeIndex(type);
                    return created("memory on the GPU", h -> vkAllocateMemory(handle, info, null, h));
                }
            }
        }
        throw new RenderingException("the device has no memory of the kind " + properties);
    }

    long semaphore() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSemaphoreCreateInfo info = VkSemaphoreCreateInfo.calloc(stack).sType$Default();
            return created("a semaphore", h -> vkCreateSemaphore(handle, info, null, h));
        }
    }

    void finish() {
        check(vkDeviceWaitIdle(handle), "waiting for the GPU");
    }

    @Override
    public void close() {
        vkDestroyCommandPool(handle, graphicsPool, null);
        vkDestroyCommandPool(handle, uploadPool, null);
        vkDestroyDevice(handle, null);
        memory.free();
    }
}
