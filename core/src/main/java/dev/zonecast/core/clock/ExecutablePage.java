package dev.zonecast.core.clock;

import dev.zonecast.core.platform.Platform;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.memory.NativeCalls;
import dev.zonecast.memory.RawMemory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * One page of machine code, written first and made read-and-execute afterwards (never writable and executable at once). It stays
 * mapped for the life of the process.
 *
 * <p>Linux: {@code mmap}, {@code mprotect}; refused under SELinux's {@code execmem} rule. Windows: {@code VirtualAlloc},
 * {@code VirtualProtect}, {@code FlushInstructionCache}; refused under Arbitrary Code Guard. macOS is not served: its clock is
 * read by {@code mach_absolute_time}, which needs no code of ours.
 */
final class ExecutablePage {
    private static final long PAGE_BYTES = 4096;
    private static final int SLOT_BYTES = 64;

    private final long page;

    private ExecutablePage(long page) {
        this.page = page;
    }

    /**
     * Maps a page that holds the routines, each at a multiple of 64 bytes.
     *
     * @param platform Linux or Windows, with the processor that the routines are of
     * @throws ClockUnavailableException when the system refuses the mapping, with the reason
     */
    static ExecutablePage of(Platform platform, byte[]... routines) throws ClockUnavailableException {
        byte[] code = new byte[routines.length * SLOT_BYTES];
        Arrays.fill(code, (byte) 0xCC);
        for (int i = 0; i < routines.length; i++) {
            System.arraycopy(routines[i], 0, code, i * SLOT_BYTES, routines[i].length);
        }
        try {
            return new ExecutablePage(
                    platform.os() == Platform.Os.WINDOWS
                            ? mapWindows(code)
                            : mapPosix(code, platform.processor() == Platform.Processor.AARCH64));
        } catch (ClockUnavailableException e) {
            throw e;
        } catch (Throwable e) {
            throw new ClockUnavailableException("no executable page: " + e);
        }
    }

    /** The routine at a slot, as a method handle that calls it without a transition to native state. */
    MethodHandle routine(int slot, MethodType type) {
        return NativeCalls.at(page + (long) slot * SLOT_BYTES, type, true);
    }

    private static long mapPosix(byte[] code, boolean hasInstructionCache) throws Throwable {
        final int protRead = 1;
        final int protWrite = 2;
        final int protExec = 4;
        final int mapPrivateAnonymous = 0x22; // Linux: MAP_PRIVATE | MAP_ANONYMOUS, the same on x86-64 and AArch64
        MethodHandle mmap = function(
                "mmap",
                MethodType.methodType(long.class, long.class, long.class, int.class, int.class, int.class, long.class));
        MethodHandle mprotect =
                function("mprotect", MethodType.methodType(int.class, long.class, long.class, int.class));
        long page = (long) mmap.invokeExact(0L, PAGE_BYTES, protRead | protWrite, mapPrivateAnonymous, -1, 0L);
        if (page == -1L) {
            throw new ClockUnavailableException("mmap refused a page");
        }
        Memory.copy(code, 0, RawMemory.at(page, PAGE_BYTES), 0, code.length);
        if ((int) mprotect.invokeExact(page, PAGE_BYTES, protRead | protExec) != 0) {
            throw new ClockUnavailableException("the system refused an executable page (mprotect)");
        }
        if (hasInstructionCache) {
            flushInstructionCache(page, code.length);
        }
        return page;
    }

    private static MethodHandle function(String name, MethodType type) throws ClockUnavailableException {
        MethodHandle found = NativeCalls.find(name, type, false);
        if (found == null) {
            throw new ClockUnavailableException("the system has no function " + name);
        }
        return found;
    }

    /** AArch64 keeps separate instruction caches; {@code __clear_cache} of libgcc does what that needs. x86-64 needs nothing. */
    private static void flushInstructionCache(long page, long bytes) throws Throwable {
        MethodHandle clearCache =
                function("libgcc_s.so.1", "__clear_cache", MethodType.methodType(void.class, long.class, long.class));
        clearCache.invokeExact(page, page + bytes);
    }

    private static long mapWindows(byte[] code) throws Throwable {
        final int memCommitReserve = 0x3000;
        final int pageReadWrite = 0x04;
        final int pageExecuteRead = 0x20;
        final long currentProcess = -1;
        MethodHandle virtualAlloc = kernel32(
                "VirtualAlloc", MethodType.methodType(long.class, long.class, long.class, int.class, int.class));
        MethodHandle virtualProtect = kernel32(
                "VirtualProtect", MethodType.methodType(int.class, long.class, long.class, int.class, long.class));
        MethodHandle flush =
                kernel32("FlushInstructionCache", MethodType.methodType(int.class, long.class, long.class, long.class));
        long page = (long) virtualAlloc.invokeExact(0L, PAGE_BYTES, memCommitReserve, pageReadWrite);
        if (page == 0L) {
            throw new ClockUnavailableException("VirtualAlloc refused a page");
        }
        Memory.copy(code, 0, RawMemory.at(page, PAGE_BYTES), 0, code.length);
        try (MemoryScope scope = MemoryScope.confined()) {
            Memory before = scope.allocate(Integer.BYTES, Integer.BYTES);
            if ((int) virtualProtect.invokeExact(page, PAGE_BYTES, pageExecuteRead, before.address()) == 0) {
                throw new ClockUnavailableException("the system refused an executable page (VirtualProtect)");
            }
        }
        int flushed = (int) flush.invokeExact(currentProcess, page, PAGE_BYTES);
        if (flushed == 0) {
            throw new ClockUnavailableException("FlushInstructionCache failed");
        }
        return page;
    }

    private static MethodHandle kernel32(String name, MethodType type) throws ClockUnavailableException {
        return function("kernel32", name, type);
    }

    private static MethodHandle function(String library, String name, MethodType type)
            throws ClockUnavailableException {
        return NativeCalls.find(library, name, type)
                .orElseThrow(() -> new ClockUnavailableException("the system has no function " + name));
    }
}
