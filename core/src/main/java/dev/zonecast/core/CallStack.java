package dev.zonecast.core;

import dev.zonecast.core.ring.StackCapture;
import java.util.ArrayList;
import java.util.List;

/**
 * A call stack, innermost call first: an interpreter's, or a {@link Throwable}'s. {@link Zone#begin(SourceLocation, CallStack)} and
 * {@link Message#log(Severity, String, CallStack)} record it. {@link Zone#begin(SourceLocation, int)} captures Java's own stack instead.
 * Immutable.
 *
 * @param calls at most {@value #MAX_CALLS}; further outer calls are dropped
 */
public record CallStack(List<Call> calls) {
    /** The limit of Tracy's viewer. */
    public static final int MAX_CALLS = StackCapture.MAX_CALLS;

    private static final String SEPARATOR = "\t";

    /**
     * A call: the function and its current line. Tabs and line breaks in names become spaces.
     *
     * @param function as shown
     * @param file as shown
     * @param line from 1 on, 0 if unknown
     */
    public record Call(String function, String file, int line) {
        /** Replaces tabs and line breaks. */
        public Call {
            function = oneLine(function);
            file = oneLine(file);
            line = Math.max(0, line);
        }

        /** {@code package.Class.method} in its file; a line that the class does not know is 0. */
        public static Call of(StackTraceElement frame) {
            String file = frame.getFileName();
            return new Call(
                    frame.getClassName() + "." + frame.getMethodName(),
                    file == null ? "(unknown)" : file,
                    frame.getLineNumber());
        }

        private static String oneLine(String text) {
            return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
        }

        @Override
        public String toString() {
            return (line > 0 ? file + ":" + line : file) + " in " + function;
        }
    }

    /** Copies the calls. */
    public CallStack {
        calls = List.copyOf(calls.subList(0, Math.min(calls.size(), MAX_CALLS)));
    }

    /** The stack of a throwable: {@code package.Class.method}, file and line of each call. */
    public static CallStack of(Throwable throwable) {
        List<Call> calls = new ArrayList<>();
        for (StackTraceElement frame : throwable.getStackTrace()) {
            if (calls.size() == MAX_CALLS) {
                break;
            }
            calls.add(Call.of(frame));
        }
        return new CallStack(calls);
    }

    /** The form of recordings: a line for each call, with function, tab, file, colon and line number. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Call call : calls) {
            text.append(text.isEmpty() ? "" : "\n").append(call.function).append(SEPARATOR);
            text.append(call.file).append(':').append(call.line);
        }
        return text.toString();
    }

    /** The form for viewers that show call stacks as text: a heading and a line for each call. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("call stack:");
        calls.forEach(call -> text.append('\n').append(call));
        return text.toString();
    }
}
