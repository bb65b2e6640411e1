package dev.zonecast.trace;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.TraceEvent.Flow;
import dev.zonecast.trace.TraceEvent.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The flows that have not ended, by id. Each step of a flow ends one arrow and begins the next. */
final class FlowTable {
    private static final int MAX_OPEN = 1 << 16;

    /** @param program null if the flow may lead to another one */
    private record Key(Program program, int file, long id) {}

    private final TraceReader reader;
    private final Map<Key, Step> open = new LinkedHashMap<>();

    FlowTable(TraceReader reader) {
        this.reader = reader;
    }

    void step(Step step) throws IOException {
        Program program = step.track().program();
        Key key = new Key(step.mayLeaveProgram() ? null : program, program.file(), step.id());
        Step before = step.type() == FxtLayout.FLOW_BEGIN ? null : open.get(key);
        if (before != null) {
            long end = reader.losses.notBefore(before.beginNanos(), step.beginNanos(), program.number());
            reader.delivery.event(
                    new Flow(before.track(), before.beginNanos(), step.track(), end, before.category(), before.name()));
        } else if (step.type() != FxtLayout.FLOW_BEGIN) {
            reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, program.number(), "flows", 1);
        }
        if (step.type() == FxtLayout.FLOW_END) {
            open.remove(key);
        } else if (step.type() == FxtLayout.FLOW_BEGIN || before != null) {
            lead(key, step);
        }
    }

    /** A begin of an open id replaces that flow. */
    private void lead(Key key, Step step) {
        if (open.size() == MAX_OPEN && !open.containsKey(key)) {
            reader.losses.add(LossKind.TOO_MANY_NAMES, "open flows", 1);
            return;
        }
        Step replaced = open.put(key, step);
        if (replaced != null && step.type() == FxtLayout.FLOW_BEGIN) {
            toNowhere(replaced);
        }
    }

    private void toNowhere(Step last) {
        reader.losses.add(LossKind.FLOWS_TO_NOWHERE, last.track().process(), last.name(), 1);
    }

    /** The trace at hand ends: what has not ended leads nowhere. */
    void endAll() {
        open.values().forEach(this::toNowhere);
        open.clear();
    }
}
