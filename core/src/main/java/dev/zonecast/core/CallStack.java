package dev.zonecast.core;

import dev.zonecast.core.ring.StackCapture;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls that led to an event, innermost first: those of an interpreter, say, whose stack is not Java's, or those of a
 * {@link Throwable}. Given with {@link Zone#begin(SourceLocation, CallStack)} and {@link Message#log(Severity, String, CallStack)}.
 * Java's own are taken by {@link Zone#begin(SourceLocation, int)} and its like. Immutable.
 *
 * @param calls at most {@value #MAX_CALLS}; outer ones beyond are left out
 */
public record CallStack(List<Call> calls) {
    /** The limit of Tracy's viewer. */
    public static final int MAX_CALLS = StackCapture.MAX_CALLS;

    private static final String SEPARATOR = "\t";

    /**
     * A function, and where it is at. Tabs and line breaks in the names become spaces.
     *
     * @param function as shown
     * @param file as shown
     * @param line from 1 on, 0 if unknown
     */
    public record Call(String function, String file, int line) {
        /** As given, but on one line. */
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

    /** Where a throwable was made: {@code package.Class.method}, its file and line. */
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

    /** As a recording has it: a line for each call, with the function, a tab, the file, a colon and the line. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Call call : calls) {
            text.append(text.isEmpty() ? "" : "\n").append(call.function).append(SEPARATOR);
            text.append(call.file).append(':').append(call.line);
        }
        return text.toString();
    }

    /** For a viewer that knows call stacks of text alone: a heading, and a line for each call. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("call stack:");
        calls.forEach(call -> text.append('\n').append(call));
        return text.toString();
    }
}
