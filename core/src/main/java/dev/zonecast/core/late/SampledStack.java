package dev.zonecast.core.late;

import dev.zonecast.core.CallStack;
import java.util.List;

/** A stack that {@link SampledStacks} knows: equal stacks are one object. Immutable. */
public final class SampledStack {
    private final int id;
    private final List<SampledCall> calls;

    SampledStack(int id, List<SampledCall> calls) {
        this.id = id;
        this.calls = List.copyOf(calls);
    }

    /** From 1 on. */
    public int id() {
        return id;
    }

    /** Innermost first, one at least, {@link CallStack#MAX_CALLS} at most. */
    public List<SampledCall> calls() {
        return calls;
    }
}
