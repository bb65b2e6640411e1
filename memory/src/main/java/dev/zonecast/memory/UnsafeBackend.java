package dev.zonecast.memory;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/** Memory by {@code sun.misc.Unsafe}, for Java 21. There are no native calls. */
@SuppressWarnings("removal") // Java 21 has it, and newer ones do not load this class.
final class UnsafeBackend extends MemoryBackend {
    // Not imported: javadoc warns of an import.
    static final sun.misc.Unsafe UNSAFE = unsafe();

    private static final boolean REVERSED = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
    private static final long BUFFER_ADDRESS = bufferAddress();

    private static sun.misc.Unsafe unsafe() {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JVM has no sun.misc.Unsafe", e);
        }
    }

    private static long bufferAddress() {
        try {
            return UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address"));
        } catch (NoSuchFieldException e) {
            throw new LinkageError("this JVM keeps the address of a buffer in another place", e);
        }
    }

    /** Address of a direct buffer's first byte, be the buffer's position where it may. */
    static long address(ByteBuffer buffer) {
        return UNSAFE.getLong(buffer, BUFFER_ADDRESS);
    }

    /** From the processor's order of bytes to little-endian, and back. */
    static short order(short value) {
        return REVERSED ? Short.reverseBytes(value) : value;
    }

    /** From the processor's order of bytes to little-endian, and back. */
    static int order(int value) {
        return REVERSED ? Integer.reverseBytes(value) : value;
    }

    /** From the processor's order of bytes to little-endian, and back. */
    static long order(long value) {
        return REVERSED ? Long.reverseBytes(value) : value;
    }

    @Override
    Memory ofArray(byte[] array) {
        return new UnsafeMemory(array, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET, array.length, null, UnsafeScope.ALWAYS);
    }

    @Override
    Memory ofArray(long[] array) {
        long bytes = (long) Long.BYTES * array.length;
        return new UnsafeMemory(array, sun.misc.Unsafe.ARRAY_LONG_BASE_OFFSET, bytes, null, UnsafeScope.ALWAYS);
    }

    @Override
    Memory ofBuffer(ByteBuffer buffer) {
        long at = buffer.position();
        if (buffer.isDirect()) {
            return new UnsafeMemory(null, address(buffer) + at, buffer.remaining(), buffer, UnsafeScope.ALWAYS);
        }
        long offset = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + buffer.arrayOffset() + at;
        return new UnsafeMemory(buffer.array(), offset, buffer.remaining(), null, UnsafeScope.ALWAYS);
    }

    @Override
    MemoryScope confined() {
        return new UnsafeScope(UnsafeScope.Kind.CONFINED);
    }

    @Override
    MemoryScope shared() {
        return new UnsafeScope(UnsafeScope.Kind.SHARED);
    }

    @Override
    MemoryScope auto() {
        return UnsafeScope.ALWAYS;
    }

    @Override
    MemoryScope global() {
        return UnsafeScope.GLOBAL;
    }

    @Override
    long mostMappedBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    boolean allowsRawMemory() {
        return true;
    }

    @Override
    long getLong(long address) {
        return order(UNSAFE.getLong(address));
    }

    @Override
    void setLong(long address, long value) {
        UNSAFE.putLong(address, order(value));
    }

    @Override
    void setLongRelease(long address, long value) {
        UNSAFE.putOrderedLong(null, address, order(value));
    }

    @Override
    Memory at(long address, long bytes) {
        return new UnsafeMemory(null, address, bytes, null, UnsafeScope.ALWAYS);
    }

    @Override
    boolean hasHeap() {
        return true;
    }

    @Override
    long malloc(long bytes) {
        try {
            return UNSAFE.allocateMemory(bytes);
        } catch (OutOfMemoryError e) {
            return 0;
        }
    }

    @Override
    void free(long address) {
        UNSAFE.freeMemory(address);
    }

    @Override
    boolean hasNativeCalls() {
        return false;
    }

    @Override
    boolean allowsNativeCalls() {
        return false;
    }

    @Override
    void open(String library) {
        throw new IllegalArgumentException("Java 21 opens no library: " + library);
    }

    @Override
    OptionalLong address(String name) {
        return OptionalLong.empty();
    }

    @Override
    OptionalLong address(String library, String name) {
        return OptionalLong.empty();
    }

    @Override
    long call(long address, boolean critical, long a, long b, long c, long d, long e, long f) {
        throw withoutCalls();
    }

    @Override
    MethodHandle counterAt(long address) {
        throw withoutCalls();
    }

    private static UnsupportedOperationException withoutCalls() {
        return new UnsupportedOperationException("calls of native functions need Java 22 or newer");
    }
}
