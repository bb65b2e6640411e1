package dev.zonecast.core.ring;

import dev.zonecast.core.session.Profiler;

/**
 * The two questions that every instrumentation call asks first: is the profiler switched on at all ({@link Switch#ON}, a
 * constant that the compiler folds), and does anybody listen ({@link #isOpen}, one load and a branch).
 *
 * <p>Initialising this class starts the profiler, unless the program did so by hand before, or asked to do it later.
 */
public final class Gate {
    static {
        if (Switch.ON) {
            startProfiler();
        }
    }

    private Gate() {}

    /** True while a viewer or a recording takes events. */
    public static boolean isOpen() {
        return GateState.isOpen();
    }

    /** Without this, what went wrong here would be thrown by every later event of the program. */
    private static void startProfiler() {
        try {
            Profiler.autostart();
        } catch (RuntimeException | Error e) {
            // Not to the log: the log may be the cause.
            System.err.println("zonecast: not started: " + e);
        }
    }
}
