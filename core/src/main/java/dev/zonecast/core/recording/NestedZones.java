package dev.zonecast.core.recording;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;

/** Zones that nest on a track. Those below {@link Track#MAX_NESTED} are written as a whole when they end. */
final class NestedZones {
    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final LocationTable locations;

    NestedZones(RecordingWriter writer, TrackTable tracks, LocationTable locations) {
        this.writer = writer;
        this.tracks = tracks;
        this.locations = locations;
    }

    /** Opens a zone; false: its begin is not written. */
    boolean begin(Track track, int location, long time) {
        track.lastTime = time;
        boolean isNested = track.push(location) <= Track.MAX_NESTED;
        if (!isNested) {
            track.beganDeep(time);
        }
        return isNested;
    }

    /**
     * Opens the record that ends the innermost zone. Its arguments follow, then {@link #closeEnd}.
     *
     * @param category in place of the location's; null: none
     */
    FxtWriter openEnd(Track track, long time, Term category) throws IOException {
        LocationTable.Entry entry = locations.used(track.locationId());
        boolean isDeep = track.depth() > Track.MAX_NESTED;
        int type = isDeep ? FxtLayout.DURATION_COMPLETE : FxtLayout.DURATION_END;
        long header = Events.header(type, 0, 0, 0, 0)
                | (category == null ? entry.categoryBits : Events.category(category))
                | (track.has(Track.RENAMED) ? 0 : entry.nameBits)
                | tracks.reference(track);
        writer.event(header, isDeep ? track.deepBegin() : time);
        if (isDeep) {
            writer.argument(entry.locArgument).argument(Arguments.unsigned(Term.DEPTH.index(), track.depth()));
            if (entry.functionArgument != 0) {
                writer.argument(entry.functionArgument);
            }
        }
        return writer;
    }

    /** Closes the record of {@link #openEnd}, at the same time. */
    void closeEnd(Track track, long time) {
        if (track.depth() > Track.MAX_NESTED) {
            writer.word(time);
        }
        writer.close();
        track.pop();
    }
}
