package dev.zonecast.jvm;

import dev.zonecast.core.late.LateTrack;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tracks of no thread, each once a process: a session that follows another one goes on where that stopped. Any thread. */
final class Tracks {
    private static final Map<String, LateTrack> KNOWN = new ConcurrentHashMap<>();

    private Tracks() {}

    static LateTrack of(String name) {
        return KNOWN.computeIfAbsent(name, LateTrack::of);
    }
}
