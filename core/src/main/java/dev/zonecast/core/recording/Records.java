package dev.zonecast.core.recording;

import dev.zonecast.core.registry.Registry;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;

/** The tables of a recording, and the records that several kinds of events have. Subclasses write the records of one kind each. */
class Records {
    final RecordingWriter writer;
    final StringTable strings;
    final TrackTable tracks;
    final RowTable rows;
    final LocationTable locations;

    /** The tables of a new recording. */
    Records(RecordingWriter writer, long pid) {
        this.writer = writer;
        strings = new StringTable(writer, Registry.INSTANCE.names());
        tracks = new TrackTable(writer, pid);
        rows = new RowTable(writer, tracks, strings);
        locations = new LocationTable(writer, strings);
    }

    /** Records with the tables of a recording. */
    Records(Records recording) {
        writer = recording.writer;
        strings = recording.strings;
        tracks = recording.tracks;
        rows = recording.rows;
        locations = recording.locations;
    }

    /** Writes a counter's value behind the head of its argument. */
    final void counter(long header, Track track, long time, long head, long value) throws IOException {
        writer.record(header | tracks.reference(track))
                .word(time)
                .word(head)
                .word(value)
                .word(0);
    }

    // --- zones that nest on a track; those below Track.MAX_NESTED are written as a whole when they end

    /** Opens a zone; false: its begin is not written. */
    final boolean nest(Track track, int location, long time) {
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
    final FxtWriter openEnd(Track track, long time, Term category) throws IOException {
        LocationTable.Entry entry = locations.used(track.locationId());
        boolean isDeep = track.depth() > Track.MAX_NESTED;
        int type = isDeep ? FxtLayout.DURATION_COMPLETE : FxtLayout.DURATION_END;
        long header = Events.header(type, 0, 0, 0, 0)
                | (category == null ? entry.categoryBits() : Events.category(category))
                | (track.has(Track.RENAMED) ? 0 : entry.nameBits())
                | tracks.reference(track);
        writer.event(header, isDeep ? track.deepBegin() : time);
        if (isDeep) {
            writer.argument(entry.locArgument()).argument(Arguments.unsigned(Term.DEPTH.index(), track.depth()));
            if (entry.functionArgument() != 0) {
                writer.argument(entry.functionArgument());
            }
        }
        return writer;
    }

    /** Closes the record of {@link #openEnd}, at the same time. */
    final void closeEnd(Track track, long time) {
        if (track.depth() > Track.MAX_NESTED) {
            writer.word(time);
        }
        writer.close();
        track.pop();
    }
}
