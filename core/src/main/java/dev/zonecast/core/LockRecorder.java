package dev.zonecast.core;

import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.StackRoom;
import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.state.LockTable;

/**
 * Writes what happens to one lock into the ring of the thread to which it happens. The lock is registered at its first event that
 * anybody wants to know.
 *
 * <p>A release is written before the lock is given back: what the next holder records is later then, on every processor.
 */
final class LockRecorder {
    /** What the garbage collector takes when the lock is gone. */
    private final Object lock;

    private volatile String name;
    private final SourceLocation location;
    private final boolean shared;

    /** Null before the first event. */
    private LockInfo info;

    /** 0 before the first event. Plain: a thread that does not see it yet takes the way through {@link #register}. */
    private int id;

    /**
     * Events that the lock could not record: the Java stack or the heap was full. The lock works on without them. Plain: two threads that
     * count at once count one.
     */
    int lost;

    LockRecorder(Object lock, String name, SourceLocation location, boolean shared) {
        this.lock = lock;
        this.name = String.valueOf(name);
        this.location = location;
        this.shared = shared;
    }

    void record(LockEvent change) {
        if (Switch.ON && Gate.isOpen()) {
            Recorder recorder = Recorder.current();
            recorder.record(EventKind.LOCK, change.code(), id == 0 ? register() : id);
            for (; lost > 0; lost--) {
                recorder.countDrop();
            }
        }
    }

    /** False, and counted, where the Java stack may have no room for the record of the wait's end. */
    boolean canWait() {
        boolean can = !Switch.ON || !Gate.isOpen() || StackRoom.isEnough();
        lost += can ? 0 : 1;
        return can;
    }

    void mark(SourceLocation place) {
        if (Switch.ON && Gate.isOpen()) {
            if (place == null) {
                Recorder.current().countUnmatched();
            } else {
                Recorder.current().record(EventKind.LOCK_MARK, 0, id == 0 ? register() : id, Ids.of(place));
            }
        }
    }

    private synchronized int register() {
        if (id == 0) {
            info = LockTable.of(LockInfo.class)
                    .add(lock, next -> new LockInfo(next, name, location, shared, System.nanoTime()));
            id = info.id();
        }
        return id;
    }

    synchronized void rename(String newName) {
        name = String.valueOf(newName);
        if (info != null && !info.name().equals(name)) {
            info = new LockInfo(id, name, location, shared, info.createdNanos());
            LockTable.of(LockInfo.class).change(id, info);
        }
    }

    String name() {
        return name;
    }
}
