package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.stats.FramePacing;
import dev.zonecast.trace.stats.FramePhases;
import dev.zonecast.trace.stats.FrameRow;
import dev.zonecast.trace.stats.FrameTimes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Writes when each frame of the first base set went through its phases, and how evenly the frames of a set follow each other. */
final class PhaseColumns {
    private PhaseColumns() {}

    /** For each frame the bits of the times that are known, then each of these, from the frame's begin on. */
    static void write(ReportData data, ByteColumns out) {
        FrameColumns set = FrameColumns.base(data.frames.values());
        List<TraceFrame> frames = set == null ? List.of() : set.frames();
        Map<Long, FrameRow> byBegin = new HashMap<>();
        FramePhases phases =
                set == null ? null : data.analysis.frameTimes().phases().get(set.program());
        if (phases != null) {
            phases.rows().forEach(row -> byBegin.put(row.beginNanos(), row));
        }
        out.add(frames.size());
        for (TraceFrame frame : frames) {
            FrameRow row = byBegin.get(frame.beginNanos());
            write(row == null || row.endNanos() != frame.endNanos() ? new long[0] : times(row), frame, out);
        }
    }

    /** In the order in which the page reads them. */
    private static long[] times(FrameRow row) {
        return new long[] {
            row.inputNanos(),
            row.submitNanos(),
            row.gpuBeginNanos(),
            row.gpuEndNanos(),
            row.presentBeginNanos(),
            row.presentEndNanos(),
            row.screenNanos()
        };
    }

    private static void write(long[] times, TraceFrame frame, ByteColumns out) {
        int known = 0;
        for (int i = 0; i < times.length; i++) {
            known |= times[i] == FrameRow.UNKNOWN ? 0 : 1 << i;
        }
        out.add(known);
        for (long time : times) {
            if (time != FrameRow.UNKNOWN) {
                out.addSigned(time - frame.beginNanos());
            }
        }
    }

    /** Pacing of a set, and the durations of its phases. */
    static void figures(FrameTimes times, FrameColumns set, JsonGenerator json) {
        times.pacings().stream()
                .filter(pacing ->
                        pacing.program() == set.program() && pacing.name().equals(set.name()))
                .findFirst()
                .ifPresent(pacing -> JsonParts.object(json, "pacing", () -> pacing(pacing, json)));
        FramePhases phases = set.isBase() ? times.phases().get(set.program()) : null;
        if (phases != null) {
            JsonParts.objects(json, "phases", phases.durations().entrySet(), phase -> {
                json.writeStringProperty("title", phase.getKey().title());
                json.writeNumberProperty("p50", phase.getValue().percentile(0.5));
                json.writeNumberProperty("p99", phase.getValue().percentile(0.99));
            });
        }
    }

    private static void pacing(FramePacing pacing, JsonGenerator json) {
        json.writeNumberProperty("median", pacing.intervals().percentile(0.5));
        json.writeNumberProperty("jitter", pacing.jitterNanos());
        json.writeNumberProperty("display", pacing.displayNanos());
        json.writeNumberProperty("missed", pacing.missed());
    }
}
