package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.framecapture.engine.CaptureSlot;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkEventCreateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;

/** What a picture goes through: a small image, a buffer that the CPU sees, and an event that the GPU sets behind both. */
final class VkSlot extends CaptureSlot {
    private final VkDevice device;
    /** Null before there is one. */
    VkPicture picture;
    /** What lies between the source and the picture that is under way; null if none is. */
    VkScaler.Steps steps;
    /** 0 unless a shader compresses. */
    long descriptors;

    private long event;
    private long buffer;
    private long memory;
    private IntBuffer words;

    VkSlot(VkDevice device) {
        this.device = device;
    }

    long event() {
        return event;
    }

    long buffer() {
        return buffer;
    }

    /** What the GPU wrote. */
    IntBuffer words() {
        return words;
    }

    /**
     * Gives it a picture and a buffer of the sizes that it needs.
     *
     * @return true if either is another one now
     * @throws VkFailureException if the device has no memory for them
     */
    boolean prepare(VkMemory allocator, boolean srgb, boolean compressed) {
        int count = width() * height() / (compressed ? 8 : 1);
        boolean changed = false;
        if (event == 0) {
            createEvent();
        }
        if (picture == null || !picture.is(width(), height(), srgb)) {
            if (picture != null) {
                picture.delete();
                picture = null;
            }
            picture = new VkPicture(allocator, width(), height(), srgb, compressed);
            changed = true;
        }
        if (words == null || words.capacity() != count) {
            deleteBuffer();
            createBuffer(allocator, count);
            changed = true;
        }
        return changed;
    }

    private void createEvent() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkFailureException.check(
                    vkCreateEvent(device, VkEventCreateInfo.calloc(stack).sType$Default(), null, handle),
                    "making an event");
            event = handle.get(0);
        }
    }

    private void createBuffer(VkMemory allocator, int count) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkBufferCreateInfo info = VkBufferCreateInfo.calloc(stack)
                    .sType$Default()
                    .size((long) count * Integer.BYTES)
                    .usage(VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
                    .sharingMode(VK_SHARING_MODE_EXCLUSIVE);
            LongBuffer handle = stack.mallocLong(1);
            VkFailureException.check(vkCreateBuffer(device, info, null, handle), "making a buffer");
            buffer = handle.get(0);
            VkMemoryRequirements requirements = VkMemoryRequirements.malloc(stack);
            vkGetBufferMemoryRequirements(device, buffer, requirements);
            memory = allocator.allocate(stack, requirements, VkMemory.FOR_HOST, VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
            VkFailureException.check(vkBindBufferMemory(device, buffer, memory, 0), "binding memory");
            PointerBuffer address = stack.mallocPointer(1);
            VkFailureException.check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, address), "mapping a buffer");
            words = MemoryUtil.memIntBuffer(address.get(0), count);
        }
    }

    private void deleteBuffer() {
        vkDestroyBuffer(device, buffer, null);
        vkFreeMemory(device, memory, null);
        buffer = 0;
        memory = 0;
        words = null;
    }

    void delete() {
        deleteBuffer();
        if (picture != null) {
            picture.delete();
        }
        vkDestroyEvent(device, event, null);
    }
}
