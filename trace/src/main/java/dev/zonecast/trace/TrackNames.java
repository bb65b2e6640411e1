package dev.zonecast.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last names of a trace's tracks. An instance goes from one reading of a trace to the next: the next one has these names from the
 * begin, also where a track gets its name later. For one thread.
 */
public final class TrackNames {
    /** Readings number the programs alike, but not the tracks. */
    private record Key(long process, long koid) {}

    private final Map<Key, String> names = new HashMap<>();

    /** For the first reading. */
    public TrackNames() {}

    private static Key key(Track track) {
        return new Key(track.process(), track.koid());
    }

    /** Keeps the names at the end of a reading. */
    void keep(List<Track> tracks) {
        tracks.stream().filter(Track::isNamed).forEach(track -> names.put(key(track), track.name()));
    }

    /** Names a new track, if its name is known. */
    void name(Track track) {
        String known = names.get(key(track));
        if (known != null) {
            track.setLastName(known);
        }
    }
}
