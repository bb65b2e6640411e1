package dev.zonecast.trace.bounds;

import dev.zonecast.trace.ThreadStop;
import java.util.Set;

/** What stops of threads are, by the names that the JVM module gives them. */
final class Stops {
    private static final Set<String> IO =
            Set.of("read file", "write file", "force file", "read socket", "write socket");

    private Stops() {}

    /** Null of a stop in which the thread works. */
    static Stop of(ThreadStop stop) {
        String text = stop.text();
        return switch (stop.name()) {
            case "load class" -> null;
            case "safepoint" -> of(stop, Stop.Kind.PAUSE, text.isEmpty() ? "safepoint" : firstLine(text), "");
            case "wait for memory" -> of(stop, Stop.Kind.PAUSE, stop.name(), "");
            case "enter monitor" ->
                of(stop, Stop.Kind.LOCK, after(text, "for: ", "monitor"), after(text, "owner: ", ""));
            case "sleep" -> of(stop, Stop.Kind.SLEEP, stop.name(), "");
            default ->
                IO.contains(stop.name())
                        ? of(stop, Stop.Kind.IO, (stop.name() + " " + firstLine(text)).strip(), "")
                        : of(stop, Stop.Kind.WAIT, stop.name(), "");
        };
    }

    private static Stop of(ThreadStop stop, Stop.Kind kind, String what, String by) {
        return new Stop(
                stop.beginNanos(),
                stop.endNanos(),
                kind,
                new Subject(stop.track().name(), what, by));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String after(String text, String head, String absent) {
        return text.lines()
                .filter(line -> line.startsWith(head))
                .findFirst()
                .map(line -> line.substring(head.length()))
                .orElse(absent);
    }
}
