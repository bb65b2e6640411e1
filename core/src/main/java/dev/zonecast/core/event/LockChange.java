package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;

/**
 * A change of a lock. The sequence is well formed: at most one thread holds the lock exclusively, only a holder releases it, and a wait
 * ends with a hold or is given up. A hold may begin without a wait.
 */
public final class LockChange extends ReusedEvent {
    private LockInfo lock;
    private LockEvent what;
    private SourceLocation place;

    /** Empty; its source fills it. */
    public LockChange() {}

    /** Makes this a lock's first event, or a change of its name. */
    public LockChange created(LockInfo of) {
        set(EventKind.LOCK_CREATED, null, of.createdNanos());
        lock = of;
        return this;
    }

    /** Makes this a change. */
    public LockChange change(LockInfo of, LockEvent how, EventThread thread, long nanos) {
        set(EventKind.LOCK, thread, nanos);
        lock = of;
        what = how;
        return this;
    }

    /** Makes this the place of the thread's last wait or obtaining. */
    public LockChange mark(LockInfo of, EventThread thread, SourceLocation at) {
        set(EventKind.LOCK_MARK, thread, 0);
        lock = of;
        place = at;
        return this;
    }

    /** Makes this a lock's end. */
    public LockChange destroyed(LockInfo of, long nanos) {
        set(EventKind.LOCK_DESTROYED, null, nanos);
        lock = of;
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack stack) {
        lock = ids.lock(id);
        if (kind() == EventKind.LOCK) {
            what = LockEvent.ofCode(small);
        } else {
            place = ids.location((int) a);
        }
    }

    @Override
    void exchange(EventFields fields) {
        lock = fields.object(lock);
        what = fields.object(what);
        place = fields.object(place);
    }

    public LockInfo lock() {
        return lock;
    }

    /** Of {@link EventKind#LOCK}. */
    public LockEvent what() {
        return what;
    }

    /** Of {@link EventKind#LOCK_MARK}. */
    public SourceLocation place() {
        return place;
    }
}
