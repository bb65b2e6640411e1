package dev.zonecast.agent;

import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One set of frames for each window. The first window that shows a picture has the base set; a window that comes after its end continues
 * it. Others have sets with the window's title. A program that marks frames of the base set itself keeps its own. Thread-safe.
 */
public final class FrameSets {
    private static final Map<Long, FrameName> SETS = new HashMap<>();
    private static final Map<Long, String> TITLES = new HashMap<>();

    /** The base set's window; 0: none. */
    private static long base;

    private static int windows;

    /** Marks of the base set by the agent. */
    private static long marks;

    private static final CountDownLatch FIRST = new CountDownLatch(1);

    /** Null while nobody waits. */
    private static volatile CountDownLatch next;

    private FrameSets() {}

    /** Waits for the program's first frame, so long at most; false if the thread is interrupted. */
    static boolean awaitFirst(Duration longest) {
        try {
            boolean ignored = FIRST.await(longest.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** Waits for the end of a frame, so long at most. Not in a program that has shown none. */
    static void awaitNext(Duration longest) {
        if (FIRST.getCount() > 0) {
            return;
        }
        var frame = new CountDownLatch(1);
        next = frame;
        try {
            boolean ignored = frame.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            next = null;
        }
    }

    /** GLFW opened a window. */
    public static synchronized void opens(long window, String title) {
        TITLES.put(window, title);
    }

    public static synchronized void closes(long window) {
        SETS.remove(window);
        TITLES.remove(window);
        if (window == base) {
            base = 0;
        }
    }

    /** All windows of GLFW. */
    public static synchronized Set<Long> open() {
        return new HashSet<>(TITLES.keySet());
    }

    /** Whether the next picture of a window belongs to the base set. */
    public static synchronized boolean isBase(long window) {
        return base == 0 ? !SETS.containsKey(window) : window == base;
    }

    /** A window shows a picture. */
    public static void mark(long window) {
        FIRST.countDown();
        FrameName set = setOf(window);
        if (set == null) {
            Allocations.ofProcess().frameEnds();
            markBase();
        } else {
            Frame.mark(set);
        }
        CountDownLatch awaited = next;
        if (awaited != null) {
            awaited.countDown();
        }
    }

    /** More marks than the agent's are the program's: each of its frames would be two. */
    private static synchronized void markBase() {
        if (Frame.number() == marks) {
            marks++;
            Frame.mark();
        }
    }

    /** Null: the base set. */
    private static synchronized FrameName setOf(long window) {
        boolean isBase = isBase(window);
        if (isBase && base == 0) {
            base = window;
            windows++;
        }
        return isBase ? null : SETS.computeIfAbsent(window, FrameSets::named);
    }

    private static FrameName named(long window) {
        windows++;
        String title = TITLES.getOrDefault(window, "");
        FrameName name = FrameName.of(title.isBlank() ? "window " + windows : title);
        return SETS.containsValue(name) ? FrameName.of(name.name() + " (" + windows + ")") : name;
    }
}
