package dev.zonecast.cli.export;

import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Moments in the data of markers. The reader counts them from the first recording of a file. An output of a part of the file counts all
 * times from another start.
 */
public final class MarkerMoments {
    private static final double NANOS_PER_MILLI = 1e6;

    private Session first;

    /** For one reading. */
    public MarkerMoments() {
        // The session comes.
    }

    /** Takes each session of the file. */
    public void session(Session session) {
        first = first == null ? session : first;
    }

    /** The data of a marker with its moments from a start on. */
    public List<Object> from(long startNanos, MarkerKind kind, List<Object> values) {
        if (first == null || first.startNanos() == startNanos) {
            return values;
        }
        List<Object> moved = new ArrayList<>(values);
        for (int i = 0; i < Math.min(moved.size(), kind.fields().size()); i++) {
            if (kind.fields().get(i).isTime() && moved.get(i) instanceof Double millis) {
                moved.set(i, millis + (first.startNanos() - startNanos) / NANOS_PER_MILLI);
            }
        }
        return moved;
    }
}
