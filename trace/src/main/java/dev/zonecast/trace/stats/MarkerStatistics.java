package dev.zonecast.trace.stats;

import dev.zonecast.trace.MarkerKind;

/** Markers of one kind. */
public final class MarkerStatistics {
    private final MarkerKind kind;
    private final Distribution durations = new Distribution();
    private long instants;

    MarkerStatistics(MarkerKind kind) {
        this.kind = kind;
    }

    void addInstant() {
        instants++;
    }

    void addInterval(long nanos) {
        durations.add(nanos);
    }

    /** Name, category and schema. */
    public MarkerKind kind() {
        return kind;
    }

    /** All of them. */
    public long count() {
        return instants + durations.count();
    }

    /** Those without an end. */
    public long instants() {
        return instants;
    }

    /** Of the others, in nanoseconds. */
    public Distribution durations() {
        return durations;
    }
}
