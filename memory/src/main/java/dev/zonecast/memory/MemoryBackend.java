package dev.zonecast.memory;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * What memory and native calls are made of, chosen once. Java 22 and newer have {@code java.lang.foreign}. Java 21 has
 * {@code sun.misc.Unsafe}, of which newer ones warn, and no native calls.
 *
 * <p>One constant object, so that the compiler knows its class and inlines its methods.
 */
abstract class MemoryBackend {
    /**
     * System property for tests: {@code true} makes a newer Java use what Java 21 uses. The JVM then needs the flag
     * {@code --sun-misc-unsafe-memory-access=allow}.
     */
    private static final String AS_JAVA_21 = "dev.zonecast.memory.asJava21";

    private static final int FIRST_WITH_FOREIGN_MEMORY = 22;

    static final MemoryBackend CHOSEN = choose();

    private static MemoryBackend choose() {
        boolean foreign = Runtime.version().feature() >= FIRST_WITH_FOREIGN_MEMORY && !Boolean.getBoolean(AS_JAVA_21);
        try {
            // By name: both are compiled after this class, against the JDK of the build.
            return Class.forName("dev.zonecast.memory." + (foreign ? "ForeignBackend" : "UnsafeBackend"))
                    .asSubclass(MemoryBackend.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("zonecast-memory is incomplete", e);
        }
    }

    abstract Memory ofArray(byte[] array);

    abstract Memory ofArray(long[] array);

    abstract Memory ofBuffer(ByteBuffer buffer);

    // --- scopes

    abstract MemoryScope confined();

    abstract MemoryScope shared();

    abstract MemoryScope auto();

    abstract MemoryScope global();

    abstract long mostMappedBytes();

    // --- memory by its address: see RawMemory

    abstract boolean allowsRawMemory();

    abstract long getLong(long address);

    abstract void setLong(long address, long value);

    abstract void setLongRelease(long address, long value);

    abstract Memory at(long address, long bytes);

    abstract boolean hasHeap();

    abstract long malloc(long bytes);

    abstract void free(long address);

    // --- native calls: see NativeCalls

    abstract boolean hasNativeCalls();

    abstract boolean allowsNativeCalls();

    abstract void open(String library);

    abstract OptionalLong address(String name);

    abstract OptionalLong address(String library, String name);

    abstract long call(long address, boolean critical, long a, long b, long c, long d, long e, long f);

    abstract MethodHandle counterAt(long address);
}
