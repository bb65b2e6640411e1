package dev.zonecast.cli;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.stats.FramePacing;
import dev.zonecast.trace.stats.FramePhase;
import dev.zonecast.trace.stats.FrameRow;
import dev.zonecast.trace.stats.FrameTimes;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** How evenly frames follow each other, and how long their phases take. */
final class PacingTables {
    /** Rows of single frames of a program, for programs. */
    private static final int MAX_ROWS = 100_000;

    private record Phase(Program program, FramePhase phase, Distribution durations) {}

    private record ProgramRow(Program program, FrameRow row) {}

    private final StatsTables tables;
    private final FrameTimes times;

    PacingTables(StatsTables tables) {
        this.tables = tables;
        times = tables.statistics().frameTimes();
    }

    void print(PrintWriter out) {
        pacings().print(0, out);
        phases().print(0, out);
    }

    void write(JsonGenerator json) {
        pacings().write(json);
        phases().write(json);
        rows().write(json);
    }

    private FigureTable<FramePacing> pacings() {
        return tables.ofPrograms(
                        "framePacing", times.pacings(), "frame pacing", FramePacing::name, FramePacing::program)
                .count("intervals", "intervals", pacing -> pacing.intervals().count())
                .duration("median", "medianNanos", pacing -> pacing.intervals().percentile(0.5))
                .duration("jitter", "jitterNanos", FramePacing::jitterNanos)
                .number("displayNanos", FramePacing::displayNanos)
                .right("display", pacing -> pacing.displayNanos() == 0 ? "" : Units.duration(pacing.displayNanos()))
                .count("missed", "missed", FramePacing::missed)
                .spread(FramePacing::intervals, "p99", "max")
                .distribution("intervalNanos", FramePacing::intervals);
    }

    private FigureTable<Phase> phases() {
        List<Phase> phases = new ArrayList<>();
        times.phases()
                .forEach((program, of) ->
                        of.durations().forEach((phase, durations) -> phases.add(new Phase(program, phase, durations))));
        return tables.ofPrograms(
                        "framePhases", phases, "phases of frames", phase -> phase.phase.title(), Phase::program)
                .count("frames", "frames", phase -> phase.durations.count())
                .spread(Phase::durations, "mean", "min", "p50", "p90", "p99", "max")
                .distribution("durationNanos", Phase::durations);
    }

    /** Times from the begin of the recording; null for what is not known. */
    private FigureTable<ProgramRow> rows() {
        List<ProgramRow> rows = new ArrayList<>();
        times.phases()
                .forEach((program, of) ->
                        of.rows().stream().limit(MAX_ROWS).forEach(row -> rows.add(new ProgramRow(program, row))));
        return new FigureTable<>("frameRows", rows).json((json, ofProgram) -> {
            FrameRow row = ofProgram.row;
            StatsTables.program(json, ofProgram.program);
            json.writeNumberProperty("number", row.number());
            time(json, "beginNanos", row.beginNanos());
            time(json, "inputNanos", row.inputNanos());
            time(json, "submitNanos", row.submitNanos());
            time(json, "gpuBeginNanos", row.gpuBeginNanos());
            time(json, "gpuEndNanos", row.gpuEndNanos());
            time(json, "presentBeginNanos", row.presentBeginNanos());
            time(json, "presentEndNanos", row.presentEndNanos());
            time(json, "screenNanos", row.screenNanos());
            time(json, "endNanos", row.endNanos());
        });
    }

    private void time(JsonGenerator json, String name, long nanos) {
        if (nanos == FrameRow.UNKNOWN) {
            json.writeNullProperty(name);
        } else {
            json.writeNumberProperty(name, nanos - tables.startNanos());
        }
    }
}
