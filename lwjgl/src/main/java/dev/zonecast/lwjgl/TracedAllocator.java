package dev.zonecast.lwjgl;

import dev.zonecast.core.MemoryPool;
import org.lwjgl.system.MemoryUtil.MemoryAllocator;

/**
 * Says of each block when it is there and when it goes. The end is said before the block is given back: another thread that gets the
 * same address speaks later.
 *
 * <p>Thread-safe, as its delegate has to be.
 */
final class TracedAllocator implements MemoryAllocator {
    private final MemoryAllocator allocator;
    private final MemoryPool pool;

    TracedAllocator(MemoryAllocator allocator, MemoryPool pool) {
        this.allocator = allocator;
        this.pool = pool;
    }

    @Override
    public long malloc(long size) {
        return allocated(allocator.malloc(size), size);
    }

    @Override
    public long calloc(long num, long size) {
        long address = allocator.calloc(num, size);
        // A size beyond the range of a number was refused.
        return allocated(address, num * size);
    }

    /** Where it fails, the block stays without being shown any more: its size is not known here. */
    @Override
    public long realloc(long ptr, long size) {
        freed(ptr);
        return allocated(allocator.realloc(ptr, size), size);
    }

    @Override
    public void free(long ptr) {
        freed(ptr);
        allocator.free(ptr);
    }

    @Override
    public long aligned_alloc(long alignment, long size) {
        return allocated(allocator.aligned_alloc(alignment, size), size);
    }

    @Override
    public void aligned_free(long ptr) {
        freed(ptr);
        allocator.aligned_free(ptr);
    }

    private long allocated(long address, long bytes) {
        if (LwjglMemory.isTracing()) {
            pool.allocated(address, bytes);
            if (!LwjglMemory.isTracing()) {
                LwjglMemory.discardIfOff();
            }
        }
        return address;
    }

    private void freed(long address) {
        if (LwjglMemory.isTracing()) {
            pool.freed(address);
        }
    }

    // For native code, which is not traced.

    @Override
    public long getMalloc() {
        return allocator.getMalloc();
    }

    @Override
    public long getCalloc() {
        return allocator.getCalloc();
    }

    @Override
    public long getRealloc() {
        return allocator.getRealloc();
    }

    @Override
    public long getFree() {
        return allocator.getFree();
    }

    @Override
    public long getAlignedAlloc() {
        return allocator.getAlignedAlloc();
    }

    @Override
    public long getAlignedFree() {
        return allocator.getAlignedFree();
    }
}
