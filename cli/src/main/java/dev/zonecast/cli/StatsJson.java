package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.TimeKind;
import java.util.Collection;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The figures of a trace for programs: every table, times in nanoseconds. */
record StatsJson(StatsTables tables, JsonGenerator json) {
    /** Writes the properties. */
    void print() {
        trace();
        for (StatsCommand.Section section : StatsCommand.Section.values()) {
            if (tables.sections().contains(section)) {
                switch (section) {
                    case ZONES ->
                        tables.zones(TimeKind.WORK, tables.statistics().zones()).write(json);
                    case METHODS -> methods();
                    case FRAMES -> {
                        tables.frames().write(json);
                        tables.worstFrames().write(json);
                    }
                    case MEMORY -> {
                        tables.memory().write(json);
                        if (tables.statistics().memoryUse() != null) {
                            new MemoryTables(tables).write(json);
                        }
                    }
                    case PACING -> new PacingTables(tables).write(json);
                    case MESSAGES -> messages();
                    case LOSSES -> LossTable.write(json, tables.losses());
                    default -> tables.of(section).write(json);
                }
            }
        }
    }

    private void trace() {
        TraceSummary summary = tables.summary();
        json.writeName("trace").writeStartObject();
        json.writeNumberProperty("bytes", summary.bytes());
        json.writeNumberProperty("zones", tables.zonesRead());
        json.writeNumberProperty("durationNanos", TraceSummary.recordedNanos(tables.programs()));
        json.writeBooleanProperty("cutShort", tables.programs().stream().anyMatch(StatsJson::isCutShort));
        ends(tables.ends());
        Collection<Session> sessions = tables.statistics().sessions();
        // Of one program these are facts of the trace.
        if (sessions.size() == 1) {
            program(sessions.iterator().next());
        }
        JsonParts.objects(json, "programs", sessions, this::program);
        recordings();
        json.writeEndObject();
    }

    /** Programs that are no program of Zonecast have no end record. */
    private static boolean isCutShort(RecordedProgram program) {
        return program.cut() || (program.ours() && !program.ended());
    }

    /** One for each program, and for each run of it in joined files. */
    private void recordings() {
        JsonParts.objects(json, "recordings", tables.programs(), program -> {
            json.writeNumberProperty(
                    "processId", program.owner() == null ? 0 : program.owner().processId());
            json.writeStringProperty("program", program.name());
            json.writeNumberProperty("durationNanos", program.lengthNanos());
            json.writeBooleanProperty("cutShort", isCutShort(program));
        });
    }

    private void ends(List<RecordingEnd> ends) {
        JsonParts.objects(json, "recordingEnds", ends, end -> {
            json.writeNumberProperty(
                    "processId", end.owner() == null ? 0 : end.owner().processId());
            json.writeStringProperty(
                    "programId", end.owner() == null ? "" : end.owner().id());
            json.writeStringProperty("program", end.program());
            json.writeStringProperty("reason", end.saved().reason().name());
            json.writeBooleanProperty("early", end.isEarly());
            json.writeBooleanProperty("recovered", end.saved().isAfterDeath());
            if (end.missingNanos() < 0) {
                json.writeNullProperty("missingNanos");
            } else {
                json.writeNumberProperty("missingNanos", end.missingNanos());
            }
            json.writeNumberProperty("droppedRecords", end.saved().droppedRecords());
            json.writeNumberProperty("damagedPlaces", end.saved().damaged());
            json.writeNumberProperty("recordsFromRings", end.saved().fromRings());
            json.writeStringProperty("text", end.text());
        });
    }

    private void program(Session session) {
        json.writeStringProperty("program", session.program());
        json.writeNumberProperty("processId", session.processId());
        json.writeStringProperty("programId", session.owner().id());
        json.writeNumberProperty("epochMillis", session.epochMillis());
        json.writeStringProperty("clock", session.clock());
        json.writeStringProperty("java", session.java());
        json.writeStringProperty("system", session.system());
    }

    private void methods() {
        SampleStatistics samples = tables.statistics().samples();
        json.writeName("samples").writeStartObject();
        json.writeNumberProperty("count", samples.samples());
        json.writeNumberProperty("nanos", samples.nanos());
        json.writeNumberProperty("native", samples.count(StackSample.Kind.NATIVE));
        json.writeNumberProperty("sleeping", samples.count(StackSample.Kind.SLEEPING));
        json.writeNumberProperty("allocations", samples.count(StackSample.Kind.ALLOCATION));
        json.writeNumberProperty("allocatedBytes", samples.allocatedBytes());
        json.writeEndObject();
        tables.methods().write(json);
        tables.sampledZones().write(json);
    }

    private void messages() {
        json.writeName("messageCounts").writeStartObject();
        tables.statistics().messageCounts().forEach(json::writeNumberProperty);
        json.writeEndObject();
        tables.messages().write(json);
    }
}
