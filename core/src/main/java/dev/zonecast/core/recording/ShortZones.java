package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Leaves short zones out where their place asks for it ({@link SourceLocation#recordedFrom}): the begin of such a zone is held back until
 * the zone is long enough, or has one inside it that is recorded. So what is held back on a track is always its innermost zones, and
 * begins may be written after later messages and plots of the thread, never after later zones.
 */
final class ShortZones {
    private final ZoneRecords zones;

    /** Tracks that hold zones back. */
    private final Set<Track> holding = new HashSet<>();

    private long leftOut;

    ShortZones(ZoneRecords zones) {
        this.zones = zones;
    }

    /** Zones that were too short. */
    long leftOut() {
        return leftOut;
    }

    void begin(Track track, long time, SourceLocation location) throws IOException {
        if (location.recordedFromNanos() > 0) {
            if (track.held == null) {
                track.held = new HeldZones();
            }
            if (track.held.isEmpty()) {
                holding.add(track);
            }
            track.held.push(time, location);
            return;
        }
        if (holds(track)) {
            releaseAll(track);
        }
        zones.begin(track, time, location);
    }

    /** As the other one, with the calls that led there. */
    void begin(Track track, long time, SourceLocation location, CallStack stack) throws IOException {
        zones.prepare(stack);
        begin(track, time, location);
        if (!holds(track) || !keeps(track, records -> records.stack(track, stack))) {
            zones.stack(track, stack);
        }
    }

    void end(Track track, long time) throws IOException {
        if (holds(track)) {
            if (track.held.popShort(time)) {
                leftOut++;
                return;
            }
            releaseAll(track);
        }
        zones.end(track, time);
    }

    /** Begins and ends of one thread; the same as a call for each. */
    void run(Track track, ZoneRun run, long shiftNanos) throws IOException {
        int count = run.size();
        int i = 0;
        while (i < count) {
            if (!holds(track)) {
                i = zones.plainRun(track, run, i, shiftNanos);
            }
            if (i < count) {
                long time = Math.max(0, run.nanos(i) + shiftNanos);
                if (run.isEnd(i)) {
                    end(track, time);
                } else {
                    begin(track, time, run.place(i));
                }
                i++;
            }
        }
    }

    /** A zone that is a marker is recorded, be it short. */
    boolean marker(Track track, MarkerEvent marker, MarkerRecords markers) throws IOException {
        if (holds(track)) {
            releaseAll(track);
        }
        return zones.marker(track, marker, markers);
    }

    void attribute(Track track, ZoneAttribute event) throws IOException {
        if (!holds(track) || !keeps(track, copy(track, event))) {
            zones.attribute(track, event);
        }
    }

    private static HeldZones.Attribute copy(Track track, ZoneAttribute event) {
        ZoneAttribute copy = event.copy();
        return records -> records.attribute(track, copy);
    }

    /** Holds an attribute back with its zone. False: there are too many, and the zone is recorded. */
    private boolean keeps(Track track, HeldZones.Attribute attribute) throws IOException {
        boolean isKept = track.held.add(attribute);
        if (!isKept) {
            releaseAll(track);
        }
        return isKept;
    }

    /** Writes what is long enough by now: a program that is killed leaves it behind. All ends before that time have come. */
    void settle(long now) throws IOException {
        if (holding.isEmpty()) {
            return;
        }
        for (Track track : holding) {
            track.held.release(track.held.longAt(now), zones, track);
        }
        holding.removeIf(track -> track.held.isEmpty());
    }

    /** Ends what is open, because the recording ends; nobody knows how long it will be. */
    void endAll(Track track, long time) throws IOException {
        if (holds(track)) {
            releaseAll(track);
        }
        zones.endAll(track, time);
    }

    private static boolean holds(Track track) {
        return track.held != null && !track.held.isEmpty();
    }

    private void releaseAll(Track track) throws IOException {
        track.held.release(track.held.count(), zones, track);
    }
}
