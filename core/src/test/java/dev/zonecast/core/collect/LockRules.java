package dev.zonecast.core.collect;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.kind.LockEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What {@link EventSink} promises of locks, as rules that throw {@link AssertionError}. */
final class LockRules {
    private static final class State {
        String name;
        EventThread owner;
        final Set<EventThread> readers = new HashSet<>();
        final Set<EventThread> waiting = new HashSet<>();
    }

    private final Map<Integer, State> states = new HashMap<>();

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    void created(LockInfo lock) {
        State state = states.computeIfAbsent(lock.id(), ignored -> new State());
        require(!lock.name().equals(state.name), "created twice, and not renamed: " + lock);
        state.name = lock.name();
    }

    void destroyed(LockInfo lock) {
        require(states.remove(lock.id()) != null, "an unknown lock is destroyed: " + lock);
    }

    void event(LockInfo lock, LockEvent what, EventThread thread) {
        State state = state(lock);
        String told = lock.name() + ": " + what + " of " + thread.name();
        switch (what) {
            case WAIT, SHARED_WAIT -> state.waiting.add(thread);
            case GIVE_UP -> require(state.waiting.remove(thread), told + ", which does not wait");
            case OBTAIN -> {
                require(state.owner == null && state.readers.isEmpty(), told + ", while another has it");
                state.owner = thread;
                state.waiting.remove(thread);
            }
            case SHARED_OBTAIN -> {
                require(state.owner == null || state.owner == thread, told + ", while a writer has it");
                require(state.readers.add(thread), told + ", which has it");
                state.waiting.remove(thread);
            }
            case RELEASE -> {
                require(state.owner == thread, told + ", which does not have it");
                state.owner = null;
            }
            case SHARED_RELEASE -> require(state.readers.remove(thread), told + ", which does not have it");
        }
    }

    void mark(LockInfo lock, EventThread thread) {
        State state = state(lock);
        require(
                state.owner == thread || state.readers.contains(thread) || state.waiting.contains(thread),
                "a mark of a thread that has nothing to do with the lock");
    }

    private State state(LockInfo lock) {
        State state = states.get(lock.id());
        require(state != null, "an unknown lock: " + lock);
        return state;
    }
}
