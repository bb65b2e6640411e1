package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFrame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The frames of a set, in the order of their ends, which is that of their begins. */
record FrameColumns(Program program, String name, boolean isBase, List<TraceFrame> frames) {
    static FrameColumns of(TraceFrame first) {
        return new FrameColumns(first.track().program(), first.name(), first.isBase(), new ArrayList<>());
    }

    /** The first base set; null if there is none. */
    static FrameColumns base(Collection<FrameColumns> sets) {
        return sets.stream().filter(FrameColumns::isBase).findFirst().orElse(null);
    }

    void write(ByteColumns out, long base) {
        long before = base;
        for (TraceFrame frame : frames) {
            out.addSigned(frame.beginNanos() - before);
            before = frame.beginNanos();
        }
        frames.forEach(frame -> out.add(frame.durationNanos()));
        long expected = 0;
        for (TraceFrame frame : frames) {
            out.addSigned(frame.number() - expected);
            expected = frame.number() + 1;
        }
    }
}
