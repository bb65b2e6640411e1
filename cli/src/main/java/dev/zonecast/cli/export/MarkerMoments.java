package dev.zonecast.cli.export;

import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Moments in the data of markers. The reader counts them from the first recording of a file. An output counts all times from the start
 * of the first program that passes its filter.
 */
public final class MarkerMoments {
    /** Reads the file for the time from which an output counts. */
    @FunctionalInterface
    public interface Start {
        /** That time. */
        long nanos() throws IOException;
    }

    private static final double NANOS_PER_MILLI = 1e6;

    private final ZoneFilter filter;
    private final Start start;
    /** Programs before the first chosen session. */
    private final Set<Program> before = new LinkedHashSet<>();

    private Session first;
    /** The first that passes the filter. */
    private Session chosen;
    /** What is added to moments. */
    private double moveMillis;

    /**
     * For one reading of the programs that pass a filter.
     *
     * @param start is asked only if the first of them is another tool's, which has no record of its start
     */
    public MarkerMoments(ZoneFilter filter, Start start) {
        this.filter = filter;
        this.start = start;
    }

    /** Takes each program of the file. */
    public void program(Program program) {
        if (chosen == null) {
            before.add(program);
        }
    }

    /** Takes each session of the file. */
    public void session(Session session) throws IOException {
        first = first == null ? session : first;
        if (chosen == null && filter.acceptsProgram(session.owner())) {
            chosen = session;
            Program firstProgram =
                    before.stream().filter(filter::acceptsProgram).findFirst().orElse(session.owner());
            long startNanos = firstProgram == session.owner() ? session.startNanos() : start.nanos();
            moveMillis = (first.startNanos() - startNanos) / NANOS_PER_MILLI;
        }
    }

    /** The first session that passes the filter; null if there is none. */
    public Session chosen() {
        return chosen;
    }

    /** The data of a marker with its moments from the start of the output on. */
    public List<Object> fromStart(MarkerKind kind, List<Object> values) {
        if (moveMillis == 0) {
            return values;
        }
        List<Object> moved = new ArrayList<>(values);
        for (int i = 0; i < Math.min(moved.size(), kind.fields().size()); i++) {
            if (kind.fields().get(i).isTime() && moved.get(i) instanceof Double millis) {
                moved.set(i, millis + moveMillis);
            }
        }
        return moved;
    }
}
