package dev.zonecast.core.ring;

import dev.zonecast.core.collect.Profiler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The two questions that every instrumentation call asks first: is the profiler switched on at all ({@link Switch#ON}, a
 * constant that the compiler folds), and does anybody listen ({@link #isOpen}, one load and a branch).
 *
 * <p>Initialising this class starts the profiler, unless the program did so by hand before, or asked to do it later.
 */
public final class Gate {
    private static final VarHandle OPEN;

    @SuppressWarnings("unused") // Read and written through OPEN.
    private static boolean open;

    static {
        try {
            OPEN = MethodHandles.lookup().findStaticVarHandle(Gate.class, "open", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        if (Switch.ON) {
            Profiler.autostart();
        }
    }

    private Gate() {}

    /** True while a viewer or a recording takes events. */
    public static boolean isOpen() {
        // Opaque: a plain read could be moved out of a loop for good.
        return (boolean) OPEN.getOpaque();
    }

    /** Opens or shuts the gate; the collector's thread. Threads see it soon, not at once. */
    public static void set(boolean isOpen) {
        OPEN.setOpaque(isOpen);
    }
}
