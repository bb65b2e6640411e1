package dev.zonecast.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tracks of a trace by program and koid. */
final class TrackTable {
    private static final int MAX_TRACKS = 100_000;

    private record Key(Program program, long koid) {}

    private final TraceListener listener;
    private final LossAccount losses;
    private final TrackNames names;
    private final Map<Key, Track> known = new HashMap<>();
    private final List<Track> all = new ArrayList<>();

    /** Index of the current trace's first track: a file may have several traces. */
    private int first;

    private Track last;
    private ProgramPart current;

    TrackTable(TraceListener listener, LossAccount losses, TrackNames names) {
        this.listener = listener;
        this.losses = losses;
        this.names = names;
    }

    /** Tracks that are new are of that recording. */
    void use(ProgramPart part) {
        current = part;
    }

    /** Another trace begins in the same file. */
    void beginTrace() {
        ofTrace().forEach(Track::release);
        first = all.size();
        // Their programs have ended.
        known.clear();
        last = null;
    }

    /** Those of the trace at hand. */
    List<Track> ofTrace() {
        return all.subList(first, all.size());
    }

    /** The trace has been read. */
    void end() {
        names.keep(all);
    }

    /** A track of the trace, or null. */
    Track known(Program program, long koid) {
        return known.get(new Key(program, koid));
    }

    /** A track; null without a program, and if there are more than there may be, which is counted. */
    Track get(Program program, long koid) throws IOException {
        Track track = last;
        if (track != null && track.koid() == koid && track.program() == program) {
            return track;
        }
        if (program == null) {
            return null;
        }
        Key key = new Key(program, koid);
        track = known.get(key);
        if (track == null) {
            if (all.size() >= MAX_TRACKS) {
                losses.add(LossKind.TOO_MANY_THREADS, program.number(), 1);
                return null;
            }
            track = new Track(all.size(), program, koid);
            track.part = current;
            names.name(track);
            known.put(key, track);
            all.add(track);
            listener.track(track);
        }
        last = track;
        return track;
    }
}
