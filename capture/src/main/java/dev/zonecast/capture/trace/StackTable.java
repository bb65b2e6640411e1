package dev.zonecast.capture.trace;

import dev.zonecast.capture.trace.Stack.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls and stacks of a recording by the ids that it gives them. */
final class StackTable {
    /** More than a recording of ours can have. */
    private static final int MAX_CALLS = 1 << 19;

    private static final int MAX_STACKS = 1 << 18;

    private final Map<Integer, Call> calls = new HashMap<>();
    private final Map<Integer, Integer> functions = new HashMap<>();
    private final Map<Integer, Stack> stacks = new HashMap<>();

    void call(int id, int functionId, int line, String function, String file) {
        if (calls.size() < MAX_CALLS && !calls.containsKey(id)) {
            Integer known = functions.putIfAbsent(functionId, functions.size());
            int functionIndex = known == null ? functions.size() - 1 : known;
            calls.put(id, new Call(calls.size(), functionIndex, function, file, line));
        }
    }

    /** Calls that are not known are left out. */
    void stack(int id, int[] callIds) {
        if (stacks.size() < MAX_STACKS && !stacks.containsKey(id)) {
            List<Call> found = new ArrayList<>();
            for (int callId : callIds) {
                Call call = calls.get(callId);
                if (call != null) {
                    found.add(call);
                }
            }
            stacks.put(id, new Stack(stacks.size(), found));
        }
    }

    /** A stack, or null. */
    Stack stack(int id) {
        return stacks.get(id);
    }
}
