package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.gpu.gl.window.WindowSystem;
import java.util.HashMap;
import java.util.Map;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengles.GLES;

/**
 * The OpenGL contexts of the process, and which is current where. A context is known by the handle with which the program makes it
 * current: a window of GLFW, a context of EGL, GLX, WGL, CGL. LWJGL's capabilities do not identify it: a program may make several of
 * them for one context, and use one for several. They serve as the key only where no function that makes a context current was seen.
 *
 * <p>{@link #current} finds or makes the context when the first command comes: then the program has announced the capabilities that
 * belong to it. Thread-safe.
 */
final class GlContexts {
    /** No function was seen that makes a context current. */
    static final long UNKNOWN = -1;

    /** Contexts of which only the capabilities are known. */
    private static final int MOST_UNKNOWN = 4;

    private static final Map<Object, GlContext> ALL = new HashMap<>();

    /** By the handle of a context, the labels of its objects. Contexts that share objects have one table. Guarded by {@link #ALL}. */
    private static final Map<Long, ObjectLabels> LABELS = new HashMap<>();

    private static final ThreadLocal<Seat> SEATS = ThreadLocal.withInitial(Seat::new);

    /** The context that was made current last: a program with one finds it without the thread's table. */
    private static volatile GlContext last;

    private GlContexts() {}

    /** What a thread has current. */
    private static final class Seat {
        private final int epoch = AgentStart.epoch();
        private long handle = UNKNOWN;
        private Object capabilities;
        private GlContext context;

        /** The one before, for a program that makes capabilities again and again. */
        private GlContext previous;

        /** Whether the context has to be found. */
        private boolean changed;

        /** True once a frame ended here in this epoch: what no function made current has its handle, or has none. */
        private boolean asked;

        /** True while the thread makes calls of the agent's own. */
        private boolean apart;

        /** The window whose picture the thread hands over; 0: none. */
        private long swapping;
    }

    /** The thread's. Another epoch begins with a new one: what was current may be gone. */
    private static Seat seat() {
        Seat seat = SEATS.get();
        if (seat.epoch != AgentStart.epoch()) {
            seat = new Seat();
            SEATS.set(seat);
        }
        return seat;
    }

    static void swaps(long window) {
        seat().swapping = window;
    }

    /**
     * Finds a context that became current here without the agent.
     *
     * @param handle of the context; {@link #UNKNOWN} if the program does not give it with the picture
     */
    static void findIfAttached(long handle) {
        Seat seat = seat();
        if (AgentStart.isAttached() && (!seat.asked || current() == null)) {
            Object capabilities = capabilities();
            if (capabilities != null) {
                if (seat.handle == UNKNOWN && !seat.asked) {
                    identify(seat, handle == UNKNOWN ? WindowSystem.currentContext() : handle);
                }
                seat.asked = true;
                announces(capabilities);
            }
        }
    }

    /** @param handle of the context that is current here, which was known by its capabilities or not at all; 0: not known */
    private static void identify(Seat seat, long handle) {
        if (handle != 0) {
            GlContext known = seat.context;
            leaves(handle);
            synchronized (ALL) {
                if (known != null && !ALL.containsKey(handle) && ALL.remove(seat.capabilities, known)) {
                    ALL.put(handle, known);
                    LABELS.put(handle, known.names().labels());
                }
            }
            enters(handle);
        }
    }

    /** LWJGL's of this thread; null if it has none. */
    static Object capabilities() {
        try {
            return GL.getCapabilities();
        } catch (IllegalStateException | LinkageError e) {
            // The program draws by another library.
        }
        try {
            return GLES.getCapabilities();
        } catch (IllegalStateException | LinkageError e) {
            return null;
        }
    }

    /** True while the calls of this thread are the agent's own. */
    static boolean isApart() {
        return seat().apart;
    }

    /**
     * Takes a picture. No hook counts the calls that this makes.
     *
     * @param context the current one
     */
    static void takePicture(GlContext context) {
        Seat seat = seat();
        seat.apart = true;
        seat.context = null;
        context.hide();
        try {
            context.takePicture();
        } finally {
            context.show();
            seat.context = context;
            seat.apart = false;
        }
    }

    /** The window of {@link #swaps}; 0 if that was in another epoch. */
    static long swapping() {
        return seat().swapping;
    }

    /** The context that is current on this thread; null if none is. */
    static GlContext current() {
        GlContext context = last;
        return context != null && context.isOn(Thread.currentThread()) ? context : ofSeat();
    }

    private static GlContext ofSeat() {
        Seat seat = seat();
        if (seat.changed) {
            seat.changed = false;
            seat.context = find(seat);
            if (seat.context != null) {
                seat.context.enter();
            }
        }
        if (seat.context != null) {
            last = seat.context;
        }
        return seat.context;
    }

    private static GlContext find(Seat seat) {
        if (seat.handle == 0 || seat.capabilities == null) {
            return null;
        }
        boolean isUnknown = seat.handle == UNKNOWN;
        Object key = isUnknown ? seat.capabilities : Long.valueOf(seat.handle);
        synchronized (ALL) {
            if (isUnknown && seat.previous != null && !ALL.containsKey(key) && ALL.size() >= MOST_UNKNOWN) {
                return seat.previous;
            }
            GlContext known = ALL.get(key);
            if (known == null) {
                known = new GlContext(freeNumber(), isUnknown ? new ObjectLabels() : labels(seat.handle));
                ALL.put(key, known);
            }
            return known;
        }
    }

    private static ObjectLabels labels(long handle) {
        return LABELS.computeIfAbsent(handle, ignored -> new ObjectLabels());
    }

    /**
     * A context shares the objects of another one.
     *
     * @param handle of the context that has no objects so far
     */
    static void shares(long handle, long with) {
        synchronized (ALL) {
            LABELS.put(handle, labels(with));
        }
    }

    /** From 1 on: a context that comes in place of a closed one continues its plots. */
    private static int freeNumber() {
        int number = 1;
        while (isUsed(number)) {
            number++;
        }
        return number;
    }

    private static boolean isUsed(int number) {
        return ALL.values().stream().anyMatch(context -> context.number() == number);
    }

    /**
     * A thread is about to make a context current.
     *
     * @param handle of the context; 0: none
     */
    static void leaves(long handle) {
        Seat seat = seat();
        if (seat.handle != handle) {
            stand(seat);
        }
    }

    /** The thread made it current. */
    static void enters(long handle) {
        Seat seat = seat();
        if (seat.handle != handle) {
            seat.handle = handle;
            seat.changed = true;
        }
    }

    /** @param capabilities null: LWJGL accepts no command on this thread any more */
    static void announces(Object capabilities) {
        Seat seat = seat();
        if (seat.capabilities != capabilities) {
            boolean isSame = seat.context != null && capabilities != null && seat.handle != UNKNOWN;
            if (!isSame) {
                stand(seat);
                seat.changed = true;
            }
            seat.capabilities = capabilities;
        }
    }

    private static void stand(Seat seat) {
        if (seat.context != null) {
            seat.context.leave();
            seat.previous = seat.context;
            seat.context = null;
        }
    }

    /** The program destroys a context, which is current here or nowhere. */
    static void destroys(long handle) {
        GlContext context;
        synchronized (ALL) {
            context = ALL.remove(handle);
            LABELS.remove(handle);
        }
        Seat seat = seat();
        if (seat.handle == handle) {
            seat.handle = 0;
            seat.changed = false;
            seat.context = null;
        }
        if (context != null) {
            seat.apart = true;
            try {
                context.close();
            } finally {
                seat.apart = false;
            }
        }
    }
}
