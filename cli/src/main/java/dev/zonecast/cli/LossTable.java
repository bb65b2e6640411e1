package dev.zonecast.cli;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Prints an account of losses: the same way in every command. */
final class LossTable {
    private LossTable() {}

    /** What a command prints on the error output when it has written its own output. */
    static void print(Path file, TraceSummary summary, ZoneFilter filter, PrintWriter err) {
        printEarlyEnds(file, summary, filter, err);
        print("losses", filter.losses(summary.losses()), err);
    }

    /** How much is missing at the end of recordings that ended early. */
    static void printEarlyEnds(Path file, TraceSummary summary, ZoneFilter filter, PrintWriter err) {
        for (RecordingEnd end : summary.ends(filter::acceptsProgram)) {
            if (end.isEarly()) {
                err.println("zonecast: " + file + ": " + end.text());
            }
        }
    }

    /** @param title of the table: "losses" */
    static void print(String title, LossAccount losses, PrintWriter out) {
        if (losses.isEmpty()) {
            out.println(PrintableWriter.oneLine(title) + ": none");
            return;
        }
        TextTable table = new TextTable(title, "count", "of which").left(2);
        for (LossKind kind : LossKind.values()) {
            long count = losses.of(kind);
            if (count > 0) {
                Iterator<Map.Entry<String, Long>> parts =
                        losses.subjects(kind).entrySet().iterator();
                table.row(kind.text(), Units.count(count), parts.hasNext() ? part(parts.next(), count) : "");
                while (parts.hasNext()) {
                    table.row("", "", part(parts.next(), count));
                }
            }
        }
        table.print(out);
    }

    /** A line with the counts of missing events by kind, and of the parts that the output leaves out. */
    static String line(LossAccount losses) {
        Stream<String> missing = Arrays.stream(LossKind.values())
                .filter(kind -> kind.isOfMissing() && losses.of(kind) > 0)
                .map(kind -> Units.count(losses.of(kind)) + " " + kind.text());
        Stream<String> leftOut = losses.subjects(LossKind.LEFT_OUT).entrySet().stream()
                .map(part -> Units.count(part.getValue()) + " " + part.getKey());
        String counts = Stream.concat(missing, leftOut).collect(Collectors.joining(", "));
        return "losses: " + (counts.isEmpty() ? "none" : counts);
    }

    private static String part(Map.Entry<String, Long> part, long all) {
        return part.getValue() == all ? part.getKey() : Units.count(part.getValue()) + " " + part.getKey();
    }

    /** Writes the property {@code losses}. */
    static void write(JsonGenerator json, LossAccount losses) {
        write(json, "losses", losses);
    }

    static void write(JsonGenerator json, String name, LossAccount losses) {
        json.writeName(name).writeStartObject();
        losses.byName().forEach(json::writeNumberProperty);
        json.writeEndObject();
    }
}
