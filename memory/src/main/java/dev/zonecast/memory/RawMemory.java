package dev.zonecast.memory;

/**
 * Memory by its address, unchecked. The caller makes sure that no address dangles. Little-endian.
 */
public final class RawMemory {
    /** Nothing else here may be used where it is false: native access is not enabled for this module. */
    public static final boolean ALLOWED = MemoryBackend.CHOSEN.allowsRawMemory();

    private RawMemory() {}

    public static long getLong(long address) {
        return MemoryBackend.CHOSEN.getLong(address);
    }

    public static void setLong(long address, long value) {
        MemoryBackend.CHOSEN.setLong(address, value);
    }

    public static void setLongRelease(long address, long value) {
        MemoryBackend.CHOSEN.setLongRelease(address, value);
    }

    /** The bytes from an address on. */
    public static Memory at(long address, long bytes) {
        return MemoryBackend.CHOSEN.at(address, bytes);
    }

    /** True if {@link #malloc} and {@link #free} are there. */
    public static boolean hasHeap() {
        return MemoryBackend.CHOSEN.hasHeap();
    }

    /** Address of a block of C's heap, which is not cleared; 0 if the system has no memory. */
    public static long malloc(long bytes) {
        return MemoryBackend.CHOSEN.malloc(bytes);
    }

    /** Gives such a block back. */
    public static void free(long address) {
        MemoryBackend.CHOSEN.free(address);
    }
}
