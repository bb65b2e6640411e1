package dev.zonecast.gpu.vk;

import java.nio.LongBuffer;
import java.util.function.Consumer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;

/**
 * Commands that are submitted and waited for while a context is made: the first reset of queries, time stamps between two readings of the
 * CPU's clock. Where the program gives no command buffer and no pool, it makes a pool of its own.
 */
final class SetUpCommands implements AutoCloseable {
    private static final long LIMIT_NANOS = 5_000_000_000L;

    private final VkDevice device;
    private final VkQueue queue;
    private final long ownPool;
    private final long poolOfBuffer;
    private final VkCommandBuffer commandBuffer;
    private final long fence;

    /**
     * Commands for one queue.
     *
     * @param commandBuffer that may be recorded anew, or null
     * @param commandPool to take one from, or 0
     */
    SetUpCommands(VkDevice device, VkQueue queue, int queueFamily, VkCommandBuffer commandBuffer, long commandPool) {
        this.device = device;
        this.queue = queue;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            boolean makesPool = commandBuffer == null && commandPool == 0;
            if (makesPool) {
                check(VK10.vkCreateCommandPool(
                        device,
                        VkCommandPoolCreateInfo.calloc(stack)
                                .sType$Default()
                                .flags(VK10.VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
                                .queueFamilyIndex(queueFamily),
                        null,
                        handle));
            }
            ownPool = makesPool ? handle.get(0) : 0;
            poolOfBuffer = commandBuffer != null ? 0 : makesPool ? ownPool : commandPool;
            this.commandBuffer = commandBuffer != null ? commandBuffer : allocate(stack);
            check(VK10.vkCreateFence(device, VkFenceCreateInfo.calloc(stack).sType$Default(), null, handle));
            fence = handle.get(0);
        }
    }

    private VkCommandBuffer allocate(MemoryStack stack) {
        PointerBuffer handle = stack.mallocPointer(1);
        check(VK10.vkAllocateCommandBuffers(
                device,
                VkCommandBufferAllocateInfo.calloc(stack)
                        .sType$Default()
                        .commandPool(poolOfBuffer)
                        .level(VK10.VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                        .commandBufferCount(1),
                handle));
        return new VkCommandBuffer(handle.get(0), device);
    }

    private static void check(int result) {
        if (result != VK10.VK_SUCCESS) {
            throw new VulkanFailure("the driver answers VkResult " + result);
        }
    }

    /** A call failed. */
    static final class VulkanFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        VulkanFailure(String message) {
            super(message);
        }
    }

    /** Records, submits and waits. */
    void run(Consumer<VkCommandBuffer> commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(VK10.vkBeginCommandBuffer(
                    commandBuffer,
                    VkCommandBufferBeginInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK10.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)));
            commands.accept(commandBuffer);
            check(VK10.vkEndCommandBuffer(commandBuffer));
            check(VK10.vkQueueSubmit(
                    queue,
                    VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commandBuffer)),
                    fence));
            check(VK10.vkWaitForFences(device, fence, true, LIMIT_NANOS));
            check(VK10.vkResetFences(device, fence));
            if (poolOfBuffer != 0) {
                // Recorded anew the next time; a program's own buffer or pool may not allow that without.
                check(VK10.vkResetCommandBuffer(commandBuffer, 0));
            }
        }
    }

    @Override
    public void close() {
        VK10.vkDestroyFence(device, fence, null);
        if (ownPool != 0) {
            VK10.vkDestroyCommandPool(device, ownPool, null);
        } else if (poolOfBuffer != 0) {
            VK10.vkFreeCommandBuffers(device, poolOfBuffer, commandBuffer);
        }
    }
}
