package dev.zonecast.trace;

import dev.zonecast.trace.Calls.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls and stacks of all programs of a recording, equal ones once; each program has ids of its own for them. */
final class StackTable {
    /** More than a recording of ours can have. */
    private static final int MAX_CALLS = 1 << 19;

    private static final int MAX_STACKS = 1 << 18;

    private final LossAccount losses;
    private final Map<Call, Call> calls = new HashMap<>();
    private final Map<List<Call>, Stack> stacks = new HashMap<>();

    StackTable(LossAccount losses) {
        this.losses = losses;
    }

    void call(Source source, int id, int line, String function, String file) {
        if (source.calls.size() < MAX_CALLS && calls.size() < MAX_CALLS) {
            source.calls.putIfAbsent(id, calls.computeIfAbsent(new Call(function, file, line), call -> call));
        } else {
            losses.add(LossKind.TOO_MANY_NAMES, "calls of stacks", 1);
        }
    }

    /** Calls that are not known are left out. */
    void stack(Source source, int id, int[] callIds) {
        if (source.stacks.size() < MAX_STACKS && stacks.size() < MAX_STACKS) {
            List<Call> found = new ArrayList<>();
            for (int callId : callIds) {
                Call call = source.calls.get(callId);
                if (call != null) {
                    found.add(call);
                } else {
                    losses.add(LossKind.UNKNOWN_REFERENCES, source.process(), "calls of stacks", 1);
                }
            }
            source.stacks.putIfAbsent(
                    id, stacks.computeIfAbsent(List.copyOf(found), all -> new Stack(stacks.size(), all)));
        } else {
            losses.add(LossKind.TOO_MANY_NAMES, "stacks", 1);
        }
    }
}
