package dev.zonecast.agent;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The LWJGLs of the process whose memory the agent traces. LWJGL chooses its allocator once, so a traced one stays in place and is switched
 * on and off. Thread-safe.
 */
public final class TracedLibraries {
    private static final List<WeakReference<Consumer<Boolean>>> SWITCHES = new CopyOnWriteArrayList<>();

    private TracedLibraries() {}

    /**
     * Adds one.
     *
     * @param tracing switches it; held weakly
     */
    public static void add(Consumer<Boolean> tracing) {
        SWITCHES.add(new WeakReference<>(tracing));
    }

    /** False if the agent has no allocator in place. */
    static boolean exist() {
        return SWITCHES.stream().anyMatch(each -> each.get() != null);
    }

    static void switchTo(boolean on) {
        SWITCHES.removeIf(each -> each.get() == null);
        for (WeakReference<Consumer<Boolean>> each : SWITCHES) {
            Consumer<Boolean> tracing = each.get();
            if (tracing != null) {
                tracing.accept(on);
            }
        }
    }
}
