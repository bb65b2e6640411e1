package dev.zonecast.core.collect;

import dev.zonecast.core.ring.EventRing;

/** A thread whose records are handled without a collector. */
public final class HandledRecords {
    private HandledRecords() {}

    /** The thread of a ring. */
    public static ThreadTrack thread(long id, EventRing ring, String name) {
        return ThreadTrack.ofRing(id, false, null, ring, name);
    }

    /** So many further bytes of records have been handled. */
    public static void handle(ThreadTrack track, int bytes) {
        track.position += bytes;
    }
}
