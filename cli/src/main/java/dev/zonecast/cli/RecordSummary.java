package dev.zonecast.cli;

import dev.zonecast.capture.tracy.SessionCount;
import dev.zonecast.capture.tracy.SessionCounts;
import dev.zonecast.capture.tracy.TracySession;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.tracy.Welcome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** What a recording brought, at its end. */
record RecordSummary(Path file, long fileBytes, Welcome client, TracySession session, TracySession.Outcome outcome) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;

    /** All that is missing in the file. */
    LossAccount losses() {
        LossAccount losses = session.losses();
        switch (outcome.end()) {
            case GONE -> losses.add(LossKind.ENDED_EARLY, "the connection to the program broke", 1);
            case DAMAGED, REFUSED -> losses.add(LossKind.ENDED_EARLY, Reason.of(outcome.failure()), 1);
            case FINISHED, TIME, FRAMES, STOPPED -> {
                // As it was meant.
            }
        }
        return losses;
    }

    void print(PrintWriter out) {
        SessionCounts counts = session.counts();
        out.printf(
                Locale.ROOT,
                "%s: %s (process %d), Tracy %s, %.3f s, %.1f MiB from %.1f MiB%n",
                file,
                client.programName(),
                client.pid(),
                client.protocol().release(),
                outcome.nanos() / NANOS_PER_SECOND,
                fileBytes / MEBIBYTE,
                counts.receivedBytes() / MEBIBYTE);
        out.println(Arrays.stream(SessionCount.values())
                .filter(count -> count.words() != null)
                .map(count -> counts.of(count) + " " + count.words())
                .collect(Collectors.joining(", ")));
        if (counts.ringHighPercent() >= 0) {
            out.printf(Locale.ROOT, "the program's fullest ring was %d %% full%n", counts.ringHighPercent());
        }
        LossTable.print("losses", losses(), out);
    }

    /** Writes the properties. */
    void writeTo(JsonGenerator json) {
        SessionCounts counts = session.counts();
        json.writeStringProperty("file", file.toString());
        json.writeNumberProperty("fileBytes", fileBytes);
        json.writeStringProperty("program", client.programName());
        json.writeNumberProperty("pid", client.pid());
        json.writeNumberProperty("protocol", client.protocol().version());
        json.writeStringProperty("tracy", client.protocol().release());
        json.writeBooleanProperty("onDemand", client.onDemand());
        json.writeStringProperty("end", outcome.end().toString().toLowerCase(Locale.ROOT));
        if (outcome.failure() != null) {
            json.writeStringProperty("failure", Reason.of(outcome.failure()));
        }
        json.writeNumberProperty("durationNanos", outcome.nanos());
        json.writeNumberProperty("receivedBytes", counts.receivedBytes());
        for (SessionCount count : SessionCount.values()) {
            if (count.property() != null) {
                json.writeNumberProperty(count.property(), counts.of(count));
            }
        }
        if (counts.ringHighPercent() >= 0) {
            json.writeNumberProperty("ringHighPercent", counts.ringHighPercent());
        }
        LossTable.write(json, losses());
    }
}
