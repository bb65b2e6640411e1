package dev.zonecast.capture.cli;

import dev.zonecast.capture.stats.FrameContents;
import dev.zonecast.capture.stats.TraceStatistics;
import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.TraceSummary;
import java.util.List;
import java.util.Set;

/**
 * All that {@code stats} prints.
 *
 * @param worst frames of the base set, the slowest first
 * @param contents of those
 * @param sections that are wanted
 */
record StatsFigures(
        TraceStatistics statistics,
        TraceSummary summary,
        FrameContents contents,
        List<Frame> worst,
        Set<StatsCommand.Section> sections) {
    /** When the trace began. */
    long startNanos() {
        return statistics.session() == null
                ? summary.firstNanos()
                : statistics.session().startNanos();
    }
}
