package dev.zonecast.jvm;

import dev.zonecast.core.late.LateTrack;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tracks, each once a process: a session that follows another one goes on where that stopped. Any thread. */
final class Tracks {
    private record Key(String name, long threadId) {}

    private static final Map<Key, LateTrack> KNOWN = new ConcurrentHashMap<>();

    private Tracks() {}

    static LateTrack of(String name) {
        return of(name, 0);
    }

    /** @param threadId tells threads of one name apart; 0 = of no thread */
    static LateTrack of(String name, long threadId) {
        return KNOWN.computeIfAbsent(new Key(name, threadId), key -> LateTrack.of(name));
    }
}
