package dev.zonecast.core.ring;

import dev.zonecast.core.registry.Registry;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * On which thread of the system a virtual thread runs. The JDK has no call for that; a change is seen by {@code pthread_self}, which costs
 * some nanoseconds, and the name is read off {@link Thread#toString} then.
 */
@SuppressWarnings("restricted") // Only where it is allowed.
final class CarrierThread {
    private static final MethodHandle SELF = find();

    private CarrierThread() {}

    private static MethodHandle find() {
        if (!CarrierThread.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("pthread_self")
                .map(address -> linker.downcallHandle(
                        address, FunctionDescriptor.of(ValueLayout.JAVA_LONG), Linker.Option.critical(false)))
                .orElse(null);
    }

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
