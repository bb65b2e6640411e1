package dev.zonecast.cli.export;

import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.Stack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sampled stacks with the zones that were open as label frames among the methods: each stands on the method that opened it, which is
 * known by the function that its source location names. A zone whose method is not in the stack (that was too deep, say) stands on the
 * label around it.
 */
final class LabelledStacks {
    private static final int MAX_KNOWN = 1 << 18;

    /** Takes samples in the order of their times. */
    @FunctionalInterface
    interface SampleConsumer {
        void sample(int row, int stack);
    }

    /** Names of a method as zones have them. */
    private record Method(String name, String type) {
        /** {@code Game.lambda$update$0} is what {@code Game.update} is, a constructor {@code Game.new}; see SourceLocation. */
        static Method of(String function) {
            int dot = function.lastIndexOf('.');
            String type = function.substring(0, Math.max(0, dot));
            String method = function.substring(dot + 1);
            int end = method.lastIndexOf('$');
            if (method.startsWith(LAMBDA) && end > LAMBDA.length()) {
                method = method.substring(LAMBDA.length(), end);
            }
            return new Method(type + "." + (method.equals("<init>") ? "new" : method), type);
        }

        /** The initialiser of a static field is named by its class alone: then any method of that may be meant. */
        boolean is(String function) {
            return isOrEndsWith(name, function) || isOrEndsWith(type, function);
        }

        private static boolean isOrEndsWith(String whole, String part) {
            int from = whole.length() - part.length();
            return from >= 0 && whole.endsWith(part) && (from == 0 || whole.charAt(from - 1) == '.');
        }
    }

    /** Calls of an event, with the zones around it or without. */
    private record Recorded(Calls calls, boolean isBare) {}

    private static final String LAMBDA = "lambda$";
    private static final Calls NO_CALLS = new Calls(List.of());

    private final FirefoxTables tables;
    private final Map<Integer, Stack> sampled = new HashMap<>();
    private final Map<Recorded, Integer> recorded = new HashMap<>();

    /** Numbers of stacks that no zone is around. */
    private final Set<Integer> bare = new HashSet<>();

    private final OpenZones none;
    private final Map<String, Method> methods = new HashMap<>();
    private final Map<Long, Integer> known = new HashMap<>();

    LabelledStacks(FirefoxTables tables) {
        this.tables = tables;
        none = new OpenZones(tables);
    }

    /** Remembers a stack; returns its number. */
    int number(Stack stack) {
        sampled.put(stack.index(), stack);
        return stack.index();
    }

    /** Remembers the calls of an event, or none (null); returns their number, below 0. */
    int number(Calls stack) {
        return number(stack, false);
    }

    /** As {@link #number(Calls)}, of an event that no zone is around. */
    int bareNumber(Calls stack) {
        int number = number(stack, true);
        bare.add(number);
        return number;
    }

    private int number(Calls stack, boolean isBare) {
        return recorded.computeIfAbsent(new Recorded(stack == null ? NO_CALLS : stack, isBare), key -> {
            int number = -1 - recorded.size();
            sampled.put(number, new Stack(number, key.calls.calls()));
            return number;
        });
    }

    /** Puts labels on samples of a track, in the order of time. The category of a sample is its stack. */
    void label(Rows samples, int[] sampleOrder, Rows zones, int[] zoneOrder, SampleConsumer consumer) {
        OpenZones open = new OpenZones(tables);
        int next = 0;
        for (int sample : sampleOrder) {
            long time = samples.begin(sample);
            for (; next < zoneOrder.length && zones.begin(zoneOrder[next]) <= time; next++) {
                int zone = zoneOrder[next];
                endUntil(open, zones.begin(zone));
                open.begin(zones.end(zone), zones.category(zone));
            }
            endUntil(open, time);
            int number = samples.category(sample);
            consumer.sample(sample, of(number, bare.contains(number) ? none : open));
        }
    }

    private static void endUntil(OpenZones open, long time) {
        while (open.hasEndedBy(time)) {
            open.end();
        }
    }

    private int of(int number, OpenZones open) {
        long key = (long) open.stack() << 32 | Integer.toUnsignedLong(number);
        Integer found = known.get(key);
        if (found != null) {
            return found;
        }
        if (known.size() == MAX_KNOWN) {
            known.clear();
        }
        int made = merged(sampled.get(number), open);
        known.put(key, made);
        return made;
    }

    private int merged(Stack stack, OpenZones open) {
        List<Calls.Call> calls = stack.calls().reversed();
        List<Location> onThisCall = new ArrayList<>();
        int at = FirefoxStacks.NONE;
        int done = 0;
        for (int i = 0; i < open.depth; i++) {
            Location location = tables.places.get(open.place(i)).location();
            int opener = opener(calls, done, location, onThisCall);
            for (; done <= opener; done++) {
                at = method(at, calls.get(done));
                onThisCall.clear();
            }
            at = tables.stack(at, open.place(i));
            onThisCall.add(location);
        }
        for (; done < calls.size(); done++) {
            at = method(at, calls.get(done));
        }
        return at;
    }

    /** The call that opened a zone, of those from the last one that is done; -1 if there is none. */
    private int opener(List<Calls.Call> calls, int done, Location location, List<Location> onThisCall) {
        if (location.function().isEmpty()) {
            return -1;
        }
        // A place that this call has opened already is open once more because of a recursion.
        int from = done == 0 || onThisCall.contains(location) ? done : done - 1;
        for (int i = from; i < calls.size(); i++) {
            if (methods.computeIfAbsent(calls.get(i).function(), Method::of).is(location.function())) {
                return i;
            }
        }
        return -1;
    }

    private int method(int below, Calls.Call call) {
        return tables.stacks.method(below, call.function(), call.file(), call.line());
    }
}
