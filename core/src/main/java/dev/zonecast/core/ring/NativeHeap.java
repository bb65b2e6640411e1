package dev.zonecast.core.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Memory of rings from C's {@code malloc}. An {@link Arena} zeroes all of it, which stalls the producer for a millisecond at 4 MiB.
 * Arenas also count against the limit of direct memory: beyond it the JVM collects garbage and sleeps for up to half a second.
 */
@SuppressWarnings("restricted") // Only where it is allowed: see Memory.RAW.
final class NativeHeap {
    private static final long ALIGNMENT_BYTES = 64;

    private static final MethodHandle MALLOC = find("malloc", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle FREE = find("free", FunctionDescriptor.ofVoid(JAVA_LONG));

    private NativeHeap() {}

    private static MethodHandle find(String name, FunctionDescriptor type) {
        if (!Memory.RAW) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(address -> linker.downcallHandle(address, type))
                .orElse(null);
    }

    /**
     * Memory for a ring; its header is zero.
     *
     * @throws OutOfMemoryError if the system has none
     */
    static RingMemory allocate(int capacityBytes) {
        long bytes = RingLayout.HEADER_BYTES + (long) capacityBytes;
        if (MALLOC == null || FREE == null) {
            // The garbage collector frees it.
            return new RingMemory(Arena.ofAuto().allocate(bytes, ALIGNMENT_BYTES), false, () -> {});
        }
        long block = malloc(bytes + ALIGNMENT_BYTES);
        if (block == 0) {
            throw new OutOfMemoryError("no native memory for a ring of " + capacityBytes + " bytes");
        }
        long aligned = (block + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
        MemorySegment segment = MemorySegment.ofAddress(aligned).reinterpret(bytes);
        segment.asSlice(0, RingLayout.HEADER_BYTES).fill((byte) 0);
        return new RingMemory(segment, false, () -> free(block));
    }

    private static long malloc(long bytes) {
        try {
            return (long) MALLOC.invokeExact(bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("malloc throws nothing", e);
        }
    }

    private static void free(long block) {
        try {
            FREE.invokeExact(block);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("free throws nothing", e);
        }
    }
}
