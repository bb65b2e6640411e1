package dev.zonecast.gpu.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.system.MemoryFigures;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTMemoryBudget;
import org.lwjgl.vulkan.VKCapabilitiesInstance;
import org.lwjgl.vulkan.VkAllocationCallbacks;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryBudgetPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties2;

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
    private final VkPhysicalDevice physicalDevice;
    private final String name;
    private final MemoryFigures figures;

    /**
     * Asks the device for its heaps.
     *
     * @param name of the device: pools are called {@code name heap 0 (device local)}
     */
    public VkGpuMemory(VkPhysicalDevice device, String name) {
        this.physicalDevice = device;
        this.name = name;
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
        figures = new MemoryFigures(EXTMemoryBudget.VK_EXT_MEMORY_BUDGET_EXTENSION_NAME, plots());
    }

    /** For each heap its size, its use and its budget; none if the device does not know them. */
    private String[] plots() {
        if (properties2() == 0
                || !DeviceExtensions.has(physicalDevice, EXTMemoryBudget.VK_EXT_MEMORY_BUDGET_EXTENSION_NAME)) {
            return new String[0];
        }
        return Arrays.stream(heaps)
                .flatMap(heap -> Stream.of("size", "use", "budget").map(what -> heap.name() + ": " + what))
                .toArray(String[]::new);
    }

    /** Address of vkGetPhysicalDeviceMemoryProperties2; 0 if the instance has none. */
    private long properties2() {
        VKCapabilitiesInstance of = physicalDevice.getCapabilities();
        return of.vkGetPhysicalDeviceMemoryProperties2 != 0
                ? of.vkGetPhysicalDeviceMemoryProperties2
                : of.vkGetPhysicalDeviceMemoryProperties2KHR;
    }

    /**
     * Records what the driver says of its heaps, where the device has VK_EXT_memory_budget, enabled or not: plots of size, use by this
     * process and budget of each. Once a frame is right: the driver is asked ten times a second at most, and not while nobody listens.
     */
    public void record() {
        if (!figures.isDue()) {
            return;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceMemoryBudgetPropertiesEXT budget =
                    VkPhysicalDeviceMemoryBudgetPropertiesEXT.calloc(stack).sType$Default();
            VkPhysicalDeviceMemoryProperties2 properties = VkPhysicalDeviceMemoryProperties2.calloc(stack)
                    .sType$Default()
                    .pNext(budget.address());
            JNI.callPPV(physicalDevice.address(), properties.address(), properties2());
            for (int i = 0; i < heaps.length; i++) {
                if (budget.heapBudget(i) == 0) {
                    // The extension has none that is 0.
                    figures.fail();
                    return;
                }
                figures.set(3 * i, properties.memoryProperties().memoryHeaps(i).size());
                figures.set(3 * i + 1, budget.heapUsage(i));
                figures.set(3 * i + 2, budget.heapBudget(i));
            }
        }
    }

    /** As it was made. */
    String name() {
        return name;
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
