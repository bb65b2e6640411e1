package dev.zonecast.trace;

import java.util.List;

/**
 * Something that happened at a moment or during an interval.
 *
 * @param kind name, category and schema
 * @param track that it is about
 * @param isInterval false: a moment
 * @param beginNanos when, or when it began
 * @param endNanos of a moment the same
 * @param values one for each field: {@link Long}, {@link Double}, {@link Boolean}, {@link String}, or null if it is missing; empty if
 *     the marker has no data. A {@link DataField#isTime time} is a Double: milliseconds since the start of
 *     the trace's first recording
 * @param stack the calls that led to it, or null
 * @param cutOff the trace ended before it
 */
public record TraceMarker(
        MarkerKind kind,
        Track track,
        boolean isInterval,
        long beginNanos,
        long endNanos,
        List<Object> values,
        Calls stack,
        boolean cutOff)
        implements TraceEvent {

    /** How long it took; 0 for a moment. */
    public long durationNanos() {
        return endNanos - beginNanos;
    }

    TraceMarker until(long newEndNanos, boolean nowCutOff) {
        return new TraceMarker(kind, track, isInterval, beginNanos, newEndNanos, values, stack, nowCutOff);
    }
}
