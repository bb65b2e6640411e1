package dev.zonecast.trace.bounds;

import dev.zonecast.trace.Track;

/** A thread in any reading of a trace: indexes of tracks differ between readings. */
record ThreadKey(long process, long koid) {
    static ThreadKey of(Track track) {
        return new ThreadKey(track.process(), track.koid());
    }
}
