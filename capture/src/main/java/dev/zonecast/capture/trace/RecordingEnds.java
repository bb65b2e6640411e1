package dev.zonecast.capture.trace;

import dev.zonecast.core.fxt.SavedEnd;
import dev.zonecast.core.fxt.SkippedRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How the recordings of a trace's programs ended, and the records that were skipped when they were saved or read. */
final class RecordingEnds {
    private final TraceListener listener;
    private final SkippedRecords skipped = new SkippedRecords();
    private final List<RecordingEnd> all = new ArrayList<>();

    RecordingEnds(TraceListener listener) {
        this.listener = listener;
    }

    /** The reader skips a record. */
    void skip(SkippedRecords.Kind kind) {
        skipped.add(kind, 1);
    }

    /**
     * The recording of a provider ended.
     *
     * @param lastNanos time of its last event
     * @param leftOut when it was saved
     */
    void add(Source source, SavedEnd end, long lastNanos, SkippedRecords leftOut) throws IOException {
        for (SkippedRecords.Kind kind : SkippedRecords.Kind.values()) {
            skipped.add(kind, leftOut.of(kind));
        }
        boolean isOurs = source.session != null;
        RecordingEnd known = new RecordingEnd(
                isOurs ? source.process() : source.track == null ? 0 : source.track.process(),
                isOurs ? source.session.program() : source.provider,
                end.reason().name(),
                end.reason().text(),
                end.reason().isEarly(),
                end.isAfterDeath(),
                lastNanos,
                end.endNanos(),
                end.droppedRecords(),
                end.droppedEvents(),
                end.damaged(),
                end.fromRings());
        all.add(known);
        if (known.isEarly() && source.track != null) {
            // So that every output shows it.
            listener.message(new Message(source.track, lastNanos, known.text(), "WARNING", true, -1));
        }
    }

    /** In the order of the trace. */
    List<RecordingEnd> all() {
        return List.copyOf(all);
    }

    SkippedRecords skipped() {
        return skipped;
    }
}
