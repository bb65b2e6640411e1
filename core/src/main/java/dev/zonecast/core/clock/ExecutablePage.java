package dev.zonecast.core.clock;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
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
@SuppressWarnings("restricted") // Mapping and calling code is the purpose; ClockSource has checked that it is allowed.
final class ExecutablePage {
    private static final long PAGE_BYTES = 4096;
    private static final int SLOT_BYTES = 64;

    private final MemorySegment page;

    private ExecutablePage(MemorySegment page) {
        this.page = page;
    }

    /**
     * Maps a page that holds the routines, each at a multiple of 64 bytes.
     *
     * @param windows true on Windows, false on a system with POSIX {@code mmap}
     * @throws ClockUnavailableException when the system refuses the mapping, with the reason
     */
    static ExecutablePage of(boolean windows, byte[]... routines) throws ClockUnavailableException {
        byte[] code = new byte[routines.length * SLOT_BYTES];
        Arrays.fill(code, (byte) 0xCC);
        for (int i = 0; i < routines.length; i++) {
            System.arraycopy(routines[i], 0, code, i * SLOT_BYTES, routines[i].length);
        }
        try {
            return new ExecutablePage(windows ? mapWindows(code) : mapPosix(code));
        } catch (ClockUnavailableException e) {
            throw e;
        } catch (Throwable e) {
            throw new ClockUnavailableException("no executable page: " + e);
        }
    }

    /** The routine at a slot, as a method handle that calls it without a transition to native state. */
    MethodHandle routine(int slot, FunctionDescriptor type) {
        return Linker.nativeLinker()
                .downcallHandle(page.asSlice((long) slot * SLOT_BYTES), type, Linker.Option.critical(false));
    }

    private static MemorySegment mapPosix(byte[] code) throws Throwable {
        final int protRead = 1;
        final int protWrite = 2;
        final int protExec = 4;
        final int mapPrivateAnonymous = 0x22; // Linux: MAP_PRIVATE | MAP_ANONYMOUS, the same on x86-64 and AArch64
        MethodHandle mmap = function(
                Linker.nativeLinker().defaultLookup(),
                "mmap",
                FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
        MethodHandle mprotect = function(
                Linker.nativeLinker().defaultLookup(),
                "mprotect",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
        MemorySegment mapped = (MemorySegment)
                mmap.invokeExact(MemorySegment.NULL, PAGE_BYTES, protRead | protWrite, mapPrivateAnonymous, -1, 0L);
        if (mapped.address() == -1L) {
            throw new ClockUnavailableException("mmap refused a page");
        }
        MemorySegment page = mapped.reinterpret(PAGE_BYTES);
        MemorySegment.copy(code, 0, page, JAVA_BYTE, 0, code.length);
        if ((int) mprotect.invokeExact(page, PAGE_BYTES, protRead | protExec) != 0) {
            throw new ClockUnavailableException("the system refused an executable page (mprotect)");
        }
        flushInstructionCache(page, code.length);
        return page;
    }

    /** AArch64 keeps separate instruction caches; {@code __clear_cache} of libgcc does what that needs. x86-64 needs nothing. */
    private static void flushInstructionCache(MemorySegment page, long bytes) throws Throwable {
        if (!CounterCode.processor().equals("arm64")) {
            return;
        }
        SymbolLookup libgcc = SymbolLookup.libraryLookup("libgcc_s.so.1", Arena.global());
        MethodHandle clearCache = function(libgcc, "__clear_cache", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
        clearCache.invokeExact(page, page.asSlice(bytes));
    }

    private static MemorySegment mapWindows(byte[] code) throws Throwable {
        final int memCommitReserve = 0x3000;
        final int pageReadWrite = 0x04;
        final int pageExecuteRead = 0x20;
        SymbolLookup kernel32 = SymbolLookup.libraryLookup("kernel32", Arena.global());
        MethodHandle virtualAlloc = function(
                kernel32, "VirtualAlloc", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT));
        MethodHandle virtualProtect = function(
                kernel32, "VirtualProtect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS));
        MethodHandle flush = function(
                kernel32, "FlushInstructionCache", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));
        MemorySegment mapped = (MemorySegment)
                virtualAlloc.invokeExact(MemorySegment.NULL, PAGE_BYTES, memCommitReserve, pageReadWrite);
        if (mapped.address() == 0L) {
            throw new ClockUnavailableException("VirtualAlloc refused a page");
        }
        MemorySegment page = mapped.reinterpret(PAGE_BYTES);
        MemorySegment.copy(code, 0, page, JAVA_BYTE, 0, code.length);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment before = arena.allocate(JAVA_INT);
            if ((int) virtualProtect.invokeExact(page, PAGE_BYTES, pageExecuteRead, before) == 0) {
                throw new ClockUnavailableException("the system refused an executable page (VirtualProtect)");
            }
        }
        MemorySegment currentProcess = MemorySegment.ofAddress(-1L);
        int flushed = (int) flush.invokeExact(currentProcess, page, PAGE_BYTES);
        if (flushed == 0) {
            throw new ClockUnavailableException("FlushInstructionCache failed");
        }
        return page;
    }

    private static MethodHandle function(SymbolLookup lookup, String name, FunctionDescriptor type)
            throws ClockUnavailableException {
        MemorySegment symbol = lookup.find(name)
                .orElseThrow(() -> new ClockUnavailableException("the system has no function " + name));
        return Linker.nativeLinker().downcallHandle(symbol, type);
    }
}
