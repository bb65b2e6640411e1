package dev.zonecast.core.live;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.EventType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The locks of a session, as the viewer knows them: 64 threads each at most, and no wait that ends without the lock. Where a lock of
 * the program does not fit into that any more, the viewer is told, at the next moment when nobody has it or waits for it, that it
 * has ended, and a new one of the same name begins. Waits and holds that come in between and do not fit are left
 * out and counted.
 *
 * <p>Owned by the collector's thread.
 */
final class SessionLocks {
    private static final class Lock {
        LockInfo info;
        final Set<Integer> threads = new HashSet<>();
        /** Threads whose wait the viewer has; true for readers. */
        final Map<Integer, Boolean> waiting = new HashMap<>();

        final Set<Integer> readers = new HashSet<>();
        int wireId;
        int owner;
        boolean owned;
        boolean mustBeRenewed;
        long lastNanos;

        Lock(LockInfo info) {
            this.info = info;
        }

        boolean isIdle() {
            return !owned && readers.isEmpty() && waiting.isEmpty();
        }
    }

    private final SessionEncoder encoder;
    private final Map<Integer, Lock> locks = new HashMap<>();
    private int lastWireId;

    SessionLocks(SessionEncoder encoder) {
        this.encoder = encoder;
    }

    /** @param thread number on the wire, 0: none */
    void event(LockChange e, int thread, long nanos) {
        switch (e.kind()) {
            case LOCK_CREATED -> created(e.lock(), nanos);
            case LOCK -> change(e.lock(), e.what(), thread, nanos);
            case LOCK_MARK -> mark(e.lock(), thread, e.place());
            default -> {
                Lock lock = locks.remove(e.lock().id());
                terminate(lock, Math.max(nanos, lock.lastNanos));
            }
        }
    }

    private void created(LockInfo info, long nanos) {
        Lock known = locks.get(info.id());
        if (known != null) {
            known.info = info;
            name(known);
            return;
        }
        Lock lock = new Lock(info);
        locks.put(info.id(), lock);
        announce(lock, nanos);
    }

    private void name(Lock lock) {
        if (!lock.info.name().isEmpty()) {
            encoder.singleString(lock.info.name());
            encoder.open(EventType.LOCK_NAME).i32(lock.wireId);
        }
    }

    private void announce(Lock lock, long nanos) {
        lock.wireId = ++lastWireId;
        lock.threads.clear();
        lock.mustBeRenewed = false;
        lock.lastNanos = Math.max(lock.lastNanos, nanos);
        encoder.open(EventType.LOCK_ANNOUNCE).i32(lock.wireId).i64(lock.lastNanos);
        encoder.i64(Ids.of(lock.info.location())).flag(lock.info.shared());
        name(lock);
    }

    private void change(LockInfo info, LockEvent what, int thread, long nanos) {
        Lock lock = locks.get(info.id());
        lock.lastNanos = Math.max(lock.lastNanos, nanos);
        long time = lock.lastNanos;
        switch (what) {
            case WAIT, SHARED_WAIT -> {
                if (mayUse(lock, thread, time)) {
                    wait(lock, what == LockEvent.SHARED_WAIT, thread, time);
                }
            }
            case OBTAIN -> {
                if (mayUse(lock, thread, time)) {
                    endWait(lock, false, thread, time);
                    claim(EventType.LOCK_OBTAIN, lock, thread, time);
                    lock.owned = true;
                    lock.owner = thread;
                }
            }
            case SHARED_OBTAIN -> {
                if (mayUse(lock, thread, time)) {
                    endWait(lock, true, thread, time);
                    claim(EventType.LOCK_SHARED_OBTAIN, lock, thread, time);
                    lock.readers.add(thread);
                }
            }
            case RELEASE -> {
                if (lock.owned && lock.owner == thread) {
                    encoder.open(EventType.LOCK_RELEASE).i32(lock.wireId).serialTime(time);
                    lock.owned = false;
                }
            }
            case SHARED_RELEASE -> {
                if (lock.readers.remove(thread)) {
                    encoder.open(EventType.LOCK_SHARED_RELEASE)
                            .i32(lock.wireId)
                            .serialTime(time)
                            .i32(thread);
                }
            }
            case GIVE_UP -> lock.mustBeRenewed |= lock.waiting.remove(thread) != null;
        }
        if (lock.mustBeRenewed && lock.isIdle()) {
            renew(lock, time);
        }
    }

    private void wait(Lock lock, boolean shared, int thread, long nanos) {
        claim(shared ? EventType.LOCK_SHARED_WAIT : EventType.LOCK_WAIT, lock, thread, nanos);
        Boolean other = lock.waiting.put(thread, shared);
        lock.mustBeRenewed |= other != null && other != shared;
    }

    /** The viewer expects a wait before each obtaining, of no length where there was none. */
    private void endWait(Lock lock, boolean shared, int thread, long nanos) {
        Boolean told = lock.waiting.get(thread);
        if (told == null || told != shared) {
            wait(lock, shared, thread, nanos);
        }
        lock.waiting.remove(thread);
    }

    private boolean mayUse(Lock lock, int thread, long nanos) {
        if (lock.threads.contains(thread)) {
            return true;
        }
        if (lock.threads.size() >= ViewerLosses.MAX_LOCK_THREADS) {
            if (!lock.isIdle()) {
                lock.mustBeRenewed = true;
                ViewerLosses.countLockThread();
                return false;
            }
            renew(lock, nanos);
        }
        lock.threads.add(thread);
        return true;
    }

    private void renew(Lock lock, long nanos) {
        terminate(lock, nanos);
        announce(lock, nanos);
    }

    private void terminate(Lock lock, long nanos) {
        encoder.open(EventType.LOCK_TERMINATE).i32(lock.wireId).i64(nanos);
    }

    private void claim(EventType type, Lock lock, int thread, long nanos) {
        encoder.open(type).i32(thread).i32(lock.wireId).serialTime(nanos);
    }

    private void mark(LockInfo info, int thread, SourceLocation place) {
        Lock lock = locks.get(info.id());
        boolean claims = (lock.owned && lock.owner == thread)
                || lock.waiting.containsKey(thread)
                || lock.readers.contains(thread);
        if (claims) {
            encoder.open(EventType.LOCK_MARK).i32(thread).i32(lock.wireId).i64(Ids.of(place));
        }
    }
}
