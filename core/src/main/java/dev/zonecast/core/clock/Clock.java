package dev.zonecast.core.clock;

import java.lang.invoke.MethodHandle;

/**
 * The one clock of the process: the processor's counter where it can be had at the price of the instruction, else
 * {@link System#nanoTime}. Chosen when this class is initialised; any thread may read it.
 */
public final class Clock {
    private static final ClockSource SOURCE = ClockSource.choose();

    /** A constant, so that the compiler inlines the call; null means {@code nanoTime}. */
    private static final MethodHandle COUNTER = SOURCE.counter();

    private Clock() {}

    /**
     * The counter now, in ticks of unknown length; differences are meaningful, {@link ClockMap} turns them into nanoseconds. The
     * instruction is not a barrier: the processor may read it a few nanoseconds early or late.
     */
    public static long ticks() {
        if (COUNTER == null) {
            return System.nanoTime();
        }
        try {
            return (long) COUNTER.invokeExact();
        } catch (Error e) {
            // The Java stack has no room for the call.
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a routine without arguments cannot throw", e);
        }
    }

    /** True when ticks are nanoseconds of {@link System#nanoTime}, so that no calibration is needed. */
    public static boolean ticksAreNanos() {
        return COUNTER == null;
    }

    /** Short name: {@code rdtsc}, {@code cntvct_el0}, {@code mach_absolute_time} or {@code nanoTime}. */
    public static String name() {
        return SOURCE.name();
    }

    /** Why this clock was chosen, for the log and the trace. */
    public static String reason() {
        return SOURCE.reason();
    }

    /** The processor's identification. */
    public static CpuIdentity cpu() {
        return SOURCE.cpu();
    }
}
