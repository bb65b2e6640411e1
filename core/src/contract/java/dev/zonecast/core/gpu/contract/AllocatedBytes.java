package dev.zonecast.core.gpu.contract;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Bytes that threads have allocated on the heap, as {@code com.sun.management.ThreadMXBean} counts them. Found at run time: the modules that
 * compile this do not read {@code jdk.management}.
 */
final class AllocatedBytes {
    private static final MethodHandle CURRENT_THREAD = find();

    /** Kept where the compiler cannot remove it. */
    private static volatile MemorySegment kept;

    private AllocatedBytes() {}

    /** Of a segment without bounds, as LWJGL makes one of a function's address. */
    static long ofSegment() {
        long least = Long.MAX_VALUE;
        for (int i = 1; i <= 10; i++) {
            long before = ofCurrentThread();
            kept = MemorySegment.ofAddress(i);
            long bytes = ofCurrentThread() - before;
            least = kept.address() == i ? Math.min(least, bytes) : least;
        }
        return least;
    }

    private static MethodHandle find() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> beanType = Class.forName("java.lang.management.ThreadMXBean");
            Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
            Object bean = lookup.findStatic(
                            Class.forName("java.lang.management.ManagementFactory"),
                            "getThreadMXBean",
                            MethodType.methodType(beanType))
                    .invoke();
            return lookup.findVirtual(type, "getCurrentThreadAllocatedBytes", MethodType.methodType(long.class))
                    .bindTo(bean);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Of the calling thread so far; allocates nothing itself. */
    static long ofCurrentThread() {
        try {
            return (long) CURRENT_THREAD.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
