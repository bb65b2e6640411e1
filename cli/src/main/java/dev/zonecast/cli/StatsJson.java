package dev.zonecast.cli;

import dev.zonecast.cli.export.ExportJson;
import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.TimeShares;
import dev.zonecast.trace.stats.ZoneKind;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** The figures of a trace for programs: every table, times in nanoseconds. */
final class StatsJson {
    private static final int PARTS_OF_FRAME = 20;

    private final StatsFigures figures;
    private final JsonGenerator json;

    private StatsJson(StatsFigures figures, JsonGenerator json) {
        this.figures = figures;
        this.json = json;
    }

    static void print(StatsFigures figures, PrintWriter out) {
        try (JsonGenerator json = ExportJson.generator(out)) {
            new StatsJson(figures, json).print();
        }
        out.println();
    }

    private void print() {
        ResourcesJson resources = new ResourcesJson(figures.statistics().resources(), json);
        json.writeStartObject();
        trace();
        for (StatsCommand.Section section : StatsCommand.Section.values()) {
            if (figures.sections().contains(section)) {
                switch (section) {
                    case ZONES -> zones();
                    case METHODS -> {
                        methods();
                        sampledZones();
                    }
                    case FRAMES -> frames();
                    case MARKERS -> markers();
                    case LOCKS -> locks();
                    case PLOTS -> plots();
                    case MEMORY -> resources.memory();
                    case FIBERS -> resources.fibers(fiber -> distribution("runNanos", fiber.runs()));
                    case GPU -> resources.gpuClocks();
                    case MESSAGES -> messages();
                    case LOSSES -> LossTable.write(json, figures.losses());
                }
            }
        }
        json.writeEndObject();
    }

    private void trace() {
        TraceSummary summary = figures.summary();
        json.writeName("trace").writeStartObject();
        json.writeNumberProperty("bytes", summary.bytes());
        json.writeNumberProperty("zones", summary.zones());
        json.writeNumberProperty("durationNanos", TraceSummary.recordedNanos(figures.programs()));
        json.writeBooleanProperty("cutShort", figures.programs().stream().anyMatch(StatsJson::isCutShort));
        ends(summary.ends());
        Collection<Session> sessions = figures.statistics().sessions();
        // Of one program these are facts of the trace.
        if (sessions.size() == 1) {
            program(sessions.iterator().next());
        }
        JsonParts.objects(json, "programs", sessions, session -> {
            program(session);
        });
        recordings();
        json.writeEndObject();
    }

    /** Programs that are no program of Zonecast have no end record. */
    private static boolean isCutShort(RecordedProgram program) {
        return program.cut() || (program.ours() && !program.ended());
    }

    /** One for each program, and for each run of it in joined files. */
    private void recordings() {
        JsonParts.objects(json, "recordings", figures.programs(), program -> {
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
            json.writeStringProperty("reason", end.reason());
            json.writeBooleanProperty("early", end.isEarly());
            json.writeBooleanProperty("recovered", end.isRecovered());
            if (end.missingNanos() < 0) {
                json.writeNullProperty("missingNanos");
            } else {
                json.writeNumberProperty("missingNanos", end.missingNanos());
            }
            json.writeNumberProperty("droppedRecords", end.droppedRecords());
            json.writeNumberProperty("damagedPlaces", end.damaged());
            json.writeNumberProperty("recordsFromRings", end.fromRings());
            json.writeStringProperty("text", end.text());
        });
    }

    /** Several programs may have one process id. */
    private void process(Program program) {
        json.writeNumberProperty("process", program.processId());
        json.writeStringProperty("programId", program.id());
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

    private void zones() {
        json.writeName("zones").writeStartArray();
        List<ZoneStatistics> zones = figures.statistics().zones();
        TimeShares shares = new TimeShares(zones);
        for (ZoneStatistics zone : zones) {
            json.writeStartObject();
            json.writeStringProperty("name", zone.location().displayName());
            json.writeStringProperty("function", zone.location().function());
            json.writeStringProperty("file", zone.location().file());
            json.writeNumberProperty("line", zone.location().line());
            json.writeStringProperty("on", on(zone.kind()));
            json.writeStringProperty("category", zone.location().category().toString());
            json.writeStringProperty("time", zone.time().name());
            JsonParts.number(json, "selfShare", shares.of(zone));
            json.writeNumberProperty("waitedNanos", zone.waitedNanos());
            json.writeNumberProperty("count", zone.total().count());
            distribution("totalNanos", zone.total());
            distribution("selfNanos", zone.self());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String on(ZoneKind kind) {
        return kind.label().toUpperCase(Locale.ROOT);
    }

    private void methods() {
        SampleStatistics samples = figures.statistics().samples();
        json.writeName("samples").writeStartObject();
        json.writeNumberProperty("count", samples.samples());
        json.writeNumberProperty("nanos", samples.nanos());
        json.writeNumberProperty("native", samples.count(StackSample.Kind.NATIVE));
        json.writeNumberProperty("sleeping", samples.count(StackSample.Kind.SLEEPING));
        json.writeNumberProperty("allocations", samples.count(StackSample.Kind.ALLOCATION));
        json.writeNumberProperty("allocatedBytes", samples.allocatedBytes());
        json.writeEndObject();
        JsonParts.objects(json, "methods", samples.methods(), method -> {
            json.writeStringProperty("name", method.function());
            json.writeStringProperty("file", method.file());
            json.writeNumberProperty("selfSamples", method.self());
            json.writeNumberProperty("totalSamples", method.total());
            json.writeNumberProperty("selfNanos", method.selfNanos());
            json.writeNumberProperty("totalNanos", method.totalNanos());
        });
    }

    private void sampledZones() {
        JsonParts.objects(
                json, "sampledZones", figures.statistics().sampleZones().zones(), zone -> {
                    json.writeStringProperty("name", zone.location().displayName());
                    json.writeStringProperty("file", zone.location().file());
                    json.writeNumberProperty("line", zone.location().line());
                    json.writeStringProperty("on", on(zone.kind()));
                    json.writeNumberProperty("selfSamples", zone.self());
                    json.writeNumberProperty("totalSamples", zone.total());
                    JsonParts.objects(json, "methods", zone.methods(), method -> {
                        json.writeStringProperty("name", method.function());
                        json.writeNumberProperty("selfSamples", method.samples());
                    });
                });
    }

    private void distribution(String name, Distribution values) {
        JsonParts.object(json, name, () -> {
            json.writeNumberProperty("sum", values.sum());
            JsonParts.spread(json, values);
        });
    }

    private void frames() {
        JsonParts.objects(json, "frames", figures.statistics().frames(), set -> {
            json.writeStringProperty("name", set.name());
            process(set.program());
            json.writeNumberProperty("count", set.durations().count());
            json.writeNumberProperty("framesPerSecond", set.framesPerSecond());
            json.writeNumberProperty("low1Percent", set.low(0.01));
            json.writeNumberProperty("low01Percent", set.low(0.001));
            distribution("durationNanos", set.durations());
        });
        worstFrames();
    }

    private void worstFrames() {
        FrameContents worst = figures.worst();
        json.writeName("worstFrames").writeStartArray();
        for (int i = 0; i < worst.frames().size(); i++) {
            Frame frame = worst.frames().get(i);
            json.writeStartObject();
            json.writeNumberProperty("number", frame.number());
            json.writeNumberProperty("beginNanos", frame.beginNanos() - figures.startNanos());
            json.writeNumberProperty("durationNanos", frame.durationNanos());
            JsonParts.objects(json, "zones", worst.of(i, PARTS_OF_FRAME), part -> {
                json.writeStringProperty("name", part.location().displayName());
                json.writeStringProperty("on", on(part.kind()));
                json.writeNumberProperty("selfNanos", part.selfNanos());
                json.writeNumberProperty("longestNanos", part.longestNanos());
                json.writeNumberProperty("threads", part.threads());
                json.writeNumberProperty("usualNanos", Math.round(part.usualNanos()));
                json.writeNumberProperty("count", part.count());
            });
            JsonParts.objects(json, "longerThanUsual", worst.longerThanUsual(i, PARTS_OF_FRAME), part -> {
                json.writeStringProperty("name", part.location().displayName());
                json.writeStringProperty("on", on(part.kind()));
                json.writeNumberProperty("excessNanos", part.excessNanos());
            });
            JsonParts.objects(json, "waits", worst.waitsOf(i, PARTS_OF_FRAME), part -> {
                json.writeStringProperty("name", part.name());
                json.writeNumberProperty("nanos", part.nanos());
            });
            JsonParts.objects(json, "jvm", worst.jvmOf(i, PARTS_OF_FRAME), part -> {
                json.writeStringProperty("name", part.location().displayName());
                json.writeStringProperty("track", part.track());
                json.writeNumberProperty("nanos", part.nanos());
                json.writeNumberProperty("count", part.count());
            });
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void markers() {
        JsonParts.objects(json, "markers", figures.statistics().markers(), marker -> {
            json.writeStringProperty("name", marker.kind().name());
            json.writeStringProperty("category", marker.kind().category().name());
            json.writeStringProperty("subcategory", marker.kind().category().subcategory());
            json.writeStringProperty("schema", marker.kind().schema());
            json.writeNumberProperty("count", marker.count());
            json.writeNumberProperty("instants", marker.instants());
            distribution("durationNanos", marker.durations());
        });
    }

    private void locks() {
        JsonParts.objects(json, "locks", figures.statistics().locks(), lock -> {
            json.writeStringProperty("name", lock.name());
            process(lock.program());
            json.writeNumberProperty("holds", lock.holds().count());
            distribution("heldNanos", lock.holds());
            json.writeNumberProperty("waits", lock.waits().count());
            distribution("waitedNanos", lock.waits());
        });
    }

    private void plots() {
        JsonParts.objects(json, "plots", figures.statistics().plots(), plot -> {
            json.writeStringProperty("name", plot.plot().name());
            process(plot.plot().program());
            json.writeStringProperty("format", plot.plot().format().name());
            json.writeNumberProperty("count", plot.count());
            json.writeNumberProperty("notFinite", plot.notFinite());
            JsonParts.number(json, "min", plot.min());
            JsonParts.number(json, "mean", plot.mean());
            JsonParts.number(json, "max", plot.max());
            JsonParts.number(json, "last", plot.last());
        });
    }

    private void messages() {
        json.writeName("messageCounts").writeStartObject();
        figures.statistics().messageCounts().forEach((severity, count) -> json.writeNumberProperty(severity, count));
        json.writeEndObject();
        JsonParts.objects(json, "messages", figures.statistics().messages(), message -> {
            json.writeNumberProperty("timeNanos", message.timeNanos() - figures.startNanos());
            json.writeStringProperty("severity", message.severity());
            json.writeStringProperty("thread", message.track().name());
            json.writeStringProperty("text", message.text());
        });
    }
}
