package dev.zonecast.trace;

import dev.zonecast.fxt.SavedEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How the recordings of a trace's programs ended. */
final class RecordingEnds {
    private final Delivery delivery;
    private final List<RecordingEnd> all = new ArrayList<>();

    RecordingEnds(Delivery delivery) {
        this.delivery = delivery;
    }

    /**
     * The recording of a provider ended.
     *
     * @param lastNanos time of its last event
     */
    void add(Source source, SavedEnd end, long lastNanos) throws IOException {
        boolean isOurs = source.session != null;
        Program owner = isOurs ? source.program() : source.track == null ? null : source.track.program();
        RecordingEnd known = new RecordingEnd(
                owner,
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
            delivery.event(new TraceMessage(source.track, lastNanos, known.text(), "WARNING", true, -1));
        }
    }

    /** In the order of the trace. */
    List<RecordingEnd> all() {
        return List.copyOf(all);
    }
}
