package dev.zonecast.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;

/**
 * Processor time of this process. The JDK's own bean counts in hundredths of a second on Linux, which is a third of a percent of a
 * turn: there the C library's {@code clock_gettime} is asked.
 */
final class ProcessClock {
    /** {@code CLOCK_PROCESS_CPUTIME_ID} of Linux. */
    private static final int PROCESS_TIME = 2;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final MemorySegment time = Arena.global().allocate(2 * ValueLayout.JAVA_LONG.byteSize());
    private final MethodHandle clockGettime;

    @SuppressWarnings("restricted")
    ProcessClock() {
        boolean linux = System.getProperty("os.name").equals("Linux");
        Linker linker = Linker.nativeLinker();
        clockGettime = !linux
                ? null
                : linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("clock_gettime"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    long nanos() {
        if (clockGettime == null) {
            return system.getProcessCpuTime();
        }
        try {
            int status = (int) clockGettime.invokeExact(PROCESS_TIME, time);
            if (status != 0) {
                throw new IllegalStateException("clock_gettime: " + status);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * NANOS_PER_SECOND + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
    }
}
