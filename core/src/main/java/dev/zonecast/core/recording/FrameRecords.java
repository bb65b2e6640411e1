package dev.zonecast.core.recording;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Frames: each set is a row with a duration per frame. A mark is also an instant of the thread that marked: Tracy's importer makes a
 * set of frames out of the instants whose name has "frame" in it. It knows no sets with gaps; those it shows as zones of their thread
 * only.
 */
final class FrameRecords extends Records {
    /** As many displays have a thread of their own. */
    private static final int MAX_DISPLAYS = 64;

    private static final int FURTHER_DISPLAYS = -1;

    private static final StringTable.Entry FRAME = StringTable.Entry.of(Term.FRAME);
    private static final long MARK = Events.header(FxtLayout.INSTANT, 0, 0, Term.FRAME, 0);
    private static final long VSYNC = Events.header(FxtLayout.INSTANT, 0, 0, Term.VSYNC, 0);
    private static final long NUMBER = Arguments.whole(Term.FRAME_NUMBER);

    private record FrameSet(RowTable.Row row, StringTable.Entry name, StringTable.Entry mark) {}

    private record Display(Track track, StringTable.Entry mark) {}

    private final Map<FrameName, FrameSet> sets = new HashMap<>();
    private final Map<Integer, Display> displays = new HashMap<>();

    FrameRecords(Records recording) {
        super(recording);
    }

    /** A continuous set of a recording that goes on; null is the base set. */
    void resume(FrameName name, long koid, boolean isOpen) {
        FrameSet set = made(name, group(name).resume(koid));
        if (isOpen) {
            set.row.open(set, FRAME, set.name);
        }
    }

    void event(Track track, long time, FrameEvent event) throws IOException {
        switch (event.kind()) {
            case FRAME_MARK -> {
                FrameSet set = set(event.name());
                writer.event(MARK | Events.name(strings.index(set.mark)) | tracks.reference(track), time);
                numbered(writer, event).close();
                end(set, time);
                begin(set, time, event);
            }
            case FRAME_START -> {
                end(set(event.name()), time);
                begin(set(event.name()), time, event);
            }
            case FRAME_END -> end(set(event.name()), time);
            default -> vsync(time, event);
        }
    }

    private static FxtWriter numbered(FxtWriter writer, FrameEvent event) {
        return event.name() == null ? writer.argument(NUMBER, event.number()) : writer;
    }

    private void begin(FrameSet set, long time, FrameEvent event) throws IOException {
        numbered(rows.begin(set.row, set, FRAME, set.name, time), event).close();
    }

    private void end(FrameSet set, long time) throws IOException {
        if (set.row.owner() != null) {
            rows.end(set.row, time).close();
        }
    }

    private FrameSet set(FrameName name) throws IOException {
        FrameSet known = sets.get(name);
        return known == null ? made(name, group(name).free(0)) : known;
    }

    private RowTable.Group group(FrameName name) {
        String title = name == null ? "Frames" : "Frames: " + name.name();
        return rows.group(ExtensionLayout.TRACK_FRAMES, name == null ? 0 : Ids.of(name), 0, title, 1);
    }

    private FrameSet made(FrameName name, RowTable.Row row) {
        StringTable.Entry base = StringTable.Entry.of(Term.BASE_FRAME);
        FrameSet set = name == null
                ? new FrameSet(row, base, base)
                : new FrameSet(row, strings.name(name.name()), new StringTable.Entry("Frame " + name.name()));
        sets.put(name, set);
        return set;
    }

    private void vsync(long time, FrameEvent event) throws IOException {
        int id = event.display();
        Display display = display(displays.size() < MAX_DISPLAYS || displays.containsKey(id) ? id : FURTHER_DISPLAYS);
        writer.event(VSYNC | Events.name(strings.index(display.mark)) | tracks.reference(display.track), time)
                .argument(Arguments.unsigned(Term.DISPLAY.index(), id));
        if (event.number() > 0) {
            writer.argument(NUMBER, event.number());
        }
        writer.close();
    }

    private Display display(int id) throws IOException {
        Display known = displays.get(id);
        if (known == null) {
            boolean isOne = id != FURTHER_DISPLAYS;
            String title = isOne ? "VSync " + id : "VSync of further displays";
            known = new Display(
                    tracks.own(ExtensionLayout.TRACK_VSYNC, id, 0, title),
                    new StringTable.Entry(isOne ? "VSync frame " + id : "VSync frame"));
            displays.put(id, known);
        }
        return known;
    }
}
