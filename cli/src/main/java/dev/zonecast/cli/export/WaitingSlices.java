package dev.zonecast.cli.export;

import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slices of zones of other traces, which write durations as a whole, the inner ones first. If two zones begin together, Perfetto wants the
 * begin of the outer one first. So slices wait until the zones around them are known. Over the limit all slices are written. An outer zone
 * that comes after that is drawn inside an inner one, if both begin together.
 */
final class WaitingSlices {
    private static final int MAX_WAITING = 1 << 18;

    private record Waiting(long zoneBeginNanos, long zoneEndNanos, PerfettoPackets.Held event) {
        boolean isInside(TraceZone zone) {
            // A zone without length at the other's begin is inside only if the reader has found zones inside the other.
            boolean endsBefore = zoneEndNanos <= zone.beginNanos() && zone.levelsInside() == 0;
            return zoneBeginNanos >= zone.beginNanos() && !endsBefore;
        }
    }

    private final PerfettoPackets packets;
    /** Events of each track, in the order in which they are written. */
    private final Map<Track, List<Waiting>> tracks = new HashMap<>();

    private int count;

    WaitingSlices(PerfettoPackets packets) {
        this.packets = packets;
    }

    /** Takes a zone that follows those inside it. */
    void add(TraceZone zone, PerfettoPackets.Held begin, PerfettoPackets.Held end) throws IOException {
        if (count >= MAX_WAITING) {
            writeAll();
        }
        List<Waiting> events = tracks.computeIfAbsent(zone.track(), track -> new ArrayList<>());
        int place = events.size();
        while (place > 0 && events.get(place - 1).isInside(zone)) {
            place--;
        }
        events.add(place, new Waiting(zone.beginNanos(), zone.endNanos(), begin));
        events.add(new Waiting(zone.beginNanos(), zone.endNanos(), end));
        count += 2;
    }

    /** Writes those of a track: another event of it follows. */
    void write(Track track) throws IOException {
        List<Waiting> events = tracks.remove(track);
        if (events != null) {
            for (Waiting waiting : events) {
                packets.write(waiting.event);
            }
            count -= events.size();
        }
    }

    /** Writes all. */
    void writeAll() throws IOException {
        for (Track track : List.copyOf(tracks.keySet())) {
            write(track);
        }
    }
}
