package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.ProfilerStatistics;
import dev.zonecast.capture.trace.TraceSummary;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is not in a trace, by the profiler's own account and by what the reader found. */
public final class Losses {
    private Losses() {}

    /**
     * How much of each kind, zeros as well.
     *
     * @param profiler the last that the profiler said of itself, or null
     */
    public static Map<String, Long> of(ProfilerStatistics profiler, TraceSummary summary) {
        Map<String, Long> losses = new LinkedHashMap<>();
        if (profiler != null) {
            losses.put("dropped events", profiler.droppedEvents());
            losses.put("unmatched calls", profiler.unmatchedCalls());
            losses.put("truncated texts", profiler.truncatedTexts());
            losses.put("refused names", profiler.refusedNames());
            losses.put("dropped GPU zones", profiler.droppedGpuZones());
            losses.put("late serial events", profiler.lateSerialEvents());
            losses.put("threads without a ring", profiler.ringRefusals());
            losses.put("dropped frame images", profiler.droppedFrameImages());
        }
        losses.put("zones open at the end", summary.openZones());
        losses.put("ends without a begin", summary.unmatchedEnds());
        losses.put("unknown references", summary.unknownReferences());
        losses.put("records of unknown types", summary.skippedRecords());
        losses.put("buffers that were full", summary.lostBuffers());
        losses.put("events beyond limits", summary.beyondLimits());
        return losses;
    }
}
