package dev.zonecast.core.clock;

import dev.zonecast.core.platform.Platform;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.memory.NativeCalls;
import dev.zonecast.memory.NativeFunction;
import dev.zonecast.memory.RawMemory;
import java.lang.invoke.MethodHandle;
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
        } catch (RuntimeException e) {
            throw new ClockUnavailableException("no executable page: " + e);
        }
    }

    /** The routine at a slot. */
    NativeFunction routine(int slot) {
        return NativeCalls.at(addressOf(slot));
    }

    /** The routine at a slot, which reads a counter. */
    MethodHandle counter(int slot) {
        return NativeCalls.counterAt(addressOf(slot));
    }

    private long addressOf(int slot) {
        return page + (long) slot * SLOT_BYTES;
    }

    private static long mapPosix(byte[] code, boolean hasInstructionCache) throws ClockUnavailableException {
        final int protRead = 1;
        final int protWrite = 2;
        final int protExec = 4;
        final int mapPrivateAnonymous = 0x22; // Linux: MAP_PRIVATE | MAP_ANONYMOUS, the same on x86-64 and AArch64
        NativeFunction mmap = function("mmap");
        NativeFunction mprotect = function("mprotect");
        long page = mmap.call(0, PAGE_BYTES, protRead | protWrite, mapPrivateAnonymous, -1, 0);
        if (page == -1) {
            throw new ClockUnavailableException("mmap refused a page");
        }
        Memory.copy(code, 0, RawMemory.at(page, PAGE_BYTES), 0, code.length);
        if ((int) mprotect.call(page, PAGE_BYTES, protRead | protExec) != 0) {
            throw new ClockUnavailableException("the system refused an executable page (mprotect)");
        }
        if (hasInstructionCache) {
            flushInstructionCache(page, code.length);
        }
        return page;
    }

    private static NativeFunction function(String name) throws ClockUnavailableException {
        NativeFunction found = NativeCalls.find(name);
        if (found == null) {
            throw new ClockUnavailableException("the system has no function " + name);
        }
        return found;
    }

    /** AArch64 keeps separate instruction caches; {@code __clear_cache} of libgcc does what that needs. x86-64 needs nothing. */
    private static void flushInstructionCache(long page, long bytes) throws ClockUnavailableException {
        long ignored = function("libgcc_s.so.1", "__clear_cache").call(page, page + bytes);
    }

    private static long mapWindows(byte[] code) throws ClockUnavailableException {
        final int memCommitReserve = 0x3000;
        final int pageReadWrite = 0x04;
        final int pageExecuteRead = 0x20;
        final long currentProcess = -1;
        NativeFunction virtualAlloc = function("kernel32", "VirtualAlloc");
        NativeFunction virtualProtect = function("kernel32", "VirtualProtect");
        NativeFunction flush = function("kernel32", "FlushInstructionCache");
        long page = virtualAlloc.call(0, PAGE_BYTES, memCommitReserve, pageReadWrite);
        if (page == 0) {
            throw new ClockUnavailableException("VirtualAlloc refused a page");
        }
        Memory.copy(code, 0, RawMemory.at(page, PAGE_BYTES), 0, code.length);
        try (MemoryScope scope = MemoryScope.confined()) {
            Memory before = scope.allocate(Integer.BYTES, Integer.BYTES);
            if ((int) virtualProtect.call(page, PAGE_BYTES, pageExecuteRead, before.address()) == 0) {
                throw new ClockUnavailableException("the system refused an executable page (VirtualProtect)");
            }
        }
        if ((int) flush.call(currentProcess, page, PAGE_BYTES) == 0) {
            throw new ClockUnavailableException("FlushInstructionCache failed");
        }
        return page;
    }

    private static NativeFunction function(String library, String name) throws ClockUnavailableException {
        return NativeCalls.find(library, name)
                .orElseThrow(() -> new ClockUnavailableException("the system has no function " + name));
    }
}
