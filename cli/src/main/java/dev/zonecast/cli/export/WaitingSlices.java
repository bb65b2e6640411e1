package dev.zonecast.cli.export;

import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slices of zones of other traces, which write durations as a whole, the inner ones first. The begin of an outer zone has to come before
 * those that begin together with it. So slices wait until the zones around them are known. Over the limit all of them are written: then
 * an outer zone that follows is drawn inside a zone that begins together with it.
 */
final class WaitingSlices {
    private static final int MAX_WAITING = 1 << 18;

    private record Waiting(long zoneBeginNanos, long zoneEndNanos, PerfettoPackets.Held event) {
        boolean isInside(TraceZone zone) {
            // One of no length that is not among those inside stands beside the zone.
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
