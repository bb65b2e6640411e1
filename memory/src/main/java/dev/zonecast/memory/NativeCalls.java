package dev.zonecast.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Optional;

/** Functions of the system's libraries, as method handles. Types are {@code int}, {@code long}, and {@code long} for addresses. */
public final class NativeCalls {
    /** False on Java 21: it cannot call native functions. */
    public static final boolean POSSIBLE = MemoryBackend.CHOSEN.hasNativeCalls();

    /** Possible, and native access is enabled for this module. */
    public static final boolean ALLOWED = MemoryBackend.CHOSEN.allowsNativeCalls();

    private NativeCalls() {}

    /**
     * A function of the C library; null if there is none of that name, or native calls are not allowed.
     *
     * @param critical the function returns at once: the call is made without a change of the thread's state
     */
    public static MethodHandle find(String name, MethodType type, boolean critical) {
        return ALLOWED ? MemoryBackend.CHOSEN.function(name, type, critical) : null;
    }

    /** A function of a library; empty if there is none of that name. {@link IllegalArgumentException} without the library. */
    public static Optional<MethodHandle> find(String library, String name, MethodType type) {
        return MemoryBackend.CHOSEN.function(library, name, type);
    }

    /** Opens a library, which stays open. {@link IllegalArgumentException} without it. */
    public static void open(String library) {
        MemoryBackend.CHOSEN.open(library);
    }

    /** Address of a function of the C library; empty if there is none of that name. */
    public static Optional<Long> address(String name) {
        return MemoryBackend.CHOSEN.address(name);
    }

    /** The function at an address. */
    public static MethodHandle at(long address, MethodType type, boolean critical) {
        return MemoryBackend.CHOSEN.function(address, type, critical);
    }
}
