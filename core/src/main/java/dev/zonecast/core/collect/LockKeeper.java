package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockEvent;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.ring.UnendedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the promises of {@link LockChange}: events may have been dropped, and recording may have begun while locks were
 * held. A release of a hold that was not seen is passed over; a hold whose release was lost ends when the next thread obtains the
 * lock.
 *
 * <p>Owned by the collector's thread.
 */
final class LockKeeper {
    /** A thread that waits for a lock or has it. */
    private record Claim(ThreadTrack thread, long nanos, LockEvent what) {}

    private static final class State {
        final LockInfo lock;
        final List<Claim> waiting = new ArrayList<>();
        final List<Claim> readers = new ArrayList<>();
        Claim owner;

        State(LockInfo lock) {
            this.lock = lock;
        }
    }

    private final SinkList sinks;
    private final LockTable table;
    private final LockChange event = new LockChange();
    private final Map<Integer, State> states = new HashMap<>();
    private final List<LockInfo> collected = new ArrayList<>();
    private int waiting;
    private long repaired;

    LockKeeper(SinkList sinks, LockTable table) {
        this.sinks = sinks;
        this.table = table;
    }

    /** Holds whose release was lost. */
    long repaired() {
        return repaired;
    }

    /** Takes a record. */
    void take(ThreadTrack thread, LockChange read) {
        // Null: the lock is gone, or was never registered.
        LockInfo lock = read.lock();
        if (lock != null && read.kind() == EventKind.LOCK) {
            event(thread, read.nanos(), lock.id(), read.what());
        } else if (lock != null) {
            mark(thread, lock.id(), read.place());
        }
    }

    void event(ThreadTrack thread, long nanos, int lockId, LockEvent what) {
        if (sinks.isEmpty()) {
            // The end may not be recorded any more.
            return;
        }
        State state = state(lockId);
        if (state == null) {
            return;
        }
        switch (what) {
            case WAIT, SHARED_WAIT -> {
                stopWaiting(state, thread);
                state.waiting.add(new Claim(thread, nanos, what));
                if (!thread.isFiber()) {
                    // Of a fiber it is known where it runs.
                    thread.unended = new UnendedState(lockId, what == LockEvent.SHARED_WAIT, nanos, 0);
                }
                waiting++;
            }
            case GIVE_UP -> {
                if (!stopWaiting(state, thread)) {
                    return;
                }
            }
            case OBTAIN -> {
                stopWaiting(state, thread);
                endLostHolds(state, nanos);
                state.owner = new Claim(thread, nanos, what);
            }
            case RELEASE -> {
                if (state.owner == null || state.owner.thread() != thread) {
                    endLostWait(state, thread, nanos);
                    return;
                }
                state.owner = null;
            }
            case SHARED_OBTAIN -> {
                stopWaiting(state, thread);
                endLostHoldOfWriter(state, thread, nanos);
                if (has(state.readers, thread)) {
                    return;
                }
                state.readers.add(new Claim(thread, nanos, what));
            }
            case SHARED_RELEASE -> {
                if (!remove(state.readers, thread)) {
                    endLostWait(state, thread, nanos);
                    return;
                }
            }
        }
        deliver(state.lock, what, thread, nanos);
    }

    void mark(ThreadTrack thread, int lockId, SourceLocation location) {
        State state = states.get(lockId);
        boolean claims = state != null
                && ((state.owner != null && state.owner.thread() == thread)
                        || has(state.waiting, thread)
                        || has(state.readers, thread));
        if (!claims || location == null) {
            return;
        }
        sinks.event(event.mark(state.lock, thread, location));
    }

    /** A thread had a lock when a recording stopped that goes on. The sinks know of the lock. */
    void resumeHold(ThreadTrack thread, long nanos, LockInfo lock) {
        State state = states.computeIfAbsent(lock.id(), id -> new State(lock));
        Claim claim = new Claim(thread, nanos, lock.shared() ? LockEvent.SHARED_OBTAIN : LockEvent.OBTAIN);
        if (lock.shared()) {
            // Whether it reads or writes is not known.
            state.readers.add(claim);
        } else {
            state.owner = claim;
        }
    }

    private State state(int lockId) {
        State state = states.get(lockId);
        if (state == null) {
            LockInfo lock = table.get(lockId);
            if (lock == null) {
                return null;
            }
            state = new State(lock);
            states.put(lockId, state);
            sinks.event(event.created(lock));
        }
        return state;
    }

    /** The lock itself lets one thread in: another recorded holder lost its release. */
    private void endLostHolds(State state, long nanos) {
        if (state.owner != null) {
            release(state, state.owner, LockEvent.RELEASE, nanos);
            state.owner = null;
        }
        for (Claim reader : state.readers) {
            release(state, reader, LockEvent.SHARED_RELEASE, nanos);
        }
        state.readers.clear();
    }

    /** A writer may go on as a reader before it gives the lock back. */
    private void endLostHoldOfWriter(State state, ThreadTrack reader, long nanos) {
        if (state.owner != null && state.owner.thread() != reader) {
            release(state, state.owner, LockEvent.RELEASE, nanos);
            state.owner = null;
        }
    }

    /** The moment between the wait and the release at which the thread obtained the lock was lost. */
    private void endLostWait(State state, ThreadTrack thread, long nanos) {
        if (stopWaiting(state, thread)) {
            deliver(state.lock, LockEvent.GIVE_UP, thread, nanos);
        }
    }

    private void release(State state, Claim claim, LockEvent how, long nanos) {
        repaired++;
        deliver(state.lock, how, claim.thread(), nanos);
    }

    private void deliver(LockInfo lock, LockEvent what, ThreadTrack thread, long nanos) {
        sinks.event(event.change(lock, what, thread, nanos));
    }

    private boolean stopWaiting(State state, ThreadTrack thread) {
        boolean waited = remove(state.waiting, thread);
        waiting -= waited ? 1 : 0;
        if (waited && !thread.isFiber()) {
            thread.unended = UnendedState.NONE;
        }
        return waited;
    }

    private static boolean has(List<Claim> claims, ThreadTrack thread) {
        for (Claim claim : claims) {
            if (claim.thread() == thread) {
                return true;
            }
        }
        return false;
    }

    private static boolean remove(List<Claim> claims, ThreadTrack thread) {
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i).thread() == thread) {
                claims.remove(i);
                return true;
            }
        }
        return false;
    }

    /** Looks for locks that are gone; before a pass reads the rings, which may hold their last events. */
    void findCollected() {
        for (LockInfo lock = table.pollCollected(); lock != null; lock = table.pollCollected()) {
            collected.add(lock);
        }
    }

    /** Drops the locks that were found to be gone, when that pass has read all rings. */
    void retireCollected(long nanos) {
        for (LockInfo lock : collected) {
            table.forget(lock);
            if (forgotten(lock)) {
                sinks.event(event.destroyed(lock, Math.max(nanos, lock.createdNanos())));
            }
        }
        collected.clear();
    }

    private boolean forgotten(LockInfo lock) {
        State state = states.remove(lock.id());
        waiting -= state == null ? 0 : state.waiting.size();
        return state != null;
    }

    /** Tells a new sink of all locks. */
    void tell(GuardedSink sink) {
        for (State state : states.values()) {
            sink.event(event.created(state.lock));
        }
    }

    /** Adds who has locks and who waits for them. */
    void addClaims(List<SerialRouter.Standing> standing) {
        for (State state : states.values()) {
            addClaims(state, state.readers, standing);
            addClaims(state, state.waiting, standing);
            if (state.owner != null) {
                addClaims(state, List.of(state.owner), standing);
            }
        }
    }

    private void addClaims(State state, List<Claim> claims, List<SerialRouter.Standing> standing) {
        for (Claim claim : claims) {
            // One that has ended the new sink knows nothing of.
            if (!claim.thread().isRetired()) {
                standing.add(new SerialRouter.Standing(
                        claim.nanos(),
                        s -> s.event(event.change(state.lock, claim.what(), claim.thread(), claim.nanos()))));
            }
        }
    }

    /** Nobody listens any more: what comes now is not recorded. */
    void forgetClaims() {
        for (State state : states.values()) {
            state.owner = null;
            state.readers.clear();
            state.waiting.clear();
        }
        waiting = 0;
    }

    /** The thread is gone: it waits no more. What it has it has for ever. */
    void threadEnded(ThreadTrack thread, long nanos) {
        if (waiting == 0) {
            return;
        }
        for (State state : states.values()) {
            if (stopWaiting(state, thread)) {
                deliver(state.lock, LockEvent.GIVE_UP, thread, nanos);
            }
        }
    }
}
