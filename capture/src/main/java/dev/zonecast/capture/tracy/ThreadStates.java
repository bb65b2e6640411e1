package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Threads and fibers, and whose events come now. */
final class ThreadStates {
    /** Ids of fibers are made up here, where no thread of a system has its own. */
    private static final long FIRST_FIBER_ID = 1L << 33;

    private final Stream stream;
    private final Map<Long, ThreadState> threads = new HashMap<>();
    private final Map<Long, ThreadState> fibers = new HashMap<>();
    private final SessionTables.Room threadRoom;
    private final SessionTables.Room fiberRoom;

    /** Represents the threads and fibers beyond the limit. Their zones are dropped: those of several threads do not nest. */
    private final ThreadState others = new ThreadState(FIRST_FIBER_ID - 1, false, true);

    private long nextFiberId = FIRST_FIBER_ID;

    /** Named by the last ThreadContext. */
    private ThreadState current = new ThreadState(0, false, false);

    ThreadStates(Stream stream) {
        this.stream = stream;
        threadRoom = stream.room(SessionTables.Kind.THREADS);
        fiberRoom = stream.room(SessionTables.Kind.FIBERS);
        threads.put(0L, current);
    }

    /** What follows is of that thread. */
    void context(int id) {
        stream.resetThread();
        current = get(id);
    }

    /** The thread, without a name perhaps. */
    ThreadState get(int wireId) {
        return orOthers(
                threadRoom.get(threads, Integer.toUnsignedLong(wireId), id -> new ThreadState(id, false, false)));
    }

    /** The fiber, which has a name. */
    ThreadState fiber(long cookie, int group) throws IOException {
        return started(orOthers(fiberRoom.get(fibers, cookie, id -> {
            ThreadState added = new ThreadState(id, true, false);
            added.group = group;
            return added;
        })));
    }

    private ThreadState orOthers(ThreadState known) {
        if (known == null) {
            stream.vocabulary.budget.countUnknown();
            return others;
        }
        return known;
    }

    /** All that were named. */
    Collection<ThreadState> fibers() {
        return fibers.values();
    }

    /** False if the thread whose events come now has no name yet; it has been asked for then. */
    boolean isNamed() {
        ThreadState state = now();
        return state.track != null
                || state.isFiber
                || state == others
                || stream.vocabulary.threads.get(state.id) != null;
    }

    /** Whose events come now: it {@link #isNamed}. */
    ThreadState use() throws IOException {
        return started(now());
    }

    /** Whose events come now; it need not have started. */
    ThreadState now() {
        return current.fiber == null ? current : current.fiber;
    }

    /** A thread that an event names. Fibers have no part in such events. */
    ThreadState use(int wireId) throws IOException {
        return started(get(wireId));
    }

    /** The thread; null if no event has named it. */
    ThreadState known(int wireId) {
        return threads.get(Integer.toUnsignedLong(wireId));
    }

    /** Tells the sink of a thread at its first event. */
    private ThreadState started(ThreadState state) throws IOException {
        if (state.track == null) {
            long id = state.isFiber ? nextFiberId++ : state.id;
            int group = state.isFiber ? state.group : stream.vocabulary.group(state.id);
            state.track = EventThread.of(id, state.isFiber, name(state), group);
            stream.counts.add(SessionCount.THREADS);
            stream.sink.thread(state.track, Life.STARTED);
        }
        return state;
    }

    /** A group that comes after the thread's first event goes to the sink. */
    void regroup(int wireId) throws IOException {
        ThreadState state = known(wireId);
        if (state == null || state.track == null) {
            return;
        }
        int group = stream.vocabulary.group(state.id);
        if (group != state.track.group()) {
            state.track = EventThread.of(state.id, false, state.track.name(), group);
            stream.sink.thread(state.track, Life.CHANGED);
        }
    }

    private String name(ThreadState state) {
        if (state == others) {
            return "(further threads)";
        }
        String name = state.isFiber ? stream.vocabulary.fibers.get(state.id) : stream.vocabulary.threads.get(state.id);
        return name == null || name.isEmpty() || name.equals(Names.UNKNOWN)
                ? (state.isFiber ? "fiber " : "thread ") + Long.toUnsignedString(state.id)
                : name;
    }
}
