package dev.zonecast.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;

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

    /** Calls any function: see {@link NativeFunction}. */
    private static final MethodHandle FUNCTION = ALLOWED ? function() : null;

    private static final MemorySegment MALLOC = ALLOWED ? ofCLibrary("malloc") : null;
    private static final MemorySegment FREE = ALLOWED ? ofCLibrary("free") : null;

    static {
        if (MALLOC != null && FREE != null) {
            // Here, not at the first ring: a heap that is full then would leave calls that can never be made.
            long ignored = call(FUNCTION, FREE, 0, 0, 0, 0, 0, 0);
        }
    }

    /** Linked when it is first needed: few programs need it. */
    private static final class Critical {
        static final MethodHandle FUNCTION = function(Linker.Option.critical(false));
    }

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
        return call(FUNCTION, MALLOC, bytes, 0, 0, 0, 0, 0);
    }

    @Override
    void free(long address) {
        long ignored = call(FUNCTION, FREE, address, 0, 0, 0, 0, 0);
    }

    @Override
    boolean hasNativeCalls() {
        return true;
    }

    @Override
    boolean allowsNativeCalls() {
        return ALLOWED;
    }

    @Override
    void open(String library) {
        SymbolLookup ignored = SymbolLookup.libraryLookup(library, Arena.global());
    }

    @Override
    OptionalLong address(String name) {
        MemorySegment symbol = ofCLibrary(name);
        return symbol == null ? OptionalLong.empty() : OptionalLong.of(symbol.address());
    }

    @Override
    OptionalLong address(String library, String name) {
        MemorySegment symbol =
                SymbolLookup.libraryLookup(library, Arena.global()).find(name).orElse(null);
        return symbol == null ? OptionalLong.empty() : OptionalLong.of(symbol.address());
    }

    private static MemorySegment ofCLibrary(String name) {
        return Linker.nativeLinker().defaultLookup().find(name).orElse(null);
    }

    @Override
    long call(long address, boolean critical, long a, long b, long c, long d, long e, long f) {
        return call(critical ? Critical.FUNCTION : FUNCTION, MemorySegment.ofAddress(address), a, b, c, d, e, f);
    }

    private static long call(
            MethodHandle function, MemorySegment symbol, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) function.invokeExact(symbol, a, b, c, d, e, f);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError("a native function throws nothing", thrown);
        }
    }

    @Override
    MethodHandle counterAt(long address) {
        return Linker.nativeLinker()
                .downcallHandle(
                        MemorySegment.ofAddress(address),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG),
                        Linker.Option.critical(false));
    }

    private static MethodHandle function(Linker.Option... options) {
        MemoryLayout[] arguments = new MemoryLayout[NativeFunction.MAX_ARGUMENTS];
        Arrays.fill(arguments, ValueLayout.JAVA_LONG);
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_LONG, arguments), options);
    }
}
