package dev.zonecast.core.collect;

import java.util.Map;
import java.util.WeakHashMap;

/**
 * Names and groups that the program gave to threads, kept until the thread is gone. Written by any thread, read by the collector.
 */
public final class ThreadNames {
    /** @param name null if only the group was set */
    record Label(String name, int group) {}

    private static final Map<Thread, Label> LABELS = new WeakHashMap<>();
    private static int version;

    private ThreadNames() {}

    /** Names a thread in viewers and recordings, whatever {@link Thread#getName} says. */
    public static synchronized void name(Thread thread, String name) {
        Label old = LABELS.get(thread);
        LABELS.put(thread, new Label(name, old == null ? 0 : old.group()));
        version++;
    }

    /** Puts a thread into a group. */
    public static synchronized void group(Thread thread, int group) {
        Label old = LABELS.get(thread);
        LABELS.put(thread, new Label(old == null ? null : old.name(), group));
        version++;
    }

    static synchronized Label label(Thread thread) {
        return thread == null ? null : LABELS.get(thread);
    }

    /** Changes with each call of {@link #name} and {@link #group}. */
    static synchronized int version() {
        return version;
    }
}
