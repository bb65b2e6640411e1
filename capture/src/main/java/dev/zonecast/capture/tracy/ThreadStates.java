package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Threads and fibers, and whose events come now. */
final class ThreadStates {
    /** Ids of fibers are made up here, where no thread of a system has its own. */
    private static final long FIRST_FIBER_ID = 1L << 33;

    private final Stream stream;
    private final LongTable<ThreadState> threads = new LongTable<>();
    private final LongTable<ThreadState> fibers = new LongTable<>();
    private final SessionTables.Room threadRoom;
    private final SessionTables.Room fiberRoom;

    /** Represents the threads and fibers beyond the limit. Their zones are dropped: those of several threads do not nest. */
    private final ThreadState others = new ThreadState(FIRST_FIBER_ID - 1, false, true);

    private long nextFiberId = FIRST_FIBER_ID;

    /** Named by the last ThreadContext. */
    private ThreadState current = new ThreadState(0, false, false);

    /** Some events have no thread: they are of this one. */
    private final EventThread program;

    private boolean programStarted;

    ThreadStates(Stream stream) {
        this.stream = stream;
        threadRoom = stream.vocabulary.tables.room(SessionTables.Kind.THREADS);
        fiberRoom = stream.vocabulary.tables.room(SessionTables.Kind.FIBERS);
        program = EventThread.of(FIRST_FIBER_ID - 2, false, "Program", 0);
        threads.put(0, current);
    }

    /** What follows is of that thread. */
    void context(int id) {
        stream.resetThread();
        current = get(id);
    }

    /** The thread, without a name perhaps. */
    ThreadState get(int wireId) {
        long id = Integer.toUnsignedLong(wireId);
        ThreadState known = threads.get(id);
        if (known != null) {
            return known;
        }
        if (!threadRoom.take()) {
            stream.vocabulary.budget.countUnknown();
            return others;
        }
        ThreadState added = new ThreadState(id, false, false);
        threads.put(id, added);
        return added;
    }

    /** The fiber, without a name perhaps. */
    ThreadState fiber(long cookie, int group) {
        ThreadState known = fibers.get(cookie);
        if (known != null) {
            return known;
        }
        if (!fiberRoom.take()) {
            stream.vocabulary.budget.countUnknown();
            return others;
        }
        ThreadState added = new ThreadState(cookie, true, false);
        added.group = group;
        fibers.put(cookie, added);
        return added;
    }

    /** All that were named. */
    List<ThreadState> fibers() {
        List<ThreadState> all = new ArrayList<>(fibers.size());
        fibers.forEach(all::add);
        return all;
    }

    /** Whose events come now, or null if the name is not known yet. */
    ThreadState use() throws IOException {
        ThreadState state = current.fiber == null ? current : current.fiber;
        return state.track != null || start(state) ? state : null;
    }

    /** Whose events come now; its name need not be known. */
    ThreadState now() {
        return current.fiber == null ? current : current.fiber;
    }

    /** A thread that an event names, or null if its name is not known yet. Fibers have no part in such events. */
    ThreadState use(int wireId) throws IOException {
        ThreadState state = get(wireId);
        return state.track != null || start(state) ? state : null;
    }

    /** Tells the sink of a thread, once its name is known. */
    boolean start(ThreadState state) throws IOException {
        String name = name(state);
        if (name == null) {
            return false;
        }
        long id = state.isFiber ? nextFiberId++ : state.id;
        int group = state.isFiber ? state.group : stream.vocabulary.group(state.id);
        state.track = EventThread.of(id, state.isFiber, name, group);
        stream.counts.threads++;
        stream.sink.thread(state.track, Life.STARTED);
        return true;
    }

    private String name(ThreadState state) {
        if (state == others) {
            return "(further threads)";
        }
        String name = state.isFiber ? stream.vocabulary.fibers.get(state.id) : stream.vocabulary.threads.get(state.id);
        return name == null || !(name.isEmpty() || name.equals(Names.UNKNOWN))
                ? name
                : (state.isFiber ? "fiber " : "thread ") + Long.toUnsignedString(state.id);
    }

    /** For what comes without a thread: marks of frames, the load of the machine. */
    EventThread program() throws IOException {
        if (!programStarted) {
            programStarted = true;
            stream.sink.thread(program, Life.STARTED);
        }
        return program;
    }
}
