package dev.zonecast.capture.tracy;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Locks. */
final class LockEvents extends EventGroup {
    /** Readers that have a lock at one time: more than a machine has threads that run. Each release searches them. */
    private static final int MAX_READERS = 1_024;

    /** A lock of the program. */
    static final class Lock {
        private final int id;
        private final SourceLocation location;
        private final boolean shared;
        private final long createdNanos;
        private String name = "";
        /** As the sink knows it: from the first event on, so that a name that follows the announcement is in it. */
        private LockInfo info;

        /** Its changes that are on their way to the sink. */
        final ArrayDeque<LockQueue.Change> queued = new ArrayDeque<>(1);

        private boolean destroyed;
        private long lastNanos;
        /** A release does not say whose it is. */
        private ThreadState owner;

        /** How often the owner has it beyond the first time: a recursive mutex. */
        private int again;

        /** A thread is in here as often as it has the lock for reading. */
        private final List<ThreadState> readers = new ArrayList<>(0);

        /** Rows of holds in the recording: as many as there were holds at one time. */
        private int rows;

        /** Releases that were implied by another thread's obtaining. */
        private int toldReleases;

        /** Time of a release that counted as implied, but may be the owner's; -1: none. */
        private long doubtfulNanos = -1;

        Lock(int id, SourceLocation location, boolean shared, long createdNanos) {
            this.id = id;
            this.location = location;
            this.shared = shared;
            this.createdNanos = createdNanos;
        }
    }

    private final SessionTables.Room lockRoom;
    private final SessionTables.Room rowRoom;
    private final Map<Long, Lock> locks = new HashMap<>();
    private final LockQueue queue;

    LockEvents(Stream stream, ThreadStates threads, LockQueue queue, Map<EventType, Handler> on) {
        super(stream, threads);
        lockRoom = stream.room(SessionTables.Kind.LOCKS);
        rowRoom = stream.room(SessionTables.Kind.LOCK_ROWS);
        this.queue = queue;
        on.put(EventType.LOCK_ANNOUNCE, this::announce);
        on.put(EventType.LOCK_TERMINATE, this::terminate);
        on.put(EventType.LOCK_NAME, this::name);
        on.put(EventType.LOCK_WAIT, (bytes, at) -> claim(LockEvent.WAIT, bytes, at));
        on.put(EventType.LOCK_SHARED_WAIT, (bytes, at) -> claim(LockEvent.SHARED_WAIT, bytes, at));
        on.put(EventType.LOCK_OBTAIN, (bytes, at) -> claim(LockEvent.OBTAIN, bytes, at));
        on.put(EventType.LOCK_SHARED_OBTAIN, (bytes, at) -> claim(LockEvent.SHARED_OBTAIN, bytes, at));
        on.put(EventType.LOCK_RELEASE, this::release);
        on.put(EventType.LOCK_SHARED_RELEASE, this::sharedRelease);
        on.put(EventType.LOCK_MARK, this::mark);
    }

    private Lock lock(byte[] bytes, int at) {
        return locks.get(Integer.toUnsignedLong(Wire.getInt(bytes, at)));
    }

    private void announce(byte[] bytes, int at) {
        SourceLocation location = stream.vocabulary.locations.get(Wire.getLong(bytes, at + 13));
        int id = Wire.getInt(bytes, at + 1);
        long nanos = stream.nanos(Wire.getLong(bytes, at + 5));
        if (lock(bytes, at + 1) == null && lockRoom.take()) {
            locks.put(Integer.toUnsignedLong(id), new Lock(id, location, bytes[at + 21] != 0, nanos));
        } else {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        }
    }

    private void name(byte[] bytes, int at) throws IOException {
        String name = stream.takeText();
        Lock lock = lock(bytes, at + 1);
        if (lock != null && !name.isEmpty() && stream.vocabulary.budget.take(name.length())) {
            if (!lock.name.isEmpty()) {
                stream.vocabulary.budget.giveBack(lock.name.length());
            }
            lock.name = name;
            if (lock.info != null) {
                tell(lock);
            }
        }
    }

    private void tell(Lock lock) throws IOException {
        LockInfo info = new LockInfo(lock.id, lock.name, lock.location, lock.shared, lock.createdNanos);
        lock.info = info;
        queue.add(
                new LockQueue.Change(lock, null, false, 0, () -> stream.sink.event(stream.events.lock.created(info))));
    }

    private void terminate(byte[] bytes, int at) throws IOException {
        Lock lock = lock(bytes, at + 1);
        long nanos = stream.nanos(Wire.getLong(bytes, at + 5));
        if (lock != null) {
            lock.destroyed = true;
            locks.remove(Integer.toUnsignedLong(lock.id));
            lockRoom.giveBack(1);
            rowRoom.giveBack(lock.rows);
            if (!lock.name.isEmpty()) {
                stream.vocabulary.budget.giveBack(lock.name.length());
            }
            if (lock.info != null) {
                long end = Math.max(nanos, lock.lastNanos);
                queue.add(new LockQueue.Change(
                        lock, null, false, end, () -> stream.sink.event(stream.events.lock.destroyed(lock.info, end))));
            }
        }
    }

    private void claim(LockEvent what, byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 1));
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 9));
        Lock lock = lock(bytes, at + 5);
        if (lock == null) {
            stream.counts.add(SessionCount.UNMATCHED);
            return;
        }
        if (thread.isShared) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        boolean alone = what == LockEvent.OBTAIN || what == LockEvent.WAIT;
        if (alone && lock.owner == thread && lock.doubtfulNanos >= 0) {
            // The release was the owner's. The previous owner's release is still to come.
            deliver(lock, LockEvent.RELEASE, thread, lock.doubtfulNanos);
            lock.owner = null;
            lock.doubtfulNanos = -1;
            lock.toldReleases++;
        }
        if (alone && lock.owner == thread) {
            // A recursive mutex.
            lock.again += what == LockEvent.OBTAIN ? 1 : 0;
            return;
        }
        if (what == LockEvent.WAIT || what == LockEvent.SHARED_WAIT) {
            waits(thread, lock, nanos);
        } else if (!obtains(thread, lock, what, nanos)) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        deliver(lock, what, thread, nanos);
    }

    /** A thread waits for one lock at a time: it has given another one up. The protocol has no event for that. */
    private void waits(ThreadState thread, Lock lock, long nanos) throws IOException {
        Lock other = thread.waitsFor;
        if (other != null && other != lock && !other.destroyed) {
            deliver(other, LockEvent.GIVE_UP, thread, nanos);
            stream.counts.add(SessionCount.LOCK_EVENTS, -1);
        }
        thread.waitsFor = lock;
    }

    /** False if there is no room for the hold. */
    private boolean obtains(ThreadState thread, Lock lock, LockEvent what, long nanos) throws IOException {
        boolean alone = what == LockEvent.OBTAIN;
        int holds = lock.readers.size() + (alone || lock.owner == null ? 0 : 1);
        if (!alone && lock.readers.size() >= MAX_READERS) {
            rowRoom.refuse();
            return false;
        }
        if (holds == lock.rows) {
            if (!rowRoom.take()) {
                return false;
            }
            lock.rows++;
        }
        if (alone) {
            changeOwner(lock, thread, nanos);
        } else {
            lock.readers.add(thread);
        }
        if (thread.waitsFor == lock) {
            thread.waitsFor = null;
        }
        return true;
    }

    private void changeOwner(Lock lock, ThreadState thread, long nanos) throws IOException {
        if (lock.owner != null) {
            // Clients report a release late. Another thread may have obtained the lock first.
            deliver(lock, LockEvent.RELEASE, lock.owner, nanos);
            lock.toldReleases += 1 + lock.again;
        }
        lock.again = 0;
        lock.doubtfulNanos = -1;
        lock.owner = thread;
    }

    private void release(byte[] bytes, int at) throws IOException {
        Lock lock = lock(bytes, at + 1);
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 5));
        if (lock == null || (lock.owner == null && lock.toldReleases == 0)) {
            stream.counts.add(SessionCount.UNMATCHED);
        } else if (lock.toldReleases > 0) {
            lock.toldReleases--;
            lock.doubtfulNanos = nanos;
        } else if (lock.again > 0) {
            lock.again--;
        } else {
            ThreadState owner = lock.owner;
            lock.owner = null;
            lock.doubtfulNanos = -1;
            deliver(lock, LockEvent.RELEASE, owner, nanos);
        }
    }

    private void sharedRelease(byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 13));
        Lock lock = lock(bytes, at + 1);
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 5));
        if (lock == null || !lock.readers.remove(thread)) {
            stream.counts.add(SessionCount.UNMATCHED);
        } else {
            deliver(lock, LockEvent.SHARED_RELEASE, thread, nanos);
        }
    }

    /** A thread without a claim gets no place: the recording keeps it until the release. */
    private void mark(byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 1));
        Lock lock = lock(bytes, at + 5);
        if (lock != null
                && lock.info != null
                && (lock.owner == thread || thread.waitsFor == lock || lock.readers.contains(thread))) {
            SourceLocation place = stream.vocabulary.locations.get(Wire.getLong(bytes, at + 9));
            LockInfo info = lock.info;
            queue.add(new LockQueue.Change(
                    lock,
                    thread,
                    false,
                    lock.lastNanos,
                    () -> stream.sink.event(stream.events.lock.mark(info, thread.track, place))));
        } else {
            stream.counts.add(SessionCount.UNMATCHED);
        }
    }

    private void deliver(Lock lock, LockEvent what, ThreadState thread, long nanos) throws IOException {
        if (lock.info == null) {
            tell(lock);
        }
        LockInfo info = lock.info;
        long time = Math.max(lock.lastNanos, nanos);
        lock.lastNanos = time;
        stream.counts.add(SessionCount.LOCK_EVENTS);
        boolean endsWait = what == LockEvent.OBTAIN || what == LockEvent.SHARED_OBTAIN || what == LockEvent.GIVE_UP;
        queue.add(new LockQueue.Change(
                lock,
                thread,
                endsWait,
                time,
                () -> stream.sink.event(stream.events.lock.change(info, what, thread.track, time))));
    }
}
