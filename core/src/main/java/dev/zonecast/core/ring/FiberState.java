package dev.zonecast.core.ring;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;

/** What the collector knows of a fiber; the fiber itself may be forgotten by the program, which ends it. */
public final class FiberState {
    /** Ids of threads are far below, and above are those of late tracks and then koids in recordings that are not threads'. */
    private static final long FIRST_ID = 1_800_000_000L;

    private static final AtomicLong NEXT_ID = new AtomicLong(FIRST_ID);

    private final long id = NEXT_ID.getAndIncrement();
    private final String name;
    private final WeakReference<Object> fiber;
    private volatile boolean closed;

    /** @param name empty for one of its number */
    public FiberState(String name, Object fiber) {
        this.name = name.isEmpty() ? "fiber " + (id - FIRST_ID + 1) : name;
        this.fiber = new WeakReference<>(fiber);
    }

    /** Unique among threads and fibers. */
    public long id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** After its last record. */
    public void close() {
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }

    /** True once nothing can be recorded by it any more. */
    public boolean hasEnded() {
        return closed || fiber.refersTo(null);
    }
}
