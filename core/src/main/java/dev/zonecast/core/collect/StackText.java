package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A call stack as a record carries it: the lines of {@link CallStack#text}, each with its end. */
public final class StackText {
    private StackText() {}

    /** The text of frames, or of a {@link CallStack}. */
    public static String of(Object stack) {
        CallStack whole = stack instanceof CallStack given
                ? given
                : new CallStack(Arrays.stream((StackFrame[]) stack)
                        .map(frame -> CallStack.Call.of(frame.toStackTraceElement()))
                        .toList());
        return whole.text() + '\n';
    }

    /** The calls of a text; a line that was cut at the end of a full record is left out. */
    static CallStack read(String text) {
        List<CallStack.Call> calls = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            int tab = line.indexOf('\t');
            int colon = line.lastIndexOf(':');
            calls.add(new CallStack.Call(
                    line.substring(0, tab),
                    line.substring(tab + 1, colon),
                    Integer.parseInt(line.substring(colon + 1))));
        }
        return new CallStack(calls);
    }
}
