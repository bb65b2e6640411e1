package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;

/** Memory of a device, an allocation for each image and buffer: there are a few dozen at the most. */
final class VkMemory {
    /** Coherent: no call is needed to see what the GPU wrote. */
    static final int FOR_HOST = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

    private final VkDevice device;
    private final int[] typeFlags;

    VkMemory(VkPhysicalDevice physicalDevice, VkDevice device) {
        this.device = device;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceMemoryProperties properties = VkPhysicalDeviceMemoryProperties.malloc(stack);
            vkGetPhysicalDeviceMemoryProperties(physicalDevice, properties);
            typeFlags = new int[properties.memoryTypeCount()];
            for (int i = 0; i < typeFlags.length; i++) {
                typeFlags[i] = properties.memoryTypes(i).propertyFlags();
            }
        }
    }

    VkDevice device() {
        return device;
    }

    /**
     * Allocates.
     *
     * @throws VkFailureException if there is none
     */
    long allocate(MemoryStack stack, VkMemoryRequirements requirements, int required, int preferred) {
        VkMemoryAllocateInfo info = VkMemoryAllocateInfo.calloc(stack)
                .sType$Default()
                .allocationSize(requirements.size())
                .memoryTypeIndex(type(requirements.memoryTypeBits(), required, preferred));
        return VkFailureException.created(stack, "allocating memory", h -> vkAllocateMemory(device, info, null, h));
    }

    private int type(int allowed, int required, int preferred) {
        int found = -1;
        for (int i = 0; i < typeFlags.length; i++) {
            if ((allowed >>> i & 1) != 0 && (typeFlags[i] & required) == required) {
                if ((typeFlags[i] & preferred) == preferred) {
                    return i;
                }
                found = found < 0 ? i : found;
            }
        }
        if (found < 0) {
            throw VkFailureException.noMemoryType();
        }
        return found;
    }
}
