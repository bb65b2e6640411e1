package dev.zonecast.core.registry;

import java.util.Map;
import java.util.WeakHashMap;

/**
 * Names and groups that the program gave to threads, kept until the thread is gone. Written by any thread, read by the collector.
 */
public final class ThreadNames {
    /**
     * A name and a group that the program set.
     *
     * @param name null: the thread has its Java name
     */
    public record Label(String name, int group) {}

    private static final Map<Thread, Label> LABELS = new WeakHashMap<>();
    private static int version;

    /** Null before the profiler starts: the property counts. */
    private static volatile Boolean javaThreadsToo;

    private ThreadNames() {}

    /** Sets what {@link #renamesJavaThreads} returns. */
    public static void renameJavaThreads(boolean wanted) {
        javaThreadsToo = wanted;
    }

    /** True if a name also renames the Java thread; null before the profiler starts. */
    public static Boolean renamesJavaThreads() {
        return javaThreadsToo;
    }

    /**
     * Names a thread in viewers and recordings.
     *
     * @param name null: its Java name, which has just changed
     */
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

    public static synchronized Label label(Thread thread) {
        return thread == null ? null : LABELS.get(thread);
    }

    /** Name and group that viewers show of a thread to which the program gave one of them; null of the others. */
    public static synchronized Label labelOf(long threadId) {
        for (Map.Entry<Thread, Label> entry : LABELS.entrySet()) {
            Thread thread = entry.getKey();
            if (thread != null && thread.threadId() == threadId) {
                Label label = entry.getValue();
                return label.name() == null ? new Label(thread.getName(), label.group()) : label;
            }
        }
        return null;
    }

    /** Changes with each call of {@link #name} and {@link #group}. */
    public static synchronized int version() {
        return version;
    }
}
