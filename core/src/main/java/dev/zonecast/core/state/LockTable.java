package dev.zonecast.core.state;

import dev.zonecast.core.registry.Registry;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * The locks that have had an event, as long as the program can reach them. {@link #pollCollected} gives the locks that the garbage
 * collector took, so a program may make any number of them.
 *
 * <p>Thread-safe.
 *
 * @param <T> description of a lock
 */
public final class LockTable<T> {
    private static final LockTable<?> INSTANCE = new LockTable<>();

    private static final class Entry<T> extends PhantomReference<Object> {
        private volatile T info;

        /** It is in the queue of changes. */
        private final AtomicBoolean changed = new AtomicBoolean();

        Entry(Object lock, ReferenceQueue<Object> collected, T info) {
            super(lock, collected);
            this.info = info;
        }
    }

    private final ConcurrentHashMap<Integer, Entry<T>> byId = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    /** Each lock once at most: after the end of the profiler nobody takes them. */
    private final ConcurrentLinkedQueue<Entry<T>> changed = new ConcurrentLinkedQueue<>();

    private final AtomicInteger lastId = new AtomicInteger();

    /** A table of its own, for another program's locks and for tests. */
    public LockTable() {}

    /** The table of the process. */
    @SuppressWarnings("unchecked") // There is one type of descriptions.
    public static <T> LockTable<T> of(Class<T> description) {
        return (LockTable<T>) INSTANCE;
    }

    /** A lock of another program, under its id there. It stays. */
    public void keep(int id, T info) {
        byId.put(id, new Entry<>(this, collected, info));
    }

    /** Registers a lock under the next id. */
    public T add(Object lock, IntFunction<T> describe) {
        int id = lastId.incrementAndGet();
        T info = describe.apply(id);
        Registry.tell(info);
        byId.put(id, new Entry<>(lock, collected, info));
        return info;
    }

    /** Gives a registered lock another description. */
    public void change(int id, T info) {
        Entry<T> entry = byId.get(id);
        if (entry != null) {
            entry.info = info;
            Registry.tell(info);
            if (entry.changed.compareAndSet(false, true)) {
                changed.add(entry);
            }
        }
    }

    /** The latest description of the next lock that got another one, or null. */
    public T pollChanged() {
        Entry<T> entry = changed.poll();
        if (entry == null) {
            return null;
        }
        // First, so that a change after this is in the queue again.
        entry.changed.set(false);
        return entry.info;
    }

    /** Null if there is none of that id. */
    public T get(int id) {
        Entry<T> entry = byId.get(id);
        return entry == null ? null : entry.info;
    }

    /**
     * A lock that has been garbage collected, or null; its events may still be in the rings. {@linkplain #forget Removed} when they are
     * read.
     */
    @SuppressWarnings("unchecked") // The queue has entries of this table alone.
    public T pollCollected() {
        Reference<?> entry = collected.poll();
        return entry == null ? null : ((Entry<T>) entry).info;
    }

    public void forget(int id) {
        byId.remove(id);
    }

    /** For tests: as if the garbage collector had found it unreachable. */
    public void collect(int id) {
        byId.get(id).enqueue();
    }

    public int size() {
        return byId.size();
    }
}
