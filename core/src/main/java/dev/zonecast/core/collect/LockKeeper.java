package dev.zonecast.core.collect;

import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.ring.UnendedState;
import dev.zonecast.core.state.LockTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps the promises of {@link LockChange}: events may have been dropped, and recording may have begun while locks were
 * held. A release without its hold is dropped. A hold whose release was lost ends when the next thread obtains the lock.
 *
 * <p>Owned by the collector's thread.
 */
final class LockKeeper {
    /**
     * A thread that waits for a lock or holds it.
     *
     * @param what event that began it
     */
    private record Claim(ThreadTrack thread, long nanos, LockEvent what) {
        boolean isHold() {
            return what == LockEvent.OBTAIN || what == LockEvent.SHARED_OBTAIN;
        }
    }

    private record State(LockInfo lock, List<Claim> claims) {
        boolean drop(ThreadTrack thread, LockEvent one, LockEvent other) {
            return claims.removeIf(claim -> claim.thread == thread && (claim.what == one || claim.what == other));
        }
    }

    private final SinkList sinks;
    private final LockTable<LockInfo> table;
    private final LockChange event = new LockChange();
    private final Map<Integer, State> states = new HashMap<>();
    private final List<LockInfo> collected = new ArrayList<>();
    private long repaired;

    LockKeeper(SinkList sinks, LockTable<LockInfo> table) {
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
        } else if (lock != null && read.place() != null) {
            State state = states.get(lock.id());
            if (state != null && state.claims.stream().anyMatch(claim -> claim.thread == thread)) {
                sinks.event(event.mark(lock, thread, read.place()));
            }
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
        Claim claim = new Claim(thread, nanos, what);
        switch (what) {
            case WAIT, SHARED_WAIT -> {
                boolean ignored = stopWaiting(state, thread);
                state.claims.add(claim);
                thread.waits++;
                if (!thread.isFiber()) {
                    // A fiber's thread is known.
                    thread.unended = new UnendedState(lockId, what == LockEvent.SHARED_WAIT, nanos, 0);
                }
            }
            case GIVE_UP -> {
                if (!stopWaiting(state, thread)) {
                    return;
                }
            }
            case OBTAIN -> {
                boolean ignored = stopWaiting(state, thread);
                endHolds(state, nanos, Claim::isHold);
                state.claims.add(claim);
            }
            case SHARED_OBTAIN -> {
                boolean waited = stopWaiting(state, thread);
                // A writer may go on as a reader before it releases the lock.
                endHolds(state, nanos, held -> held.what == LockEvent.OBTAIN && held.thread != thread);
                if (state.claims.stream().anyMatch(held -> held.what == what && held.thread == thread)) {
                    if (!waited) {
                        return;
                    }
                    // A reader that has the lock already: its wait ends, and a hold begins behind the one before.
                    sinks.event(event.change(state.lock, LockEvent.SHARED_RELEASE, thread, nanos));
                } else {
                    state.claims.add(claim);
                }
            }
            case RELEASE, SHARED_RELEASE -> {
                LockEvent hold = what == LockEvent.RELEASE ? LockEvent.OBTAIN : LockEvent.SHARED_OBTAIN;
                if (!state.drop(thread, hold, hold)) {
                    // Perhaps the event between wait and release was lost.
                    giveUp(state, thread, nanos);
                    return;
                }
            }
        }
        sinks.event(event.change(state.lock, what, thread, nanos));
    }

    /** Restores a hold at the end of a recording that is continued. The sinks have the lock. */
    void resumeHold(ThreadTrack thread, long nanos, LockInfo lock) {
        // Of a shared lock it is not known whether the thread reads or writes.
        LockEvent what = lock.shared() ? LockEvent.SHARED_OBTAIN : LockEvent.OBTAIN;
        states.computeIfAbsent(lock.id(), ignored -> new State(lock, new ArrayList<>()))
                .claims
                .add(new Claim(thread, nanos, what));
    }

    private State state(int lockId) {
        State state = states.get(lockId);
        LockInfo lock = state == null ? table.get(lockId) : null;
        if (lock != null) {
            state = new State(lock, new ArrayList<>());
            states.put(lockId, state);
            sinks.event(event.created(lock));
        }
        return state;
    }

    /** Ends holds whose release was lost: the lock itself has let another thread in. */
    private void endHolds(State state, long nanos, Predicate<Claim> lost) {
        for (Iterator<Claim> claims = state.claims.iterator(); claims.hasNext(); ) {
            Claim claim = claims.next();
            if (lost.test(claim)) {
                claims.remove();
                repaired++;
                LockEvent end = claim.what == LockEvent.OBTAIN ? LockEvent.RELEASE : LockEvent.SHARED_RELEASE;
                sinks.event(event.change(state.lock, end, claim.thread, nanos));
            }
        }
    }

    private void giveUp(State state, ThreadTrack thread, long nanos) {
        if (stopWaiting(state, thread)) {
            sinks.event(event.change(state.lock, LockEvent.GIVE_UP, thread, nanos));
        }
    }

    private static boolean stopWaiting(State state, ThreadTrack thread) {
        boolean waited = state.drop(thread, LockEvent.WAIT, LockEvent.SHARED_WAIT);
        thread.waits -= waited ? 1 : 0;
        if (waited && !thread.isFiber()) {
            thread.unended = UnendedState.NONE;
        }
        return waited;
    }

    /** Sends sinks the locks that have another name. */
    void announceRenamed() {
        for (LockInfo lock = table.pollChanged(); lock != null; lock = table.pollChanged()) {
            State known = states.get(lock.id());
            // Its first event may have announced it by this name.
            if (known != null && !known.lock.equals(lock)) {
                states.put(lock.id(), new State(lock, known.claims));
                sinks.event(event.created(lock));
            }
        }
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
            table.forget(lock.id());
            if (states.remove(lock.id()) != null) {
                sinks.event(event.destroyed(lock, Math.max(nanos, lock.createdNanos())));
            }
        }
        collected.clear();
    }

    /**
     * Sends a new sink all locks, and adds who has them and who waits for them.
     *
     * @param ended gets threads that a new sink does not know, because they have ended with a lock
     */
    void replayTo(GuardedSink sink, List<SerialRouter.Standing> standing, Set<ThreadTrack> ended) {
        for (State state : states.values()) {
            sink.event(event.created(state.lock));
            for (Claim claim : state.claims) {
                standing.add(new SerialRouter.Standing(
                        claim.nanos, s -> s.event(event.change(state.lock, claim.what, claim.thread, claim.nanos))));
                if (claim.thread.isRetired()) {
                    ended.add(claim.thread);
                }
            }
        }
    }

    /** The last sink is gone: ends from here on are not recorded. */
    void forgetOpen() {
        states.values().forEach(state -> state.claims.clear());
    }

    /** The thread has ended: its waits end, its holds stay for ever. */
    void threadEnded(ThreadTrack thread, long nanos) {
        if (thread.waits > 0) {
            states.values().forEach(state -> giveUp(state, thread, nanos));
        }
    }
}
