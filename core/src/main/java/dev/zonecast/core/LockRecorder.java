package dev.zonecast.core;

import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.LockEvent;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;

/**
 * Writes what happens to one lock into the ring of the thread to which it happens. The lock is registered at its first event that
 * anybody wants to know.
 *
 * <p>A release is written before the lock is given back: what the next holder records is later then, on every processor.
 */
final class LockRecorder {
    private static final int WAIT = LockEvent.WAIT.code();
    private static final int OBTAIN = LockEvent.OBTAIN.code();
    private static final int RELEASE = LockEvent.RELEASE.code();
    private static final int SHARED_WAIT = LockEvent.SHARED_WAIT.code();
    private static final int SHARED_OBTAIN = LockEvent.SHARED_OBTAIN.code();
    private static final int SHARED_RELEASE = LockEvent.SHARED_RELEASE.code();
    private static final int GIVE_UP = LockEvent.GIVE_UP.code();

    /** What the garbage collector takes when the lock is gone. */
    private final Object lock;

    private final String name;
    private final SourceLocation location;
    private final boolean shared;

    /** 0 before the first event. Plain: a thread that does not see it yet takes the way through {@link #register}. */
    private int id;

    /**
     * Events that the lock could not record: the Java stack or the heap was full. The lock works on without them. Plain: two threads that
     * count at once count one.
     */
    int lost;

    LockRecorder(Object lock, String name, SourceLocation location, boolean shared) {
        this.lock = lock;
        this.name = name == null ? "null" : name;
        this.location = location;
        this.shared = shared;
    }

    void waiting() {
        record(WAIT);
    }

    void obtained() {
        record(OBTAIN);
    }

    void released() {
        record(RELEASE);
    }

    void sharedWaiting() {
        record(SHARED_WAIT);
    }

    void sharedObtained() {
        record(SHARED_OBTAIN);
    }

    void sharedReleased() {
        record(SHARED_RELEASE);
    }

    void gaveUp() {
        record(GIVE_UP);
    }

    private void record(int code) {
        if (Switch.ON && Gate.isOpen()) {
            Recorder recorder = Recorder.current();
            recorder.record(EventKind.LOCK, code, id == 0 ? register() : id);
            for (; lost > 0; lost--) {
                recorder.countDrop();
            }
        }
    }

    void mark(SourceLocation place) {
        if (Switch.ON && Gate.isOpen()) {
            if (place == null) {
                Recorder.current().countUnmatched();
            } else {
                Recorder.current().record(EventKind.LOCK_MARK, 0, id == 0 ? register() : id, place.id);
            }
        }
    }

    private synchronized int register() {
        if (id == 0) {
            id = LockTable.INSTANCE.add(lock, name, location, shared).id();
        }
        return id;
    }

    String name() {
        return name;
    }
}
