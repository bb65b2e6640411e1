package dev.zonecast.core.late;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.ring.FiberState;
import java.util.concurrent.atomic.AtomicLong;

/** A row of the time line for late events. Viewers show it as a thread. Any thread may use it. */
public final class LateTrack {
    /** First id of a track. Ids of Java's threads count from 1 on and do not reach it. */
    public static final long FIRST_ID = FiberState.END_ID;

    /** Bound of the ids of tracks. */
    public static final long END_ID = 2_000_000_000L;

    private static final AtomicLong NEXT = new AtomicLong(FIRST_ID);

    private final long id;
    private final String name;
    private volatile boolean ended;

    private LateTrack(long id, String name) {
        this.id = id;
        this.name = name;
    }

    /** A new track. Tracks may have equal names. */
    public static LateTrack of(String name) {
        return new LateTrack(NEXT.getAndIncrement(), NameTable.wellFormed(name));
    }

    /** True if that is the id of a track, not of a thread. */
    public static boolean isTrack(long id) {
        return id >= FIRST_ID && id < END_ID;
    }

    /** All events of the track are published: its place is for another track. */
    public void end() {
        ended = true;
    }

    public boolean isEnded() {
        return ended;
    }

    /** In place of a thread's id. */
    public long id() {
        return id;
    }

    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
