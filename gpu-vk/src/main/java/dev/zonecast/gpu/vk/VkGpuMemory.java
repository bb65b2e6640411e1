package dev.zonecast.gpu.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.core.MemoryPool;
import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkAllocationCallbacks;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;

/**
 * The device memory of a Vulkan program: a pool for each heap of the device.
 *
 * <pre>{@code
 * VkGpuMemory memory = new VkGpuMemory(physicalDevice, "Vulkan");
 *
 * memory.allocate(device, info, null, handle);   // vkAllocateMemory
 * memory.free(device, handle.get(0), null);      // vkFreeMemory
 * }</pre>
 *
 * A program that calls the two functions elsewhere reports it by {@link #allocated} and {@link #freed}; one that uses the Vulkan Memory
 * Allocator gives that {@link VmaMemory#callbacks}.
 *
 * <p>Thread-safe, as far as Vulkan's two functions are.
 */
public final class VkGpuMemory {
    /** By memory type. */
    private final MemoryPool[] ofType;

    private final MemoryPool[] heaps;

    /**
     * Asks the device for its heaps.
     *
     * @param name of the device: pools are called {@code name heap 0 (device local)}
     */
    public VkGpuMemory(VkPhysicalDevice device, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceMemoryProperties properties = VkPhysicalDeviceMemoryProperties.malloc(stack);
            vkGetPhysicalDeviceMemoryProperties(device, properties);
            heaps = new MemoryPool[properties.memoryHeapCount()];
            for (int i = 0; i < heaps.length; i++) {
                boolean local = (properties.memoryHeaps(i).flags() & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
                heaps[i] = MemoryPool.of(name + " heap " + i + (local ? " (device local)" : " (host)"));
            }
            ofType = new MemoryPool[properties.memoryTypeCount()];
            for (int i = 0; i < ofType.length; i++) {
                ofType[i] = heaps[properties.memoryTypes(i).heapIndex()];
            }
        }
    }

    /** From now on the calls that led there are taken with each allocation: {@link MemoryPool#callStacks}. */
    public VkGpuMemory callStacks(int depth) {
        for (MemoryPool heap : heaps) {
            heap.callStacks(depth);
        }
        return this;
    }

    /** {@code vkAllocateMemory}; what it returns. */
    public int allocate(
            VkDevice device, VkMemoryAllocateInfo info, VkAllocationCallbacks allocator, LongBuffer memory) {
        int result = vkAllocateMemory(device, info, allocator, memory);
        if (result == VK_SUCCESS) {
            allocated(memory.get(memory.position()), info.memoryTypeIndex(), info.allocationSize());
        }
        return result;
    }

    /** {@code vkFreeMemory}. */
    public void free(VkDevice device, long memory, VkAllocationCallbacks allocator) {
        freed(memory);
        vkFreeMemory(device, memory, allocator);
    }

    /**
     * Memory was allocated. A type that the device does not have is left out.
     *
     * @param memory handle
     * @param memoryType index
     */
    public void allocated(long memory, int memoryType, long bytes) {
        if (memoryType >= 0 && memoryType < ofType.length) {
            ofType[memoryType].allocated(memory, bytes);
        }
    }

    /** Memory is about to be freed. */
    public void freed(long memory) {
        // A handle is one memory's of the device; the heaps that do not have it take no notice.
        for (MemoryPool heap : heaps) {
            heap.freed(memory);
        }
    }
}
