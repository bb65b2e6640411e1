package dev.zonecast.core.recording;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sections: each category is a thread of its own with a duration per section; those that overlap have further threads, because
 * durations of one thread have to nest.
 */
final class SectionRecords {
    private static final long BEGIN = Events.header(FxtLayout.DURATION_BEGIN, 2, 0, Term.SECTION, 0);
    private static final long END = Events.header(FxtLayout.DURATION_END, 2, 0, Term.SECTION, 0);
    private static final long END_BY_RECORDING = Events.header(FxtLayout.DURATION_END, 3, 1, Term.SECTION, 0);

    /** A thread of the file, and the section that it shows now. */
    private static final class Lane {
        private final Track track;
        private StringTable.Entry name;
        private int section;

        Lane(Track track) {
            this.track = track;
        }
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final Map<SectionCategory, List<Lane>> lanes = new HashMap<>();

    SectionRecords(RecordingWriter writer, TrackTable tracks, StringTable strings) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
    }

    void begin(SectionInfo section, long time) throws IOException {
        Lane lane = freeLane(section.category(), time);
        lane.section = section.id();
        lane.name = strings.entry(section.text());
        write(BEGIN, lane, time);
    }

    void end(SectionInfo section, long time) throws IOException {
        for (Lane lane : lanes.getOrDefault(section.category(), List.of())) {
            if (lane.section == section.id()) {
                lane.section = 0;
                write(END, lane, time);
                return;
            }
        }
    }

    private void write(long header, Lane lane, long time) throws IOException {
        lane.track.lastTime = Math.max(time, lane.track.lastTime);
        long name = Events.name(strings.index(lane.name));
        writer.record2(header | name | tracks.reference(lane.track), lane.track.lastTime);
    }

    /** The first one that is free, and was so at that time: what is begun for a recording that comes late may be old. */
    private Lane freeLane(SectionCategory category, long time) throws IOException {
        List<Lane> all = lanes.computeIfAbsent(category, c -> new ArrayList<>());
        for (Lane lane : all) {
            if (lane.section == 0 && lane.track.lastTime <= time) {
                return lane;
            }
        }
        String number = all.isEmpty() ? "" : " (" + (all.size() + 1) + ")";
        Lane lane = new Lane(tracks.own(
                ExtensionLayout.TRACK_SECTIONS, category.id(), 0, "Sections: " + category.description() + number));
        all.add(lane);
        return lane;
    }

    /** Ends what is open, because the recording ends. */
    void endAll(long time) throws IOException {
        for (List<Lane> ofCategory : lanes.values()) {
            for (Lane lane : ofCategory) {
                if (lane.section != 0) {
                    lane.section = 0;
                    writer.record3(
                            END_BY_RECORDING | tracks.reference(lane.track),
                            Math.max(time, lane.track.lastTime),
                            Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
                }
            }
        }
    }
}
