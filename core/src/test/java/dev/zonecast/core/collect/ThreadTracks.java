package dev.zonecast.core.collect;

/** Threads for sinks' tests. */
public final class ThreadTracks {
    private ThreadTracks() {}

    /** Gives a thread a new name and group, as the collector does before it tells its sinks. */
    public static void rename(ThreadTrack track, String name, int group) {
        track.name = name;
        track.group = group;
    }
}
