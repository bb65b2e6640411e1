package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The calls that led to an event, as the recorded program gave them.
 *
 * @param calls innermost first
 */
public record Calls(List<Call> calls) {
    /** Recordings have no more. */
    private static final int MAX_CALLS = 64;

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
        List<Call> calls = new ArrayList<>();
        for (String line : text.split("\n", MAX_CALLS + 1)) {
            int tab = line.indexOf('\t');
            int colon = line.lastIndexOf(':');
            if (calls.size() == MAX_CALLS || line.isEmpty()) {
                break;
            }
            calls.add(
                    tab < 0 || colon < tab
                            ? new Call(line, "", 0)
                            : new Call(
                                    line.substring(0, tab), line.substring(tab + 1, colon), number(line, colon + 1)));
        }
        return new Calls(calls);
    }

    /** A line for each call: the function, a tab, the file, a colon, the line. */
    public String text() {
        return calls.stream()
                .map(call -> call.function + "\t" + call.file + ":" + call.line)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("call stack:");
        calls.forEach(call -> text.append('\n').append(call));
        return text.toString();
    }

    private static int number(String line, int from) {
        try {
            return Math.max(0, Integer.parseInt(line, from, line.length(), 10));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
