package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import java.nio.IntBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryRequirements;

/** What commands write a picture of one size to: a small image, and a buffer that the CPU reads. Another size needs another target. */
final class VkTarget {
    /** Pixels that a word of the buffer holds, if the GPU compresses. */
    private static final int PIXELS_PER_WORD = 8;

    private final VkDevice device;
    private final VkPicture picture;
    private long buffer;
    private long memory;
    private IntBuffer words;
    /** 0 unless a shader compresses. */
    long descriptors;

    /**
     * Makes it.
     *
     * @param srgb see {@link VkPicture}
     * @throws VkFailureException if the device has no memory for it
     */
    VkTarget(VkMemory allocator, int width, int height, boolean srgb, boolean compressed) {
        device = allocator.device();
        picture = new VkPicture(allocator, width, height, srgb, compressed);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            createBuffer(stack, allocator, width * height / (compressed ? PIXELS_PER_WORD : 1));
        } catch (VkFailureException e) {
            delete();
            throw e;
        }
    }

    private void createBuffer(MemoryStack stack, VkMemory allocator, int count) {
        VkBufferCreateInfo info = VkBufferCreateInfo.calloc(stack)
                .sType$Default()
                .size((long) count * Integer.BYTES)
                .usage(VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
                .sharingMode(VK_SHARING_MODE_EXCLUSIVE);
        buffer = VkFailureException.created(stack, "making a buffer", h -> vkCreateBuffer(device, info, null, h));
        VkMemoryRequirements requirements = VkMemoryRequirements.malloc(stack);
        vkGetBufferMemoryRequirements(device, buffer, requirements);
        memory = allocator.allocate(stack, requirements, VkMemory.FOR_HOST, VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
        VkFailureException.check(vkBindBufferMemory(device, buffer, memory, 0), "binding memory");
        PointerBuffer address = stack.mallocPointer(1);
        VkFailureException.check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, address), "mapping a buffer");
        words = MemoryUtil.memIntBuffer(address.get(0), count);
    }

    boolean is(int width, int height, boolean srgb) {
        return picture.is(width, height, srgb);
    }

    VkPicture picture() {
        return picture;
    }

    long buffer() {
        return buffer;
    }

    /** What the GPU wrote. */
    IntBuffer words() {
        return words;
    }

    void delete() {
        vkDestroyBuffer(device, buffer, null);
        vkFreeMemory(device, memory, null);
        picture.delete();
    }
}
