package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.bounds.Cause;
import dev.zonecast.trace.bounds.FramePart;
import dev.zonecast.trace.bounds.FrameVerdict;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Writes what bounds each frame of the first base set. */
final class VerdictColumns {
    /** Causes are written by their places from 1 on; 0 is a frame without a verdict. */
    private static final int NONE = 0;

    private VerdictColumns() {}

    /** The names of the causes, in the order of the numbers in the columns. */
    static void names(JsonGenerator json) {
        JsonParts.objects(json, "causes", List.of(Cause.values()), cause -> {
            json.writeStringProperty("name", cause.name().toLowerCase(Locale.ROOT));
            json.writeStringProperty("title", cause.title());
        });
    }

    static void write(ReportData data, ByteColumns out) {
        FrameColumns set = FrameColumns.base(data.frames.values());
        List<TraceFrame> frames = set == null ? List.of() : set.frames();
        Map<Long, FrameVerdict> byBegin = new HashMap<>();
        if (set != null) {
            for (FrameVerdict verdict : data.analysis.verdicts().of(set.program())) {
                byBegin.put(verdict.frame().beginNanos(), verdict);
            }
        }
        out.add(frames.size());
        for (TraceFrame frame : frames) {
            FrameVerdict verdict = byBegin.get(frame.beginNanos());
            if (verdict == null || verdict.frame().endNanos() != frame.endNanos()) {
                out.add(NONE);
            } else {
                write(data, verdict, out);
            }
        }
    }

    private static void write(ReportData data, FrameVerdict verdict, ByteColumns out) {
        out.add(place(verdict.cause()));
        out.add(verdict.parts().size());
        for (FramePart part : verdict.parts()) {
            out.add(place(part.cause()));
            out.add(part.nanos());
            out.add(data.texts.addName(part.subject().text(part.cause())));
            out.add(part.subjectNanos());
        }
    }

    @SuppressWarnings("EnumOrdinal") // Of this page only.
    private static int place(Cause cause) {
        return cause.ordinal() + 1;
    }
}
