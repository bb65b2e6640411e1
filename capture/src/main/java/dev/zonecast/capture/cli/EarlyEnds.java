package dev.zonecast.capture.cli;

import dev.zonecast.capture.trace.RecordingEnd;
import dev.zonecast.capture.trace.TraceSummary;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Warns of recordings that ended early, where the output has no place that every reader looks at. */
final class EarlyEnds {
    private EarlyEnds() {}

    static void print(Path file, TraceSummary summary, PrintWriter err) {
        for (RecordingEnd end : summary.ends()) {
            if (end.isEarly()) {
                err.println("zonecast: " + file + ": " + end.text());
            }
        }
    }
}
