package dev.zonecast.core.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether anybody listens. Apart from {@link Gate}, whose initialisation starts the profiler: the threads that start it must be able
 * to open the gate while another thread's first event still waits for the start.
 */
public final class GateState {
    private static final VarHandle OPEN;

    @SuppressWarnings("unused") // Read and written through OPEN.
    private static boolean open;

    static {
        try {
            OPEN = MethodHandles.lookup().findStaticVarHandle(GateState.class, "open", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private GateState() {}

    static boolean isOpen() {
        // Opaque: a plain read could be moved out of a loop for good.
        return (boolean) OPEN.getOpaque();
    }

    /** Opens or shuts the gate. Threads see it soon, not at once. */
    public static void set(boolean isOpen) {
        OPEN.setOpaque(isOpen);
    }
}
