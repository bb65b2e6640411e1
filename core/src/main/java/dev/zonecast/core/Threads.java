package dev.zonecast.core;

import dev.zonecast.core.registry.ThreadNames;
import dev.zonecast.core.ring.Switch;

/**
 * Names and groups of threads in viewers and recordings. The default is the Java name. A call affects the calling thread.
 */
public final class Threads {
    private Threads() {}

    /**
     * Names the calling thread, platform or virtual; null or empty is ignored. The Java thread is renamed too ({@link Thread#setName}), so
     * that debuggers, {@code jstack} and JFR show the same name; the last name wins, from here or from {@code Thread.setName}. HotSpot on
     * Linux gives a platform thread's native thread the name, cut to 15 bytes. {@link Option#RENAME_THREADS} keeps the Java name as it is.
     *
     * <p>The Java name at the thread's first event selects its ring's policy ({@code zonecast.ring.policy}). Name the thread before.
     */
    public static void name(String name) {
        if (!Switch.ON || name == null || name.isEmpty()) {
            return;
        }
        Thread thread = Thread.currentThread();
        Boolean chosen = ThreadNames.renamesJavaThreads();
        boolean renames = chosen == null ? Option.RENAME_THREADS.beforeStart() : chosen;
        if (renames) {
            thread.setName(name);
        }
        ThreadNames.name(thread, renames ? null : name);
    }

    /**
     * Puts the calling thread into a group: a viewer shows threads with the same number together, in the order of the numbers.
     *
     * @param hint any number; 0 = none
     */
    public static void group(int hint) {
        if (Switch.ON) {
            ThreadNames.group(Thread.currentThread(), hint);
        }
    }
}
