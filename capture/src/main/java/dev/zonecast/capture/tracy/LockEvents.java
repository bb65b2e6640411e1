package dev.zonecast.capture.tracy;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.tracy.EventType;
import dev.zonecast.core.tracy.Wire;
import java.io.IOException;

/** Locks. Methods return false where a name is missing. */
final class LockEvents {
    private static final int MAX_LOCKS = 1 << 18;

    private static final class Lock {
        private final int id;
        private final SourceLocation location;
        private final boolean shared;
        private final long createdNanos;
        private String name = "";
        /** As the sink knows it: from the first event on, so that a name that follows the announcement is in it. */
        private LockInfo info;

        private boolean destroyed;
        private long lastNanos;
        /** A release does not say whose it is. */
        private ThreadState owner;

        /** How often the owner has it beyond the first time: a recursive mutex. */
        private int again;

        /** Releases that another thread's obtaining has told already. */
        private int toldReleases;

        /** Time of a release that was taken for a told one, but may have been the owner's; -1 if there was none. */
        private long doubtfulNanos = -1;

        Lock(int id, SourceLocation location, boolean shared, long createdNanos) {
            this.id = id;
            this.location = location;
            this.shared = shared;
            this.createdNanos = createdNanos;
        }
    }

    private final Stream stream;
    private final ThreadStates threads;
    private final LongTable<Lock> locks = new LongTable<>();

    LockEvents(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        switch (type) {
            case LOCK_ANNOUNCE -> {
                return announce(bytes, at);
            }
            case LOCK_TERMINATE -> terminate(bytes, at);
            case LOCK_NAME -> name(bytes, at);
            case LOCK_MARK -> stream.vocabulary.locations.get(Wire.getLong(bytes, at + 9));
            case LOCK_WAIT -> {
                return claim(LockEvent.WAIT, bytes, at);
            }
            case LOCK_SHARED_WAIT -> {
                return claim(LockEvent.SHARED_WAIT, bytes, at);
            }
            case LOCK_OBTAIN -> {
                return claim(LockEvent.OBTAIN, bytes, at);
            }
            case LOCK_SHARED_OBTAIN -> {
                return claim(LockEvent.SHARED_OBTAIN, bytes, at);
            }
            case LOCK_RELEASE -> release(bytes, at);
            case LOCK_SHARED_RELEASE -> {
                return sharedRelease(bytes, at);
            }
            default -> throw new IllegalArgumentException(type.toString());
        }
        return true;
    }

    private Lock lock(int id) {
        Lock lock = locks.get(Integer.toUnsignedLong(id));
        return lock == null || lock.destroyed ? null : lock;
    }

    private boolean announce(byte[] bytes, int at) {
        SourceLocation location = stream.vocabulary.locations.get(Wire.getLong(bytes, at + 13));
        if (location == null) {
            return false;
        }
        int id = Wire.getInt(bytes, at + 1);
        long key = Integer.toUnsignedLong(id);
        long nanos = stream.nanos(Wire.getLong(bytes, at + 5));
        if (locks.get(key) == null && locks.size() < MAX_LOCKS) {
            locks.put(key, new Lock(id, location, bytes[at + 21] != 0, nanos));
        } else {
            stream.counts.droppedEvents++;
        }
        return true;
    }

    private void name(byte[] bytes, int at) {
        String name = SlotText.takeString(stream.slots.text);
        Lock lock = lock(Wire.getInt(bytes, at + 1));
        if (lock != null) {
            lock.name = name;
        }
    }

    private void terminate(byte[] bytes, int at) throws IOException {
        Lock lock = lock(Wire.getInt(bytes, at + 1));
        long nanos = stream.nanos(Wire.getLong(bytes, at + 5));
        if (lock != null) {
            lock.destroyed = true;
            if (lock.info != null) {
                stream.sink.lockDestroyed(lock.info, Math.max(nanos, lock.lastNanos));
            }
        }
    }

    private boolean claim(LockEvent what, byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 1));
        if (thread == null) {
            return false;
        }
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 9));
        Lock lock = lock(Wire.getInt(bytes, at + 5));
        if (lock == null) {
            stream.counts.unmatched++;
            return true;
        }
        boolean alone = what == LockEvent.OBTAIN || what == LockEvent.WAIT;
        if (alone && lock.owner == thread && lock.doubtfulNanos >= 0) {
            // It was the owner's own, then; that of the thread before it is still to come.
            deliver(lock, LockEvent.RELEASE, thread, lock.doubtfulNanos);
            lock.owner = null;
            lock.doubtfulNanos = -1;
            lock.toldReleases++;
        }
        if (alone && lock.owner == thread) {
            // A recursive mutex.
            lock.again += what == LockEvent.OBTAIN ? 1 : 0;
            return true;
        }
        if (what == LockEvent.OBTAIN) {
            changeOwner(lock, thread, nanos);
        }
        deliver(lock, what, thread, nanos);
        return true;
    }

    private void changeOwner(Lock lock, ThreadState thread, long nanos) throws IOException {
        if (lock.owner != null) {
            // The client tells of a release after it, and meanwhile another thread may have obtained the lock.
            deliver(lock, LockEvent.RELEASE, lock.owner, nanos);
            lock.toldReleases += 1 + lock.again;
        }
        lock.again = 0;
        lock.doubtfulNanos = -1;
        lock.owner = thread;
    }

    private void release(byte[] bytes, int at) throws IOException {
        Lock lock = lock(Wire.getInt(bytes, at + 1));
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 5));
        if (lock == null || (lock.owner == null && lock.toldReleases == 0)) {
            stream.counts.unmatched++;
            return;
        }
        if (lock.toldReleases > 0) {
            lock.toldReleases--;
            lock.doubtfulNanos = nanos;
            return;
        }
        if (lock.again > 0) {
            lock.again--;
            return;
        }
        ThreadState owner = lock.owner;
        lock.owner = null;
        lock.doubtfulNanos = -1;
        deliver(lock, LockEvent.RELEASE, owner, nanos);
    }

    private boolean sharedRelease(byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 13));
        if (thread == null) {
            return false;
        }
        Lock lock = lock(Wire.getInt(bytes, at + 1));
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 5));
        if (lock == null) {
            stream.counts.unmatched++;
        } else {
            deliver(lock, LockEvent.SHARED_RELEASE, thread, nanos);
        }
        return true;
    }

    private void deliver(Lock lock, LockEvent what, ThreadState thread, long nanos) throws IOException {
        if (lock.info == null) {
            lock.info = new LockInfo(lock.id, lock.name, lock.location, lock.shared, lock.createdNanos);
            stream.sink.lockCreated(lock.info);
        }
        lock.lastNanos = Math.max(lock.lastNanos, nanos);
        stream.counts.lockEvents++;
        stream.sink.lockEvent(lock.info, what, thread.track, lock.lastNanos);
    }
}
