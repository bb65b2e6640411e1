package dev.zonecast.agent.methods;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/** What woven methods call. Nothing that is thrown here reaches the program, except that its stack is full. */
final class ZoneHooks {
    /** A method of {@code java.lang.ZonecastMethods}, which the compiler does not inline; it calls {@link #RECORD}. */
    static final String BEGIN_RECORDED = "begin";

    static final MethodHandle BEGIN;
    static final MethodHandle RECORD;
    static final MethodHandle END;

    private static final MethodHandle NOT_INLINED;
    private static final AtomicInteger FAILURES = new AtomicInteger();

    static {
        try {
            var lookup = MethodHandles.lookup();
            BEGIN = lookup.findStatic(
                    ZoneHooks.class, "begin", MethodType.methodType(long.class, WovenMethod.Constants.class));
            MethodType type = MethodType.methodType(long.class, Object.class);
            RECORD = lookup.findStatic(Zone.class, "begin", MethodType.methodType(long.class, SourceLocation.class))
                    .asType(type);
            NOT_INLINED = lookup.findStatic(Class.forName(BodyWeaver.ENDS_NAME), BEGIN_RECORDED, type);
            END = lookup.findStatic(ZoneHooks.class, "end", MethodType.methodType(void.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private ZoneHooks() {}

    static long begin(WovenMethod.Constants method) {
        method.calls()[WovenMethod.CALLS]++;
        try {
            return (long) NOT_INLINED.invokeExact((Object) method.location());
        } catch (Throwable e) {
            FAILURES.incrementAndGet();
            return 0;
        }
    }

    static void end(long token) {
        try {
            Zone.end(token);
        } catch (Throwable e) {
            FAILURES.incrementAndGet();
        }
    }

    /** Begins and ends that threw. */
    static int failures() {
        return FAILURES.get();
    }
}
