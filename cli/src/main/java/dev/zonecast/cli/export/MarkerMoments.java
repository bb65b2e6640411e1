package dev.zonecast.cli.export;

import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.stats.ZoneFilter;
import java.util.ArrayList;
import java.util.List;

/**
 * Moments in the data of markers. The reader counts them from the first recording of a file. An output of a part of the file counts all
 * times from another start.
 */
public final class MarkerMoments {
    private static final double NANOS_PER_MILLI = 1e6;

    private final ZoneFilter filter;
    private Session first;
    /** The first that passes the filter. */
    private Session chosen;

    /** For one reading of the programs that pass a filter. */
    public MarkerMoments(ZoneFilter filter) {
        this.filter = filter;
    }

    /** Takes each session of the file. */
    public void session(Session session) {
        first = first == null ? session : first;
        chosen = chosen == null && filter.acceptsProgram(session.owner()) ? session : chosen;
    }

    /** The first session that passes the filter; null if there is none. */
    public Session chosen() {
        return chosen;
    }

    /** The data of a marker with its moments from the start of the first chosen session on. */
    List<Object> fromStart(MarkerKind kind, List<Object> values) {
        return chosen == null ? values : from(chosen.startNanos(), kind, values);
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
