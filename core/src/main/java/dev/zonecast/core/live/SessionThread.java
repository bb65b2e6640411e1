package dev.zonecast.core.live;

import dev.zonecast.core.event.EventThread;

/** A session's state of a thread. Owned by the collector's thread. */
final class SessionThread {
    /** Null for a thread that only the session itself writes to. */
    final EventThread track;

    /** The thread's number on the wire; 0 means no thread there. */
    final int id;

    int openZones;

    /** Of a fiber: the number of the thread that runs it, or ran it last; its own before the first. */
    int carrier;

    /** Latest time of an event of this thread, as of when it was current for the last time. */
    long lastNanos = Long.MIN_VALUE;

    /** The viewer has asked for the name, and was given this one; null before. */
    String toldName;

    int toldGroup;

    /** The viewer knows the process that it belongs to. */
    boolean hasProcess;

    SessionThread(EventThread track, int id) {
        this.track = track;
        this.id = id;
        this.carrier = id;
    }

    /** True for what runs on several threads in turn. */
    boolean isFiber() {
        return track != null && track.isFiber();
    }

    /** A thread's number on the wire has 32 bits, and is never 0. */
    static int wireId(long threadId) {
        int low = (int) threadId;
        return low == 0 ? -1 : low;
    }
}
