package dev.zonecast.core.registry;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

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

    /** A thread and its label. */
    private static final class Labelled extends WeakReference<Thread> {
        private final long threadId;
        private final Label label;

        Labelled(Thread thread, Label label) {
            super(thread, GONE);
            threadId = thread.threadId();
            this.label = label;
        }
    }

    private static final ReferenceQueue<Thread> GONE = new ReferenceQueue<>();

    /** By the ids of threads: {@code hashCode} and {@code equals} of a thread are the program's code. */
    private static final Map<Long, Labelled> LABELS = new HashMap<>();

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
        Label old = label(thread);
        put(thread, new Label(name, old == null ? 0 : old.group()));
    }

    /** Puts a thread into a group. */
    public static synchronized void group(Thread thread, int group) {
        Label old = label(thread);
        put(thread, new Label(old == null ? null : old.name(), group));
    }

    private static void put(Thread thread, Label label) {
        LABELS.put(thread.threadId(), new Labelled(thread, label));
        version++;
    }

    public static synchronized Label label(Thread thread) {
        Labelled known = thread == null ? null : LABELS.get(thread.threadId());
        return known == null ? null : known.label;
    }

    /** Name and group that viewers show of a thread to which the program gave one of them; null of the others. */
    public static synchronized Label labelOf(long threadId) {
        Labelled known = LABELS.get(threadId);
        Thread thread = known == null ? null : known.get();
        if (thread == null) {
            return null;
        }
        Label label = known.label;
        return label.name() == null ? new Label(thread.getName(), label.group()) : label;
    }

    /** Changes with each call of {@link #name} and {@link #group}. The collector asks for it: labels of threads that are gone go too. */
    public static synchronized int version() {
        for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            boolean ignored = LABELS.remove(((Labelled) gone).threadId, gone);
        }
        return version;
    }
}
