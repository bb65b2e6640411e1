package dev.zonecast.trace;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The calls that led to an event, as the recorded program gave them.
 *
 * @param calls innermost first
 */
public record Calls(List<Call> calls) {
    /** Recordings have no more. */
    private static final int MAX_CALLS = 64;

    private static final Pattern CALL = Pattern.compile("([^\\t]*)\\t(.*):(\\d{0,9})[^:]*");

    /**
     * A place in a function.
     *
     * @param function as shown
     * @param file as shown
     * @param line from 1 on, 0 if unknown
     */
    public record Call(String function, String file, int line) {
        @Override
        public String toString() {
            return (line > 0 ? file + ":" + line : file) + " in " + function;
        }
    }

    /** Copies the calls. */
    public Calls {
        calls = List.copyOf(calls);
    }

    /** Reads a line for each call: the function, a tab, the file, a colon, the line. Other lines are functions of unknown place. */
    static Calls parse(String text) {
        List<Call> calls = Arrays.stream(text.split("\n", MAX_CALLS + 1))
                .takeWhile(line -> !line.isEmpty())
                .limit(MAX_CALLS)
                .map(Calls::call)
                .toList();
        return new Calls(calls);
    }

    private static Call call(String line) {
        Matcher call = CALL.matcher(line);
        return call.matches()
                ? new Call(call.group(1), call.group(2), Integer.parseInt("0" + call.group(3)))
                : new Call(line, "", 0);
    }

    /** A line for each call: the function, a tab, the file, a colon, the line. */
    public String text() {
        return calls.stream()
                .map(call -> call.function + "\t" + call.file + ":" + call.line)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        return "call stack:" + calls.stream().map(call -> "\n" + call).collect(Collectors.joining());
    }
}
