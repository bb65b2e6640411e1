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
 * Writes the events of one lock, each into the ring of its thread. The first recorded event registers the lock.
 *
 * <p>A release is written before the lock is unlocked. So events of the next holder are later, on every processor.
 */
final class LockRecorder {
    /** The lock is unregistered when the garbage collector frees this object. */
    private final Object lock;

    private volatile String name;
    private final SourceLocation location;
    private final boolean shared;

    /** Null before the first event. */
    private LockInfo info;

    /** 0 before the first event. Plain: a thread that does not see the id calls {@link #register}. */
    private int id;

    /**
     * Events that were not recorded because the Java stack or the heap was full. The lock works without them. Plain: two simultaneous
     * increments may count as one.
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

    /** False, and counted, if the Java stack may lack room for the end of the wait. */
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
