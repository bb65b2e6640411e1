package dev.zonecast.core.ring;

import dev.zonecast.core.CallStack;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;

/** A call stack as text, made by the thread that records it: twice the cost of handing the frames over. */
final class StackText {
    private StackText() {}

    /** @param stack frames, or a {@link CallStack} */
    static String of(Object stack) {
        if (stack instanceof CallStack whole) {
            return whole.encoded();
        }
        List<CallStack.Call> calls = new ArrayList<>();
        for (StackFrame frame : (StackFrame[]) stack) {
            calls.add(CallStack.Call.of(frame.toStackTraceElement()));
        }
        return new CallStack(calls).encoded();
    }
}
