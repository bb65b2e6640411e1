package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.RenderingException;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** What a frame in flight has for itself: command buffers, what says that they are over, and its objects. */
final class FrameSlot implements AutoCloseable {
    private static final long WAIT_LIMIT_NANOS = 10_000_000_000L;

    private final VulkanDevice device;
    /** Which of the frames in flight this is, from 0 on. */
    final int number;

    final VkCommandBuffer commands;
    final VkCommandBuffer uploads;
    private final long fence;
    /** Semaphore: the instances are there. */
    final long uploaded;
    /** Semaphore: the image of the window is there. */
    final long acquired;

    final InstanceUpload instances;

    FrameSlot(VulkanDevice device, int number) {
        this.device = device;
        this.number = number;
        commands = device.graphicsCommands();
        uploads = device.uploadCommands();
        instances = new InstanceUpload(device);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            // Signalled: nothing is in flight yet.
            VkFenceCreateInfo info =
                    VkFenceCreateInfo.calloc(stack).sType$Default().flags(VK_FENCE_CREATE_SIGNALED_BIT);
            fence = created("a fence", h -> vkCreateFence(device.handle, info, null, h));
        }
        uploaded = device.semaphore();
        acquired = device.semaphore();
    }

    /** Returns when the frame that was drawn with this before is done. */
    void await() {
        int result = vkWaitForFences(device.handle, fence, true, WAIT_LIMIT_NANOS);
        if (result == VK_TIMEOUT) {
            throw new RenderingException("the GPU has not finished a frame within ten seconds");
        }
        check(result, "waiting for a frame");
    }

    /** Before the frame is submitted: the fence will say when it is done. */
    long resetFence() {
        check(vkResetFences(device.handle, fence), "a fence");
        return fence;
    }

    @Override
    public void close() {
        vkDestroyFence(device.handle, fence, null);
        vkDestroySemaphore(device.handle, uploaded, null);
        vkDestroySemaphore(device.handle, acquired, null);
        instances.close();
    }
}
