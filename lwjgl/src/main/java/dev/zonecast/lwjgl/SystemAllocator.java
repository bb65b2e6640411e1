package dev.zonecast.lwjgl;

import dev.zonecast.memory.NativeCalls;
import org.lwjgl.system.MemoryUtil.MemoryAllocator;
import org.lwjgl.system.Platform;
import org.lwjgl.system.libc.LibCStdlib;

/** The C library's functions, as LWJGL's own allocator of this kind has them; that one cannot be had from outside. */
final class SystemAllocator implements MemoryAllocator {
    private final long malloc = address("malloc");
    private final long calloc = address("calloc");
    private final long realloc = address("realloc");
    private final long free = address("free");
    private final long alignedAlloc = address("aligned_alloc");

    /** False on Windows, whose C library has its aligned functions in another form, and on Java 21, which finds no addresses. */
    static boolean isPossible(Platform platform) {
        return platform != Platform.WINDOWS && NativeCalls.POSSIBLE;
    }

    private static long address(String function) {
        return NativeCalls.address(function).orElseThrow();
    }

    @Override
    public long getMalloc() {
        return malloc;
    }

    @Override
    public long getCalloc() {
        return calloc;
    }

    @Override
    public long getRealloc() {
        return realloc;
    }

    @Override
    public long getFree() {
        return free;
    }

    @Override
    public long getAlignedAlloc() {
        return alignedAlloc;
    }

    @Override
    public long getAlignedFree() {
        return free;
    }

    @Override
    public long malloc(long size) {
        return LibCStdlib.nmalloc(size);
    }

    @Override
    public long calloc(long num, long size) {
        return LibCStdlib.ncalloc(num, size);
    }

    @Override
    public long realloc(long ptr, long size) {
        return LibCStdlib.nrealloc(ptr, size);
    }

    @Override
    public void free(long ptr) {
        LibCStdlib.nfree(ptr);
    }

    @Override
    public long aligned_alloc(long alignment, long size) {
        return LibCStdlib.naligned_alloc(alignment, size);
    }

    @Override
    public void aligned_free(long ptr) {
        LibCStdlib.naligned_free(ptr);
    }
}
