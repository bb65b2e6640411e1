package dev.zonecast.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Optional;

/** Functions of the system's libraries, as method handles. Types are {@code int}, {@code long}, and {@code long} for addresses. */
@SuppressWarnings("restricted") // Only where it is allowed: see RawMemory.ALLOWED.
public final class NativeCalls {
    private NativeCalls() {}

    /**
     * A function of the C library; null if there is none of that name, or native access is not allowed.
     *
     * @param critical the function returns at once: the call is made without a change of the thread's state
     */
    public static MethodHandle find(String name, MethodType type, boolean critical) {
        if (!RawMemory.ALLOWED) {
            return null;
        }
        return Linker.nativeLinker()
                .defaultLookup()
                .find(name)
                .map(symbol -> at(symbol, type, critical))
                .orElse(null);
    }

    /** A function of a library; empty if there is none of that name. {@link IllegalArgumentException} without the library. */
    public static Optional<MethodHandle> find(String library, String name, MethodType type) {
        return SymbolLookup.libraryLookup(library, Arena.global()).find(name).map(symbol -> at(symbol, type, false));
    }

    /** Address of a function of the C library; empty if there is none of that name. */
    public static Optional<Long> address(String name) {
        return Linker.nativeLinker().defaultLookup().find(name).map(MemorySegment::address);
    }

    /** The function at an address. */
    public static MethodHandle at(long address, MethodType type, boolean critical) {
        return at(MemorySegment.ofAddress(address), type, critical);
    }

    private static MethodHandle at(MemorySegment symbol, MethodType type, boolean critical) {
        MemoryLayout[] arguments =
                type.parameterList().stream().map(NativeCalls::layout).toArray(MemoryLayout[]::new);
        FunctionDescriptor descriptor = type.returnType() == void.class
                ? FunctionDescriptor.ofVoid(arguments)
                : FunctionDescriptor.of(layout(type.returnType()), arguments);
        Linker.Option[] options = critical ? new Linker.Option[] {Linker.Option.critical(false)} : new Linker.Option[0];
        return Linker.nativeLinker().downcallHandle(symbol, descriptor, options);
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == int.class ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG;
    }
}
