package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import java.nio.ByteBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.*;

/** A buffer with memory of its own. */
final class DeviceBuffer implements AutoCloseable {
    private static final int FROM_HOST = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

    private final VulkanDevice device;
    final long handle;
    private final long memory;
    final int bytes;
    /** Its content; only of one that is on the host. */
    final ByteBuffer mapped;

    private DeviceBuffer(VulkanDevice device, int bytes, int usage, int memoryProperties) {
        this.device = device;
        this.bytes = bytes;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkBufferCreateInfo info = VkBufferCreateInfo.calloc(stack)
                    .sType$Default()
                    .size(bytes)
                    .usage(usage)
                    .sharingMode(VK_SHARING_MODE_EXCLUSIVE);
            DeviceChoice choice = device.choice;
            if (choice.uploadFamily() != choice.graphicsFamily()) {
                info.sharingMode(VK_SHARING_MODE_CONCURRENT)
                        .queueFamilyIndexCount(2)
                        .pQueueFamilyIndices(stack.ints(choice.graphicsFamily(), choice.uploadFamily()));
            }
            handle = created("a buffer", h -> vkCreateBuffer(device.handle, info, null, h));
            VkMemoryRequirements requirements = VkMemoryRequirements.calloc(stack);
            vkGetBufferMemoryRequirements(device.handle, handle, requirements);
            memory = device.allocate(requirements, memoryProperties);
            check(vkBindBufferMemory(device.handle, handle, memory, 0), "the memory of a buffer");
            mapped = memoryProperties == FROM_HOST ? map(stack) : null;
        }
    }

    private ByteBuffer map(MemoryStack stack) {
        PointerBuffer address = stack.mallocPointer(1);
        check(vkMapMemory(device.handle, memory, 0, bytes, 0, address), "the mapping of a buffer");
        return MemoryUtil.memByteBuffer(address.get(0), bytes);
    }

    /** On the GPU. */
    static DeviceBuffer onDevice(VulkanDevice device, int bytes, int usage) {
        return new DeviceBuffer(device, bytes, usage, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    }

    /** Where the CPU reads and writes it. */
    static DeviceBuffer onHost(VulkanDevice device, int bytes, int usage) {
        return new DeviceBuffer(device, bytes, usage, FROM_HOST);
    }

    /** Records the copy of this buffer's beginning into another one. */
    void copyTo(DeviceBuffer other, int length, VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdCopyBuffer(
                    commands,
                    handle,
                    other.handle,
                    VkBufferCopy.calloc(1, stack).size(length));
        }
    }

    @Override
    public void close() {
        vkDestroyBuffer(device.handle, handle, null);
        vkFreeMemory(device.handle, memory, null);
    }
}
