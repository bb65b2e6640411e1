package dev.zonecast.capture.convert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Processes and threads of a trace, by whatever ids it gives them, with ids as FXT's readers take them. */
final class ImportTracks {
    /** Both readers in use have 32 bits for an id, and take 0 for none. */
    private static final long FIRST_OWN_KOID = 2_000_000_000L;

    private record Key(String process, String thread) {}

    /** A thread and its events. */
    static final class Track {
        final long process;
        final long koid;
        final List<ImportedEvent> events = new ArrayList<>();
        String name;

        private Track(long process, long koid, String name) {
            this.process = process;
            this.koid = koid;
            this.name = name;
        }
    }

    private final Map<Key, Track> tracks = new LinkedHashMap<>();
    private final Map<String, Long> processes = new HashMap<>();
    private final Map<Long, String> processNames = new HashMap<>();
    private final Map<Long, Key> koids = new HashMap<>();
    private long nextOwnKoid = FIRST_OWN_KOID;

    /** The thread of that process, made at its first use. */
    Track track(String process, String thread) {
        return tracks.computeIfAbsent(new Key(process, thread), key -> {
            long koid = koid(thread);
            // Readers know threads by their ids alone, so a thread of another process may occupy this one.
            long free = koids.putIfAbsent(koid, key) == null ? koid : furtherKoid();
            return new Track(process(process), free, "thread " + thread);
        });
    }

    private long process(String id) {
        return processes.computeIfAbsent(id, this::koid);
    }

    private long koid(String id) {
        try {
            long number = Long.parseLong(id);
            return number > 0 && number < FIRST_OWN_KOID ? number : furtherKoid();
        } catch (NumberFormatException e) {
            return furtherKoid();
        }
    }

    /** For a thread that the trace does not have. */
    long furtherKoid() {
        return nextOwnKoid++;
    }

    void nameProcess(String id, String name) {
        processNames.put(process(id), name);
    }

    /** Writes the names of all, then the events of each thread. */
    void write(FxtOutput out, ImportWriter writer) throws IOException {
        for (Map.Entry<Long, String> process : processNames.entrySet()) {
            out.process(process.getKey(), process.getValue());
        }
        for (Track track : tracks.values()) {
            out.thread(track.process, track.koid, track.name);
        }
        for (Track track : tracks.values()) {
            writer.write(track, out);
        }
    }
}
