package dev.zonecast.memory;

import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalLong;

/** Functions of the system's libraries and of code of ours. */
public final class NativeCalls {
    /** False on Java 21: it cannot call native functions. */
    public static final boolean POSSIBLE = MemoryBackend.CHOSEN.hasNativeCalls();

    /** Possible, and native access is enabled for this module. */
    public static final boolean ALLOWED = MemoryBackend.CHOSEN.allowsNativeCalls();

    private NativeCalls() {}

    /** A function of the C library; null if there is none of that name, or native calls are not allowed. */
    public static NativeFunction find(String name) {
        return find(name, false);
    }

    /**
     * As {@link #find(String)}, for a function that returns at once: the call is made without a change of the thread's state, so that the
     * JVM cannot change {@code errno} before the next call of this kind.
     */
    public static NativeFunction findCritical(String name) {
        return find(name, true);
    }

    private static NativeFunction find(String name, boolean critical) {
        OptionalLong address = ALLOWED ? address(name) : OptionalLong.empty();
        return address.isPresent() ? new NativeFunction(address.getAsLong(), critical) : null;
    }

    /** A function of a library; empty if there is none of that name. {@link IllegalArgumentException} without the library. */
    public static Optional<NativeFunction> find(String library, String name) {
        OptionalLong address = MemoryBackend.CHOSEN.address(library, name);
        return address.isPresent() ? Optional.of(at(address.getAsLong())) : Optional.empty();
    }

    /** Opens a library, which stays open. {@link IllegalArgumentException} without it. */
    public static void open(String library) {
        MemoryBackend.CHOSEN.open(library);
    }

    /** Address of a function of the C library; empty if there is none of that name. */
    public static OptionalLong address(String name) {
        return MemoryBackend.CHOSEN.address(name);
    }

    /** The function at an address. */
    public static NativeFunction at(long address) {
        return new NativeFunction(address, false);
    }

    /** As {@link #counterAt}, of the C library; null if there is none of that name, or native calls are not allowed. */
    public static MethodHandle findCounter(String name) {
        OptionalLong address = ALLOWED ? address(name) : OptionalLong.empty();
        return address.isPresent() ? counterAt(address.getAsLong()) : null;
    }

    /**
     * The function at an address as a handle of type {@code ()long}, which costs the function alone: it has to return at once, because
     * the call is made without a change of the thread's state.
     */
    public static MethodHandle counterAt(long address) {
        return MemoryBackend.CHOSEN.counterAt(address);
    }
}
