package dev.zonecast.core.ring;

import dev.zonecast.core.CallStack;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A call stack as a record carries it: a line for each call, with line, function and file between tabs. */
public final class StackText {
    private StackText() {}

    /** The text of frames, or of a {@link CallStack}. */
    public static String of(Object stack) {
        CallStack whole = stack instanceof CallStack given
                ? given
                : new CallStack(Arrays.stream((StackFrame[]) stack)
                        .map(frame -> CallStack.Call.of(frame.toStackTraceElement()))
                        .toList());
        StringBuilder text = new StringBuilder();
        for (CallStack.Call call : whole.calls()) {
            text.append(call.line()).append('\t').append(call.function());
            text.append('\t').append(call.file()).append('\n');
        }
        return text.toString();
    }

    /** The calls of a text; a line that was cut at the end of a full record is left out. */
    public static CallStack read(String text) {
        List<CallStack.Call> calls = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            String[] parts = line.split("\t", -1);
            calls.add(new CallStack.Call(parts[1], parts[2], Integer.parseInt(parts[0])));
        }
        return new CallStack(calls);
    }
}
