package dev.zonecast.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Memory by its address, unchecked: one constant segment over all memory costs an addition, where a segment in a field costs three
 * dependent loads and a type check at each access. The caller makes sure that no address dangles. Little-endian.
 */
@SuppressWarnings("restricted") // Only where it is allowed: see ALLOWED.
public final class RawMemory {
    /** True where native access is enabled for this module; nothing else here may be used without it. */
    public static final boolean ALLOWED = RawMemory.class.getModule().isNativeAccessEnabled();

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle ORDERED = WORD.varHandle();
    private static final MemorySegment EVERYTHING = ALLOWED ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : null;

    private static final MethodHandle MALLOC =
            NativeCalls.find("malloc", MethodType.methodType(long.class, long.class), false);
    private static final MethodHandle FREE =
            NativeCalls.find("free", MethodType.methodType(void.class, long.class), false);

    private RawMemory() {}

    public static long getLong(long address) {
        return EVERYTHING.get(WORD, address);
    }

    public static void setLong(long address, long value) {
        EVERYTHING.set(WORD, address, value);
    }

    public static void setLongRelease(long address, long value) {
        ORDERED.setRelease(EVERYTHING, address, value);
    }

    /** The bytes from an address on. */
    public static Memory at(long address, long bytes) {
        return new Memory(MemorySegment.ofAddress(address).reinterpret(bytes));
    }

    /** True if {@link #malloc} and {@link #free} are there. */
    public static boolean hasHeap() {
        return MALLOC != null && FREE != null;
    }

    /** Address of a block of C's heap, which is not cleared; 0 if the system has no memory. */
    public static long malloc(long bytes) {
        try {
            return (long) MALLOC.invokeExact(bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("malloc throws nothing", e);
        }
    }

    /** Gives such a block back. */
    public static void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("free throws nothing", e);
        }
    }
}
