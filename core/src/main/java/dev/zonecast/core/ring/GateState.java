package dev.zonecast.core.ring;

import dev.zonecast.core.registry.SafeLog;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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

    private static volatile long openedNanos;

    private static final List<Runnable> WHEN_OPENED = new CopyOnWriteArrayList<>();

    private GateState() {}

    /** As {@link Gate#isOpen}, without starting the profiler. */
    public static boolean isOpen() {
        // Opaque: the compiler could move a plain read out of a loop.
        return (boolean) OPEN.getOpaque();
    }

    /**
     * Opens or shuts the gate. Threads see it soon, not at once.
     *
     * @return true if it was shut and is open now: {@link #tellOpened} is due
     */
    public static boolean set(boolean isOpen) {
        if (isOpen && !isOpen()) {
            openedNanos = System.nanoTime();
        }
        boolean wasOpen = (boolean) OPEN.getAndSet(isOpen);
        return isOpen && !wasOpen;
    }

    /** When the gate was opened last, by {@link System#nanoTime}; 0 if it never was. */
    public static long openedNanos() {
        return openedNanos;
    }

    /** Runs the actions after the gate has been opened. */
    public static void tellOpened() {
        WHEN_OPENED.forEach(GateState::run);
    }

    /** Adds an action that runs each time after the gate has been opened. It cannot be removed. Any thread. */
    public static void whenOpened(Runnable action) {
        WHEN_OPENED.add(action);
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            SafeLog.log(
                    System.getLogger("dev.zonecast"),
                    System.Logger.Level.WARNING,
                    () -> action.getClass().getName() + " failed at the start of recording",
                    e);
        }
    }
}
