package dev.zonecast.core.ring;

import dev.zonecast.core.registry.TableLimit;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The collector's state of a fiber. It does not refer to the fiber: the garbage collector ends a fiber that the program has dropped. */
public final class FiberState {
    /** Ids of threads are far below. Above are the ids of late tracks, then koids in recordings that are no threads. */
    private static final long FIRST_ID = 1_800_000_000L;

    /** Ids of fibers are below it; ids of tracks of late events begin here. */
    public static final long END_ID = 1_900_000_000L;

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("fibers", END_ID - FIRST_ID, "what further ones record belongs to their threads");

    private static final AtomicLong NEXT_ID = new AtomicLong(FIRST_ID);

    private final long id;
    private final String name;
    private final int group;
    private final WeakReference<AtomicReference<Thread>> runner;
    private volatile boolean closed;

    /**
     * A fiber's state.
     *
     * @param name empty for one of its number
     * @param group 0: none
     * @param runner thread that has entered the fiber, or null; the fiber holds it, this refers to it weakly
     */
    public FiberState(String name, int group, AtomicReference<Thread> runner) {
        this(name, group, runner, NEXT_ID);
    }

    /** @param ids the next one; from {@link #END_ID} on there is none: the fiber is closed from the start, and counted */
    FiberState(String name, int group, AtomicReference<Thread> runner, AtomicLong ids) {
        this.id = ids.getAndUpdate(next -> Math.min(next + 1, END_ID));
        if (id >= END_ID) {
            closed = true;
            LIMIT.refuse();
        }
        this.name = name.isEmpty() ? "fiber " + (id - FIRST_ID + 1) : name;
        this.group = group;
        this.runner = new WeakReference<>(runner);
    }

    /** Unique among threads and fibers. */
    public long id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** Fibers of the same number stand together; 0: none. */
    public int group() {
        return group;
    }

    /** Lets no further thread enter the fiber. A thread that runs it continues until it leaves. */
    public void close() {
        closed = true;
    }

    /** A thread asks after it has set itself as the runner: {@link #hasEnded} reads the two in the other order. */
    public boolean isClosed() {
        return closed;
    }

    /** True once nothing can be recorded by it any more. */
    public boolean hasEnded() {
        AtomicReference<Thread> held = runner.get();
        if (held == null) {
            return true;
        }
        if (!closed) {
            return false;
        }
        Thread thread = held.get();
        return thread == null || !thread.isAlive();
    }
}
