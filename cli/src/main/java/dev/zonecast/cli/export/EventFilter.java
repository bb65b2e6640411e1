package dev.zonecast.cli.export;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.stats.ZoneFilter;
import java.util.HashMap;
import java.util.Map;

/**
 * Selects events by thread, program and time. The thread of its begin decides about a whole span or flow, so that no begin is left without
 * its end.
 */
final class EventFilter {
    /** As many as a reader follows. */
    private static final int MAX_OPEN = 1 << 16;

    /**
     * A span or a flow, as readers tell them apart.
     *
     * @param program null of a flow that may lead to another one
     * @param category null of a flow
     */
    private record Key(Program program, int file, String category, long id) {
        static Key of(TraceEvent.Step step) {
            Program program = step.track().program();
            return new Key(
                    mayLeave(step) ? null : program, program.file(), step.isFlow() ? null : step.category(), step.id());
        }
    }

    /** True for a flow that may lead to another program. Those of our recordings stay in theirs. */
    static boolean mayLeave(TraceEvent.Step step) {
        return step.isFlow() && !step.category().equals(Term.FLOW.text());
    }

    private final ZoneFilter filter;
    /** Open spans and flows: whether the thread of the begin is wanted. */
    private final Map<Key, Boolean> open = new HashMap<>();

    EventFilter(ZoneFilter filter) {
        this.filter = filter;
    }

    boolean accepts(TraceEvent event) {
        return event instanceof TraceEvent.Step step ? accepts(step) : filter.acceptsThreadOf(event);
    }

    /** Whether a step is wanted. One without a begin counts as a step of its own thread. */
    private boolean accepts(TraceEvent.Step step) {
        Key key = Key.of(step);
        boolean begins = step.type() == FxtLayout.FLOW_BEGIN || step.type() == FxtLayout.ASYNC_BEGIN;
        boolean ends = step.type() == FxtLayout.FLOW_END || step.type() == FxtLayout.ASYNC_END;
        Boolean begun = begins ? null : ends ? open.remove(key) : open.get(key);
        boolean isWanted = begun != null ? begun : filter.acceptsTrack(step.track());
        if (begins && open.size() < MAX_OPEN) {
            open.put(key, isWanted);
        }
        return isWanted && filter.accepts(step);
    }
}
