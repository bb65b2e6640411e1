package dev.zonecast.core.ring;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;

/**
 * A thread that records, with the operating system's number of it, which only the thread itself can ask for. Collected only after
 * {@link #collect}. Virtual threads have none.
 *
 * @param name at its first event
 */
public record SystemThread(int number, long threadId, String name, WeakReference<Thread> thread) {
    private static final ConcurrentLinkedQueue<SystemThread> NEW = new ConcurrentLinkedQueue<>();

    private static volatile IntSupplier numbers;

    /**
     * Collects the threads that record from now on. Before the first event.
     *
     * @param numberOfCaller the operating system's number of the calling thread
     */
    public static void collect(IntSupplier numberOfCaller) {
        numbers = numberOfCaller;
    }

    /** The next thread that has begun to record, or null. Any thread. */
    public static SystemThread pollNew() {
        return NEW.poll();
    }

    /** The calling thread has its first event. Throws nothing. */
    static void began(Thread current) {
        IntSupplier known = numbers;
        if (known == null || current.isVirtual()) {
            return;
        }
        try {
            NEW.add(new SystemThread(
                    known.getAsInt(), current.threadId(), current.getName(), new WeakReference<>(current)));
        } catch (OutOfMemoryError | StackOverflowError e) {
            // It records all the same; only its runs on cores are not known.
        }
    }
}
