package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.MarkerKind;

/**
 * Markers of one kind.
 *
 * @param kind name, category and schema
 * @param durations of intervals, in nanoseconds
 * @param moments as many values as there are markers without an end
 */
public record MarkerStatistics(MarkerKind kind, Distribution durations, Distribution moments) {
    MarkerStatistics(MarkerKind kind) {
        this(kind, new Distribution(), new Distribution());
    }

    /** All markers. */
    public long count() {
        return instants() + durations.count();
    }

    /** Markers without an end. */
    public long instants() {
        return moments.count();
    }
}
