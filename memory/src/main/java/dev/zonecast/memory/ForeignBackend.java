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
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Memory and calls by {@code java.lang.foreign}. For memory by its address there is one constant segment over all memory: it costs an
 * addition, where a segment in a field costs three dependent loads and a type check at each access.
 */
@SuppressWarnings("restricted") // Only where it is allowed.
final class ForeignBackend extends MemoryBackend {
    private static final boolean ALLOWED = ForeignBackend.class.getModule().isNativeAccessEnabled();

    /** Words lie at multiples of their size. This layout saves the check of that at each access. */
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle ORDERED =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final MemorySegment EVERYTHING = ALLOWED ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : null;

    // Here, not at the first ring: a heap that is full then would leave a class that can never be used.
    private static final MethodHandle MALLOC = heap("malloc", MethodType.methodType(long.class, long.class));
    private static final MethodHandle FREE = heap("free", MethodType.methodType(void.class, long.class));

    private static final ForeignScope GLOBAL = new ForeignScope(Arena.global());

    @Override
    Memory ofArray(byte[] array) {
        return new ForeignMemory(MemorySegment.ofArray(array));
    }

    @Override
    Memory ofArray(long[] array) {
        return new ForeignMemory(MemorySegment.ofArray(array));
    }

    @Override
    Memory ofBuffer(ByteBuffer buffer) {
        return new ForeignMemory(MemorySegment.ofBuffer(buffer));
    }

    @Override
    MemoryScope confined() {
        return new ForeignScope(Arena.ofConfined());
    }

    @Override
    MemoryScope shared() {
        return new ForeignScope(Arena.ofShared());
    }

    @Override
    MemoryScope auto() {
        return new ForeignScope(Arena.ofAuto());
    }

    @Override
    MemoryScope global() {
        return GLOBAL;
    }

    @Override
    long mostMappedBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    boolean allowsRawMemory() {
        return ALLOWED;
    }

    @Override
    long getLong(long address) {
        return EVERYTHING.get(WORD, address);
    }

    @Override
    void setLong(long address, long value) {
        EVERYTHING.set(WORD, address, value);
    }

    @Override
    void setLongRelease(long address, long value) {
        ORDERED.setRelease(EVERYTHING, address, value);
    }

    @Override
    Memory at(long address, long bytes) {
        return new ForeignMemory(MemorySegment.ofAddress(address).reinterpret(bytes));
    }

    @Override
    boolean hasHeap() {
        return MALLOC != null && FREE != null;
    }

    @Override
    long malloc(long bytes) {
        try {
            return (long) MALLOC.invokeExact(bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("malloc throws nothing", e);
        }
    }

    @Override
    void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("free throws nothing", e);
        }
    }

    @Override
    boolean hasNativeCalls() {
        return true;
    }

    @Override
    boolean allowsNativeCalls() {
        return ALLOWED;
    }

    private static MethodHandle heap(String name, MethodType type) {
        return ALLOWED ? ofCLibrary(name, type, false) : null;
    }

    @Override
    MethodHandle function(String name, MethodType type, boolean critical) {
        return ofCLibrary(name, type, critical);
    }

    private static MethodHandle ofCLibrary(String name, MethodType type, boolean critical) {
        MemorySegment symbol = Linker.nativeLinker().defaultLookup().find(name).orElse(null);
        return symbol == null ? null : at(symbol, type, critical);
    }

    @Override
    Optional<MethodHandle> function(String library, String name, MethodType type) {
        return SymbolLookup.libraryLookup(library, Arena.global()).find(name).map(symbol -> at(symbol, type, false));
    }

    @Override
    void open(String library) {
        SymbolLookup ignored = SymbolLookup.libraryLookup(library, Arena.global());
    }

    @Override
    Optional<Long> address(String name) {
        return Linker.nativeLinker().defaultLookup().find(name).map(MemorySegment::address);
    }

    @Override
    MethodHandle function(long address, MethodType type, boolean critical) {
        return at(MemorySegment.ofAddress(address), type, critical);
    }

    private static MethodHandle at(MemorySegment symbol, MethodType type, boolean critical) {
        MemoryLayout[] arguments = new MemoryLayout[type.parameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = layout(type.parameterType(i));
        }
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
