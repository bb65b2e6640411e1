package dev.zonecast.cli.export;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.stats.ZoneFilter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Selects events by thread, program and time. A span or flow is selected by its begin, so that no begin is left without its end. */
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
                    step.mayLeaveProgram() ? null : program,
                    program.file(),
                    step.isFlow() ? null : step.category(),
                    step.id());
        }
    }

    private final ZoneFilter filter;

    /** Whether open spans and flows are wanted. Spans of one id nest, the innermost first; a flow replaces another one of its id. */
    private final Map<Key, Deque<Boolean>> open = new HashMap<>();

    private int opened;

    EventFilter(ZoneFilter filter) {
        this.filter = filter;
    }

    boolean accepts(TraceEvent event) {
        return event instanceof TraceEvent.Step step ? accepts(step) : filter.acceptsThreadOf(event);
    }

    /** Whether a step is wanted. One without a begin is selected by its own thread and time. */
    private boolean accepts(TraceEvent.Step step) {
        Key key = Key.of(step);
        return switch (step.type()) {
            case FxtLayout.FLOW_BEGIN -> {
                remove(key);
                yield begin(key, step);
            }
            case FxtLayout.ASYNC_BEGIN -> begin(key, step);
            default -> {
                Deque<Boolean> begun = open.get(key);
                boolean isWanted = begun == null ? isWanted(step) : begun.peek();
                if (step.type() == FxtLayout.FLOW_END || step.type() == FxtLayout.ASYNC_END) {
                    remove(key);
                }
                yield isWanted;
            }
        };
    }

    private boolean isWanted(TraceEvent.Step step) {
        return filter.acceptsTrack(step.track()) && filter.accepts(step);
    }

    private boolean begin(Key key, TraceEvent.Step step) {
        boolean isWanted = isWanted(step);
        if (opened < MAX_OPEN) {
            open.computeIfAbsent(key, k -> new ArrayDeque<>(1)).push(isWanted);
            opened++;
        }
        return isWanted;
    }

    /** Removes the innermost of an id. */
    private void remove(Key key) {
        Deque<Boolean> begun = open.get(key);
        if (begun != null) {
            begun.pop();
            opened--;
            if (begun.isEmpty()) {
                open.remove(key);
            }
        }
    }
}
