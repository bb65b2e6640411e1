package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import java.util.List;

/** A sampled stack. Equal stacks are one object. Immutable. */
public final class SampledStack {
    private final int id;
    private final List<SampledCall> calls;

    /**
     * A stack.
     *
     * @param id from 1 on, of no other stack
     * @param calls innermost first, one at least, {@link CallStack#MAX_CALLS} at most
     */
    public SampledStack(int id, List<SampledCall> calls) {
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
