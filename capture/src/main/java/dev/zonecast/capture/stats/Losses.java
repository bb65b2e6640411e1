package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.ProfilerStatistics;
import dev.zonecast.capture.trace.RecordingEnd;
import dev.zonecast.capture.trace.TraceSummary;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is not in a trace, by the profiler's own account and by what the reader found. */
public final class Losses {
    private Losses() {}

    /**
     * How much of each kind, zeros as well. Tables that refused something because they were full follow, each named; their counts are in
     * the figures before too.
     *
     * @param profilers the last that each program's profiler said of itself
     */
    public static Map<String, Long> of(Collection<ProfilerStatistics> profilers, TraceSummary summary) {
        Map<String, Long> losses = new LinkedHashMap<>();
        for (ProfilerStatistics profiler : profilers) {
            losses.merge("dropped events", profiler.droppedEvents(), Long::sum);
            losses.merge("unmatched calls", profiler.unmatchedCalls(), Long::sum);
            losses.merge("truncated texts", profiler.truncatedTexts(), Long::sum);
            losses.merge("refused names", profiler.refusedNames(), Long::sum);
            losses.merge("call stacks left out", profiler.refusedStacks(), Long::sum);
            losses.merge("dropped GPU zones", profiler.droppedGpuZones(), Long::sum);
            losses.merge("late serial events", profiler.lateSerialEvents(), Long::sum);
            losses.merge("threads without a ring", profiler.ringRefusals(), Long::sum);
            losses.merge("dropped frame images", profiler.droppedFrameImages(), Long::sum);
            losses.merge("records lost by a slow disk", profiler.lostRecords(), Long::sum);
        }
        for (RecordingEnd end : summary.ends()) {
            add(losses, end, profilers);
        }
        for (ProfilerStatistics profiler : profilers) {
            profiler.refusals().forEach((entries, count) -> losses.merge("refused: " + entries, count, Long::sum));
        }
        losses.put("zones open at the end", summary.openZones());
        losses.put("ends without a begin", summary.unmatchedEnds());
        losses.put("unknown references", summary.unknownReferences());
        losses.putAll(summary.skippedRecords());
        losses.put("buffers that were full", summary.lostBuffers());
        losses.put("events beyond limits", summary.beyondLimits());
        return losses;
    }

    private static void add(Map<String, Long> losses, RecordingEnd end, Collection<ProfilerStatistics> profilers) {
        // The last statistics in the trace contain a part of these.
        long known = profilers.stream()
                .filter(profiler -> profiler.process() == end.process())
                .mapToLong(ProfilerStatistics::droppedEvents)
                .max()
                .orElse(0);
        losses.merge("dropped events", Math.max(0, end.droppedEvents() - known), Long::sum);
        losses.merge("records without room", Math.max(0, end.droppedRecords() - end.droppedEvents()), Long::sum);
        losses.merge("damaged places", end.damaged(), Long::sum);
        losses.merge("recordings that ended early", end.isEarly() ? 1L : 0, Long::sum);
        losses.merge("milliseconds missing at the end", Math.max(0, end.missingNanos()) / 1_000_000, Long::sum);
    }
}
