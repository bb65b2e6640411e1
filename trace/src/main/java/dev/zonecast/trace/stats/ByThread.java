package dev.zonecast.trace.stats;

import dev.zonecast.trace.Track;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Objects by thread: a first reading makes them, a second one finds them. The two readings have different tracks, but number the programs
 * alike.
 */
final class ByThread<T> {
    private record Key(long process, long koid) {}

    private final Map<Key, T> all = new HashMap<>();
    private Track lastTrack;
    private T last;

    private static Key key(Track track) {
        return new Key(track.process(), track.koid());
    }

    /** First reading. */
    T of(Track track, Supplier<? extends T> maker) {
        // Both readings may be one: what was not there may be now.
        lastTrack = null;
        return all.computeIfAbsent(key(track), key -> maker.get());
    }

    /** Either reading; null if there is none. Most zones follow another one of their track. */
    T find(Track track) {
        if (all.isEmpty()) {
            return null;
        }
        if (track != lastTrack) {
            lastTrack = track;
            last = all.get(key(track));
        }
        return last;
    }

    Collection<T> all() {
        return all.values();
    }
}
