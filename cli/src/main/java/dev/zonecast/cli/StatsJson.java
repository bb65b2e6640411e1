package dev.zonecast.cli;

import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Message;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.Distribution;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.FrameSetStatistics;
import dev.zonecast.trace.stats.LockStatistics;
import dev.zonecast.trace.stats.MarkerStatistics;
import dev.zonecast.trace.stats.MethodStatistics;
import dev.zonecast.trace.stats.PlotStatistics;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.SampledZone;
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
        try (JsonGenerator json = Json.generator(out)) {
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
        json.writeName("programs").writeStartArray();
        for (Session session : sessions) {
            json.writeStartObject();
            program(session);
            json.writeEndObject();
        }
        json.writeEndArray();
        recordings();
        json.writeEndObject();
    }

    /** Programs that are no program of Zonecast have no end record. */
    private static boolean isCutShort(RecordedProgram program) {
        return program.cut() || (program.ours() && !program.ended());
    }

    /** One for each program, and for each run of it in joined files. */
    private void recordings() {
        json.writeName("recordings").writeStartArray();
        for (RecordedProgram program : figures.programs()) {
            json.writeStartObject();
            json.writeNumberProperty(
                    "processId", program.owner() == null ? 0 : program.owner().processId());
            json.writeStringProperty("program", program.name());
            json.writeNumberProperty("durationNanos", program.lengthNanos());
            json.writeBooleanProperty("cutShort", isCutShort(program));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void ends(List<RecordingEnd> ends) {
        json.writeName("recordingEnds").writeStartArray();
        for (RecordingEnd end : ends) {
            json.writeStartObject();
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
            json.writeEndObject();
        }
        json.writeEndArray();
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
            number("selfShare", shares.of(zone));
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
        json.writeName("methods").writeStartArray();
        for (MethodStatistics method : samples.methods()) {
            json.writeStartObject();
            json.writeStringProperty("name", method.function());
            json.writeStringProperty("file", method.file());
            json.writeNumberProperty("selfSamples", method.self());
            json.writeNumberProperty("totalSamples", method.total());
            json.writeNumberProperty("selfNanos", method.selfNanos());
            json.writeNumberProperty("totalNanos", method.totalNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void sampledZones() {
        json.writeName("sampledZones").writeStartArray();
        for (SampledZone zone : figures.statistics().sampleZones().zones()) {
            json.writeStartObject();
            json.writeStringProperty("name", zone.location().displayName());
            json.writeStringProperty("file", zone.location().file());
            json.writeNumberProperty("line", zone.location().line());
            json.writeStringProperty("on", on(zone.kind()));
            json.writeNumberProperty("selfSamples", zone.self());
            json.writeNumberProperty("totalSamples", zone.total());
            json.writeName("methods").writeStartArray();
            for (SampledZone.Method method : zone.methods()) {
                json.writeStartObject();
                json.writeStringProperty("name", method.function());
                json.writeNumberProperty("selfSamples", method.samples());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void distribution(String name, Distribution values) {
        json.writeName(name).writeStartObject();
        json.writeNumberProperty("sum", values.sum());
        json.writeNumberProperty("mean", values.mean());
        json.writeNumberProperty("min", values.min());
        json.writeNumberProperty("p50", values.percentile(0.5));
        json.writeNumberProperty("p90", values.percentile(0.9));
        json.writeNumberProperty("p99", values.percentile(0.99));
        json.writeNumberProperty("max", values.max());
        json.writeNumberProperty("std", values.standardDeviation());
        json.writeEndObject();
    }

    private void frames() {
        json.writeName("frames").writeStartArray();
        for (FrameSetStatistics set : figures.statistics().frames()) {
            json.writeStartObject();
            json.writeStringProperty("name", set.name());
            process(set.program());
            json.writeNumberProperty("count", set.durations().count());
            json.writeNumberProperty("framesPerSecond", set.framesPerSecond());
            json.writeNumberProperty("low1Percent", set.low(0.01));
            json.writeNumberProperty("low01Percent", set.low(0.001));
            distribution("durationNanos", set.durations());
            json.writeEndObject();
        }
        json.writeEndArray();
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
            json.writeName("zones").writeStartArray();
            for (FrameContents.Part part : worst.of(i, PARTS_OF_FRAME)) {
                json.writeStartObject();
                json.writeStringProperty("name", part.location().displayName());
                json.writeStringProperty("on", on(part.kind()));
                json.writeNumberProperty("selfNanos", part.selfNanos());
                json.writeNumberProperty("longestNanos", part.longestNanos());
                json.writeNumberProperty("threads", part.threads());
                json.writeNumberProperty("usualNanos", Math.round(part.usualNanos()));
                json.writeNumberProperty("count", part.count());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeName("longerThanUsual").writeStartArray();
            for (FrameContents.Part part : worst.longerThanUsual(i, PARTS_OF_FRAME)) {
                json.writeStartObject();
                json.writeStringProperty("name", part.location().displayName());
                json.writeStringProperty("on", on(part.kind()));
                json.writeNumberProperty("excessNanos", part.excessNanos());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeName("waits").writeStartArray();
            for (FrameContents.WaitPart part : worst.waitsOf(i, PARTS_OF_FRAME)) {
                json.writeStartObject();
                json.writeStringProperty("name", part.name());
                json.writeNumberProperty("nanos", part.nanos());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeName("jvm").writeStartArray();
            for (FrameContents.JvmPart part : worst.jvmOf(i, PARTS_OF_FRAME)) {
                json.writeStartObject();
                json.writeStringProperty("name", part.location().displayName());
                json.writeStringProperty("track", part.track());
                json.writeNumberProperty("nanos", part.nanos());
                json.writeNumberProperty("count", part.count());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void markers() {
        json.writeName("markers").writeStartArray();
        for (MarkerStatistics marker : figures.statistics().markers()) {
            json.writeStartObject();
            json.writeStringProperty("name", marker.kind().name());
            json.writeStringProperty("category", marker.kind().category().name());
            json.writeStringProperty("subcategory", marker.kind().category().subcategory());
            json.writeStringProperty("schema", marker.kind().schema());
            json.writeNumberProperty("count", marker.count());
            json.writeNumberProperty("instants", marker.instants());
            distribution("durationNanos", marker.durations());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void locks() {
        json.writeName("locks").writeStartArray();
        for (LockStatistics lock : figures.statistics().locks()) {
            json.writeStartObject();
            json.writeStringProperty("name", lock.name());
            process(lock.program());
            json.writeNumberProperty("holds", lock.holds().count());
            distribution("heldNanos", lock.holds());
            json.writeNumberProperty("waits", lock.waits().count());
            distribution("waitedNanos", lock.waits());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void plots() {
        json.writeName("plots").writeStartArray();
        for (PlotStatistics plot : figures.statistics().plots()) {
            json.writeStartObject();
            json.writeStringProperty("name", plot.plot().name());
            process(plot.plot().program());
            json.writeStringProperty("format", plot.plot().format().name());
            json.writeNumberProperty("count", plot.count());
            json.writeNumberProperty("notFinite", plot.notFinite());
            number("min", plot.min());
            number("mean", plot.mean());
            number("max", plot.max());
            number("last", plot.last());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** JSON has no infinity and no NaN. */
    private void number(String name, double value) {
        if (Double.isFinite(value)) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNullProperty(name);
        }
    }

    private void messages() {
        json.writeName("messageCounts").writeStartObject();
        figures.statistics().messageCounts().forEach((severity, count) -> json.writeNumberProperty(severity, count));
        json.writeEndObject();
        json.writeName("messages").writeStartArray();
        for (Message message : figures.statistics().messages()) {
            json.writeStartObject();
            json.writeNumberProperty("timeNanos", message.timeNanos() - figures.startNanos());
            json.writeStringProperty("severity", message.severity());
            json.writeStringProperty("thread", message.track().name());
            json.writeStringProperty("text", message.text());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
