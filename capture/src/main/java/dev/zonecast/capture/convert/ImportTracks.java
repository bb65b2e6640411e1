package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processes and threads of a trace, by whatever ids it gives them, with ids as FXT's readers take them. */
final class ImportTracks {
    /** Both readers in use have 32 bits for an id, and take 0 for none. */
    private static final long FIRST_OWN_KOID = 2_000_000_000L;

    private record Key(String process, String thread) {}

    /** A thread. */
    static final class Track {
        private final long process;
        private final long koid;
        private final int index;
        private final String id;
        private String name = "";

        private Track(long process, long koid, int index, String id) {
            this.process = process;
            this.koid = koid;
            this.index = index;
            this.id = id;
        }

        long process() {
            return process;
        }

        long koid() {
            return koid;
        }

        int index() {
            return index;
        }

        void name(String newName) {
            name = newName;
        }

        String shownName() {
            return name.isEmpty() ? "thread " + id : name;
        }
    }

    private final Map<Key, Track> tracks = new HashMap<>();
    private final List<Track> all = new ArrayList<>();
    private final Map<String, Long> processes = new HashMap<>();
    private final Map<Long, String> processNames = new HashMap<>();
    private final Map<Long, Key> koids = new HashMap<>();
    private long nextOwnKoid = FIRST_OWN_KOID;
    private int nextIndex = 1;

    /** The thread of that process, made at its first use. */
    Track track(String process, String thread) {
        return tracks.computeIfAbsent(new Key(process, thread), key -> {
            long koid = koid(thread);
            // A thread of another process has it already; readers know threads by their id alone.
            if (koids.putIfAbsent(koid, key) != null) {
                koid = nextOwnKoid++;
            }
            Track track = new Track(process(process), koid, all.size(), thread);
            all.add(track);
            return track;
        });
    }

    private long process(String id) {
        return processes.computeIfAbsent(id, this::koid);
    }

    private long koid(String id) {
        try {
            long number = Long.parseLong(id);
            if (number > 0 && number < FIRST_OWN_KOID) {
                return number;
            }
        } catch (NumberFormatException e) {
            // A name: it gets a number below.
            return nextOwnKoid++;
        }
        return nextOwnKoid++;
    }

    /** For a thread that the trace does not have. */
    long furtherKoid() {
        return nextOwnKoid++;
    }

    void nameProcess(String id, String name) {
        processNames.put(process(id), name);
    }

    List<Track> all() {
        return all;
    }

    /** Names of all. */
    void describe(FxtOutput out) throws IOException {
        for (Map.Entry<Long, String> process : processNames.entrySet()) {
            out.process(process.getKey(), process.getValue());
        }
        for (Track track : all) {
            out.thread(track.process, track.koid, track.shownName());
        }
    }

    /** A place in the thread table. Each track is written at once, so that 255 of them are enough for its lanes. */
    int bind(FxtOutput out, long process, long koid) throws IOException {
        int index = nextIndex;
        nextIndex = nextIndex == FxtLayout.MAX_THREAD_INDEX ? 1 : nextIndex + 1;
        out.bindThread(index, process, koid);
        return index;
    }
}
