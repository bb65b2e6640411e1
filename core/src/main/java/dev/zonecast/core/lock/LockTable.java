package dev.zonecast.core.lock;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.registry.Registry;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The locks that have had an event and can be reached by the program still. One that the garbage collector has taken is told by
 * {@link #pollCollected} and forgotten, so that a program that makes locks without end leaves memory flat.
 *
 * <p>Thread-safe.
 */
public final class LockTable {
    public static final LockTable INSTANCE = new LockTable();

    private static final class Entry extends PhantomReference<Object> {
        private final LockInfo info;

        Entry(Object lock, ReferenceQueue<Object> collected, LockInfo info) {
            super(lock, collected);
            this.info = info;
        }
    }

    private final ConcurrentHashMap<Integer, Entry> byId = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** A table apart from that of the process: for another program's locks, and for tests. */
    public LockTable() {}

    /** A lock of another program, under its id there. It stays. */
    public void keep(LockInfo info) {
        byId.put(info.id(), new Entry(this, collected, info));
    }

    /** Registers a lock. */
    public LockInfo add(Object lock, String name, SourceLocation location, boolean shared) {
        LockInfo info = new LockInfo(lastId.incrementAndGet(), name, location, shared, System.nanoTime());
        Registry.tell(info);
        byId.put(info.id(), new Entry(lock, collected, info));
        return info;
    }

    /** Null if there is none of that id. */
    public LockInfo get(int id) {
        Entry entry = byId.get(id);
        return entry == null ? null : entry.info;
    }

    /**
     * A lock that has been garbage collected, or null; its events may still be in the rings. To be {@linkplain #forget forgotten} when they
     * are read.
     */
    public LockInfo pollCollected() {
        Reference<?> entry = collected.poll();
        return entry == null ? null : ((Entry) entry).info;
    }

    public void forget(LockInfo lock) {
        byId.remove(lock.id());
    }

    /** For tests: as if the garbage collector had found it unreachable. */
    public void collect(LockInfo lock) {
        byId.get(lock.id()).enqueue();
    }

    public int size() {
        return byId.size();
    }
}
