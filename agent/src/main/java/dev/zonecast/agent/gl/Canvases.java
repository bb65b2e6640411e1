package dev.zonecast.agent.gl;

import dev.zonecast.agent.FrameSets;
import java.util.HashMap;
import java.util.Map;

/**
 * The canvases of AWT that show pictures. A program locks a canvas's drawing surface while it draws, and frees it when AWT removes the
 * canvas: the window goes unseen. Some programs take a surface for each picture; freeing one of a single picture closes nothing. Thread-safe.
 */
final class Canvases {
    /** By surface. */
    private static final Map<Long, Canvas> ALL = new HashMap<>();

    /** The surface that a thread has locked; 0: none. */
    private static final ThreadLocal<Long> LOCKED = ThreadLocal.withInitial(() -> 0L);

    private Canvases() {}

    /** @param severalPictures false: the surface may be that of one picture */
    private record Canvas(long window, boolean severalPictures) {}

    /** @param surface that this thread has locked; 0: it has unlocked it */
    static void locks(long surface) {
        LOCKED.set(surface);
    }

    /** This thread shows a picture in a window. */
    static void shows(long window) {
        long surface = LOCKED.get();
        if (surface != 0) {
            synchronized (ALL) {
                ALL.put(surface, new Canvas(window, ALL.containsKey(surface)));
            }
        }
    }

    static void frees(long surface) {
        Canvas canvas;
        synchronized (ALL) {
            canvas = ALL.remove(surface);
        }
        if (canvas != null && canvas.severalPictures()) {
            FrameSets.closes(canvas.window());
        }
    }
}
