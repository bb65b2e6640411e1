package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import java.util.List;

/**
 * A sampled stack. Equal stacks are one object.
 *
 * @param id from 1 on, of no other stack
 * @param calls innermost first, one at least, {@link CallStack#MAX_CALLS} at most
 */
public record SampledStack(int id, List<SampledCall> calls) {
    public SampledStack {
        calls = List.copyOf(calls);
    }
}
