package dev.zonecast.core.ring;

import dev.zonecast.core.registry.Registry;
import dev.zonecast.memory.NativeCalls;
import java.lang.invoke.MethodHandle;

/**
 * On which thread of the system a virtual thread runs. The JDK has no call for that; a change is seen by {@code pthread_self}, which costs
 * some nanoseconds, and the name is read off {@link Thread#toString} then.
 */
final class CarrierThread {
    /** Null where native access is not allowed, or the system has no such function. */
    private static final MethodHandle SELF = NativeCalls.findCounter("pthread_self");

    private CarrierThread() {}

    /** A number of the thread of the system; 0 where it cannot be had. */
    static long id() {
        if (SELF == null) {
            return 0;
        }
        try {
            return (long) SELF.invokeExact();
        } catch (Error e) {
            // The Java stack has no room for the call.
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("pthread_self throws nothing", e);
        }
    }

    /** Id of the carrier's name in the table of names; 0 if it is not known. */
    static int nameId(Thread virtual) {
        // VirtualThread[#30,name]/runnable@ForkJoinPool-1-worker-1
        String text = virtual.toString();
        int at = text.lastIndexOf('@');
        return at < 0 ? 0 : Registry.INSTANCE.names().intern(text.substring(at + 1));
    }
}
