package dev.zonecast.cli;

import dev.zonecast.capture.tracy.SessionCounts;
import dev.zonecast.capture.tracy.TracySession;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Welcome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** What a recording brought, at its end. */
record RecordSummary(
        Path file,
        long fileBytes,
        Welcome client,
        SessionCounts counts,
        TracySession.Outcome outcome,
        long unknownNames,
        Map<String, Long> refusals) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;

    /** What the line of a running recording shows as lost. */
    static long losses(SessionCounts counts, long unknownNames) {
        return counts.droppedEvents()
                + counts.droppedGpuZones()
                + counts.droppedImages()
                + counts.refusedStacks()
                + unknownNames;
    }

    /** All that is missing in the file. */
    LossAccount losses() {
        LossAccount losses = new LossAccount();
        losses.add(LossKind.DROPPED_EVENTS, counts.droppedEvents());
        losses.add(LossKind.DROPPED_GPU_ZONES, counts.droppedGpuZones());
        losses.add(LossKind.DROPPED_IMAGES, counts.droppedImages());
        losses.add(LossKind.OMITTED_STACKS, counts.refusedStacks());
        refusals.forEach((table, count) -> losses.add(LossKind.REFUSED, table, count));
        losses.add(LossKind.UNANSWERED_NAMES, unknownNames);
        losses.add(LossKind.WRONG_CALLS, counts.unmatched());
        counts.passedOver().forEach((type, count) -> losses.add(LossKind.LEFT_OUT, name(type), count));
        switch (outcome.end()) {
            case GONE -> losses.add(LossKind.ENDED_EARLY, "the program was gone before its end", 1);
            case DAMAGED, REFUSED -> losses.add(LossKind.ENDED_EARLY, Reason.of(outcome.failure()), 1);
            case FINISHED, TIME, FRAMES, STOPPED -> {
                // As it was meant.
            }
        }
        return losses;
    }

    void print(PrintWriter out) {
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
        out.printf(
                Locale.ROOT,
                "%d zones, %d GPU zones, %d frames, %d images, %d values of plots, %d messages, %d events of locks, "
                        + "%d of memory, %d samples of stacks, %d threads%n",
                counts.zones(),
                counts.gpuZones(),
                counts.frames(),
                counts.images(),
                counts.plotValues(),
                counts.messages(),
                counts.lockEvents(),
                counts.memoryEvents(),
                counts.samples(),
                counts.threads());
        if (counts.ringHighPercent() >= 0) {
            out.printf(Locale.ROOT, "the program's fullest ring was %d %% full%n", counts.ringHighPercent());
        }
        LossTable.print("losses", losses(), out);
    }

    private static String name(EventType type) {
        return type.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Writes the properties. */
    void writeTo(JsonGenerator json) {
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
        json.writeNumberProperty("events", counts.events());
        json.writeNumberProperty("zones", counts.zones());
        json.writeNumberProperty("gpuZones", counts.gpuZones());
        json.writeNumberProperty("frames", counts.frames());
        json.writeNumberProperty("images", counts.images());
        json.writeNumberProperty("plotValues", counts.plotValues());
        json.writeNumberProperty("messages", counts.messages());
        json.writeNumberProperty("lockEvents", counts.lockEvents());
        json.writeNumberProperty("memoryEvents", counts.memoryEvents());
        json.writeNumberProperty("samples", counts.samples());
        json.writeNumberProperty("threads", counts.threads());
        if (counts.ringHighPercent() >= 0) {
            json.writeNumberProperty("ringHighPercent", counts.ringHighPercent());
        }
        LossTable.write(json, losses());
    }
}
