package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GLCapabilities;

/** The OpenGL contexts of the process, and which is current where. Thread-safe. */
final class GlContexts {
    /** Uploads from so many bytes on are zones. */
    static final long UPLOAD_FROM = 1 << 20;

    private static final Map<GLCapabilities, GlContext> ALL = new WeakHashMap<>();
    private static final ThreadLocal<GlContext> CURRENT = new ThreadLocal<>();
    private static final ThreadLocal<Long> SWAPPED = new ThreadLocal<>();

    /** Sets of frames by window; null for the first window's, the base set. */
    private static final Map<Long, FrameName> SETS = new HashMap<>();

    /** The context that was made current last: a program with one finds it without the thread's table. */
    private static volatile GlContext last;

    private GlContexts() {}

    /** The context that is current on this thread; null if none is. */
    static GlContext current() {
        GlContext context = last;
        return context != null && context.isOn(Thread.currentThread()) ? context : CURRENT.get();
    }

    /** @param capabilities null: none is current any more */
    static void makeCurrent(GLCapabilities capabilities) {
        GlContext before = CURRENT.get();
        if (before != null) {
            before.moveTo(null);
        }
        if (capabilities == null) {
            CURRENT.remove();
            return;
        }
        GlContext context;
        synchronized (ALL) {
            context = ALL.get(capabilities);
            if (context == null) {
                context = new GlContext(ALL.size() + 1);
                ALL.put(capabilities, context);
            }
        }
        context.moveTo(Thread.currentThread());
        CURRENT.set(context);
        last = context;
    }

    /** A context that was current here before the agent came. */
    static void findIfAttached() {
        if (AgentStart.isAttached() && current() == null) {
            try {
                makeCurrent(GL.getCapabilities());
            } catch (IllegalStateException e) {
                // The program draws by another library.
            }
        }
    }

    static void windowGoes(long window) {
        synchronized (SETS) {
            SETS.remove(window);
        }
    }

    /** The program hands a picture over. */
    static void swaps(long window) {
        SWAPPED.set(window);
        findIfAttached();
        GlContext context = current();
        if (context != null) {
            context.frameEnds();
        }
    }

    /** It did. */
    static void swapped() {
        long window = SWAPPED.get();
        FrameName set;
        synchronized (SETS) {
            if (!SETS.containsKey(window)) {
                SETS.put(window, SETS.isEmpty() ? null : FrameName.of("window " + (SETS.size() + 1)));
            }
            set = SETS.get(window);
        }
        if (set == null) {
            Frame.mark();
        } else {
            Frame.mark(set);
        }
        GlContext context = current();
        if (context != null) {
            context.frameBegins();
        }
    }
}
