package dev.zonecast.core.recording;

import dev.zonecast.core.FrameName;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Frames: each set is a thread of its own with a duration per frame. A mark is also an instant of the thread that marked: Tracy's
 * importer makes a set of frames out of the instants whose name has "frame" in it. It knows no sets with gaps; those it shows as
 * zones of their thread only.
 */
final class FrameRecords {
    /** As many displays have a thread of their own. */
    private static final int MAX_DISPLAYS = 64;

    private static final long BASE_MARK = Events.header(FxtLayout.INSTANT, 4, 1, Term.FRAME, Term.BASE_FRAME.index());
    private static final long BASE_BEGIN =
            Events.header(FxtLayout.DURATION_BEGIN, 4, 1, Term.FRAME, Term.BASE_FRAME.index());
    private static final long BASE_END =
            Events.header(FxtLayout.DURATION_END, 2, 0, Term.FRAME, Term.BASE_FRAME.index());
    private static final long MARK = Events.header(FxtLayout.INSTANT, 2, 0, Term.FRAME, 0);
    private static final long BEGIN = Events.header(FxtLayout.DURATION_BEGIN, 2, 0, Term.FRAME, 0);
    private static final long END = Events.header(FxtLayout.DURATION_END, 2, 0, Term.FRAME, 0);
    private static final long END_BY_RECORDING = Events.header(FxtLayout.DURATION_END, 3, 1, Term.FRAME, 0);
    private static final long VSYNC = Events.header(FxtLayout.INSTANT, 3, 1, Term.VSYNC, 0);
    private static final long NUMBER = Arguments.longHead(Term.FRAME_NUMBER);

    private static final class FrameSet {
        private final Track track;
        private final StringTable.Entry mark;
        private boolean open;

        FrameSet(Track track, String markName) {
            this.track = track;
            this.mark = new StringTable.Entry(markName);
        }
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final Map<FrameName, FrameSet> sets = new HashMap<>();
    private final Map<Integer, FrameSet> displays = new HashMap<>();
    private FrameSet furtherDisplays;
    private FrameSet base;

    FrameRecords(RecordingWriter writer, TrackTable tracks, StringTable strings) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
    }

    /** A continuous set of a recording that goes on; null is the base set. */
    void resume(FrameName name, long koid, boolean isOpen) {
        Track track = new Track(koid, ExtensionLayout.TRACK_FRAMES, name == null ? 0 : name.id(), 0);
        FrameSet set = new FrameSet(track, name == null ? "" : "Frame " + name.name());
        set.open = isOpen;
        if (name == null) {
            base = set;
        } else {
            sets.put(name, set);
        }
    }

    /** Frame {@code number} of the base set begins, the one before ends. */
    void mark(Track marking, long time, long number) throws IOException {
        writer.record4(BASE_MARK | tracks.reference(marking), time, NUMBER, number);
        if (base == null) {
            base = new FrameSet(tracks.own(ExtensionLayout.TRACK_FRAMES, 0, 0, "Frames"), "");
        }
        base.track.lastTime = time;
        if (base.open) {
            writer.record2(BASE_END | tracks.reference(base.track), time);
        }
        writer.record4(BASE_BEGIN | tracks.reference(base.track), time, NUMBER, number);
        base.open = true;
    }

    /** A frame of a continuous set begins, the one before ends. */
    void mark(Track marking, long time, FrameName name) throws IOException {
        FrameSet set = set(name);
        writer.record2(MARK | Events.name(strings.index(set.mark)) | tracks.reference(marking), time);
        end(set, name, time);
        begin(set, name, time);
    }

    void start(long time, FrameName name) throws IOException {
        FrameSet set = set(name);
        end(set, name, time);
        begin(set, name, time);
    }

    void end(long time, FrameName name) throws IOException {
        end(set(name), name, time);
    }

    private void begin(FrameSet set, FrameName name, long time) throws IOException {
        set.track.lastTime = time;
        writer.record2(BEGIN | Events.name(strings.index(name.nameId())) | tracks.reference(set.track), time);
        set.open = true;
    }

    private void end(FrameSet set, FrameName name, long time) throws IOException {
        if (set.open) {
            set.track.lastTime = time;
            writer.record2(END | Events.name(strings.index(name.nameId())) | tracks.reference(set.track), time);
            set.open = false;
        }
    }

    private FrameSet set(FrameName name) throws IOException {
        FrameSet set = sets.get(name);
        if (set == null) {
            Track track = tracks.own(ExtensionLayout.TRACK_FRAMES, name.id(), 0, "Frames: " + name.name());
            set = new FrameSet(track, "Frame " + name.name());
            sets.put(name, set);
        }
        return set;
    }

    void vsync(long time, int display) throws IOException {
        FrameSet set = displays.get(display);
        if (set == null) {
            set = displays.size() < MAX_DISPLAYS ? newDisplay(display) : furtherDisplays();
        }
        writer.record3(
                VSYNC | Events.name(strings.index(set.mark)) | tracks.reference(set.track),
                time,
                Arguments.unsigned(Term.DISPLAY, display));
    }

    private FrameSet newDisplay(int display) throws IOException {
        Track track = tracks.own(ExtensionLayout.TRACK_VSYNC, display, 0, "VSync " + display);
        FrameSet set = new FrameSet(track, "VSync frame " + display);
        displays.put(display, set);
        return set;
    }

    private FrameSet furtherDisplays() throws IOException {
        if (furtherDisplays == null) {
            Track track = tracks.own(ExtensionLayout.TRACK_VSYNC, -1, 0, "VSync of further displays");
            furtherDisplays = new FrameSet(track, "VSync frame");
        }
        return furtherDisplays;
    }

    /** Ends what is open, because the recording ends. */
    void endAll(long time) throws IOException {
        if (base != null) {
            endByRecording(base, time);
        }
        for (FrameSet set : sets.values()) {
            endByRecording(set, time);
        }
    }

    private void endByRecording(FrameSet set, long time) throws IOException {
        if (set.open) {
            writer.record3(
                    END_BY_RECORDING | tracks.reference(set.track),
                    Math.max(time, set.track.lastTime),
                    Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
            set.open = false;
        }
    }
}
