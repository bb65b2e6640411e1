package dev.zonecast.gpu.vk;

import org.lwjgl.util.vma.VmaAllocateDeviceMemoryFunction;
import org.lwjgl.util.vma.VmaDeviceMemoryCallbacks;
import org.lwjgl.util.vma.VmaFreeDeviceMemoryFunction;

/**
 * The device memory that the Vulkan Memory Allocator takes and gives back, which are large blocks of which it serves many
 * allocations.
 *
 * <pre>{@code
 * VmaMemory vma = new VmaMemory(new VkGpuMemory(physicalDevice, "Vulkan"));
 * VmaAllocatorCreateInfo info = VmaAllocatorCreateInfo.calloc(stack).pDeviceMemoryCallbacks(vma.callbacks());
 * ...
 * vmaDestroyAllocator(allocator);
 * vma.close();
 * }</pre>
 *
 * Needs LWJGL's {@code lwjgl-vma}, which the module does not bring along. Thread-safe.
 */
public final class VmaMemory implements AutoCloseable {
    private final VmaAllocateDeviceMemoryFunction allocate;
    private final VmaFreeDeviceMemoryFunction free;
    private final VmaDeviceMemoryCallbacks callbacks;

    /** @param memory the device's */
    public VmaMemory(VkGpuMemory memory) {
        allocate = VmaAllocateDeviceMemoryFunction.create(
                (allocator, memoryType, handle, size, data) -> memory.allocated(handle, memoryType, size));
        free = VmaFreeDeviceMemoryFunction.create((allocator, memoryType, handle, size, data) -> memory.freed(handle));
        callbacks = VmaDeviceMemoryCallbacks.calloc().pfnAllocate(allocate).pfnFree(free);
    }

    /** For {@code VmaAllocatorCreateInfo}; good until {@link #close}. */
    @SuppressWarnings("exports") // A program that has the allocator requires its module.
    public VmaDeviceMemoryCallbacks callbacks() {
        return callbacks;
    }

    /** After the allocator was destroyed. */
    @Override
    public void close() {
        callbacks.free();
        allocate.free();
        free.free();
    }
}
