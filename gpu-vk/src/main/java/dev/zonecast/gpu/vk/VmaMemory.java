package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.NamedMemory;
import dev.zonecast.core.system.MemoryFigures;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.vma.Vma;
import org.lwjgl.util.vma.VmaAllocateDeviceMemoryFunction;
import org.lwjgl.util.vma.VmaAllocationInfo;
import org.lwjgl.util.vma.VmaDeviceMemoryCallbacks;
import org.lwjgl.util.vma.VmaFreeDeviceMemoryFunction;
import org.lwjgl.util.vma.VmaStatistics;

/**
 * The device memory that the Vulkan Memory Allocator takes and gives back, which are large blocks of which it serves many
 * allocations.
 *
 * <pre>{@code
 * VmaMemory vma = new VmaMemory(new VkGpuMemory(physicalDevice, "Vulkan"));
 * VmaAllocatorCreateInfo info = VmaAllocatorCreateInfo.calloc(stack).pDeviceMemoryCallbacks(vma.callbacks());
 * ...
 * vmaSetAllocationName(allocator, allocation, "meshes");
 * vma.allocated(allocator, allocation);                // after vmaCreateBuffer and its like
 * vma.freed(allocation);                               // before vmaDestroyBuffer and its like
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
    private final String name;
    private final NamedMemory allocations;

    /** By the handle of a pool. */
    private final Map<Long, PoolFigures> pools = new ConcurrentHashMap<>();

    private record PoolFigures(long allocator, MemoryFigures figures) {}

    /** @param memory the device's */
    public VmaMemory(VkGpuMemory memory) {
        allocate = VmaAllocateDeviceMemoryFunction.create(
                (allocator, memoryType, handle, size, data) -> memory.allocated(handle, memoryType, size));
        free = VmaFreeDeviceMemoryFunction.create((allocator, memoryType, handle, size, data) -> memory.freed(handle));
        name = memory.name();
        allocations = new NamedMemory(name + " allocations");
        callbacks = VmaDeviceMemoryCallbacks.calloc().pfnAllocate(allocate).pfnFree(free);
    }

    /** For {@code VmaAllocatorCreateInfo}; good until {@link #close}. */
    @SuppressWarnings("exports") // A program that has the allocator requires its module.
    public VmaDeviceMemoryCallbacks callbacks() {
        return callbacks;
    }

    /** An allocation was made: it is in the pool {@code NAME allocations}, and in one of its name if vmaSetAllocationName gave it one. */
    public void allocated(long allocator, long allocation) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VmaAllocationInfo info = VmaAllocationInfo.calloc(stack);
            Vma.vmaGetAllocationInfo(allocator, allocation, info);
            allocations.name(allocation, info.pNameString());
            allocations.allocated(allocation, info.size());
        }
    }

    /** An allocation has another name; null or empty: none any more. */
    public void named(long allocation, String allocationName) {
        allocations.name(allocation, allocationName);
    }

    /** An allocation is about to be freed. */
    public void freed(long allocation) {
        allocations.freed(allocation);
    }

    /** A pool was made: {@link #record} plots its blocks and what is allocated in them, under the name that vmaSetPoolName gave it. */
    public void poolCreated(long allocator, long pool) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer text = stack.callocPointer(1);
            Vma.vmaGetPoolName(allocator, pool, text);
            String given = MemoryUtil.memUTF8Safe(text.get(0));
            String shown = name + " pool " + (given == null ? "0x" + Long.toHexString(pool) : given);
            pools.put(
                    pool,
                    new PoolFigures(
                            allocator, new MemoryFigures("the allocator", shown + ": blocks", shown + ": allocated")));
        }
    }

    /** A pool is about to be destroyed. No other thread is in {@link #record}. */
    public void poolDestroyed(long pool) {
        pools.remove(pool);
    }

    /** Records the figures of all pools, ten times a second at most. Once a frame is right. */
    public void record() {
        pools.forEach((pool, of) -> {
            if (of.figures.isDue()) {
                try (MemoryStack stack = MemoryStack.stackPush()) {
                    VmaStatistics statistics = VmaStatistics.calloc(stack);
                    Vma.vmaGetPoolStatistics(of.allocator, pool, statistics);
                    of.figures.set(0, statistics.blockBytes());
                    of.figures.set(1, statistics.allocationBytes());
                }
            }
        });
    }

    /** After the allocator was destroyed. */
    @Override
    public void close() {
        callbacks.free();
        allocate.free();
        free.free();
    }
}
