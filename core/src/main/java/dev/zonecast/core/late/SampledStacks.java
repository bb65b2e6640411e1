package dev.zonecast.core.late;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.SampledCall;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.registry.TableLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All sampled stacks and their calls, each once. Bounded: one overflow stack represents all stacks beyond the limits.
 *
 * <p>Thread-safe.
 */
public final class SampledStacks {
    private static final String BEYOND = "(too many different stacks)";
    private static final TableLimit LIMIT =
            TableLimit.ofNames("sampled stacks", 1 << 17, "further ones are recorded as \"" + BEYOND + "\"");

    /** The process's own. */
    public static final SampledStacks INSTANCE = new SampledStacks(1 << 18, LIMIT);

    private record Function(String name, String file) {}

    private final int maxCalls;
    private final TableLimit limit;
    private final Map<CallStack.Call, SampledCall> byCall = new HashMap<>();
    private final Map<Function, Integer> functions = new HashMap<>();
    private final List<SampledCall> calls = new ArrayList<>();
    private final List<SampledCall> firstCalls = new ArrayList<>();
    private final Map<List<SampledCall>, SampledStack> stacks = new HashMap<>();
    private final SampledStack beyond;

    /** A table of its own, for tests. */
    SampledStacks(int maxCalls, TableLimit limit) {
        this.maxCalls = maxCalls;
        this.limit = limit;
        beyond = add(List.of(known(new CallStack.Call(BEYOND, "", 0))));
    }

    /** The stack of those calls, innermost first; an empty one is a stack of one placeholder call. */
    public synchronized SampledStack intern(List<CallStack.Call> innermostFirst) {
        List<SampledCall> found = new ArrayList<>(Math.min(innermostFirst.size(), CallStack.MAX_CALLS));
        for (CallStack.Call call : innermostFirst) {
            SampledCall known = known(call);
            if (known == null) {
                return refused();
            }
            if (found.size() == CallStack.MAX_CALLS) {
                break;
            }
            found.add(known);
        }
        if (found.isEmpty()) {
            return intern(List.of(new CallStack.Call("(no stack)", "", 0)));
        }
        SampledStack stack = stacks.get(found);
        if (stack == null) {
            stack = stacks.size() < limit.most() ? add(found) : refused();
        }
        return stack;
    }

    private SampledStack refused() {
        limit.refuse();
        return beyond;
    }

    private SampledStack add(List<SampledCall> found) {
        SampledStack stack = new SampledStack(stacks.size() + 1, found);
        stacks.put(stack.calls(), stack);
        return stack;
    }

    private SampledCall known(CallStack.Call call) {
        SampledCall known = byCall.get(call);
        if (known == null && calls.size() < maxCalls) {
            Function function = new Function(call.function(), call.file());
            Integer number = functions.get(function);
            known = new SampledCall(calls.size() + 1, number == null ? functions.size() + 1 : number, call);
            if (number == null) {
                functions.put(function, known.functionId());
                firstCalls.add(known);
            }
            calls.add(known);
            byCall.put(call, known);
        }
        return known;
    }

    /** The call of that function that was seen first, or null. */
    public synchronized SampledCall callOfFunction(long functionId) {
        return functionId >= 1 && functionId <= firstCalls.size() ? firstCalls.get((int) functionId - 1) : null;
    }

    /** The call of that id, or null. */
    public synchronized SampledCall call(long id) {
        return id >= 1 && id <= calls.size() ? calls.get((int) id - 1) : null;
    }
}
