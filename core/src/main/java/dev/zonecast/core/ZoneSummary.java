package dev.zonecast.core;

/**
 * Times of all zones of one name on one kind of track.
 *
 * @param name display name of the location
 * @param kind CPU or GPU
 * @param track GPU context's name, or empty for CPU zones
 * @param count zones that ended
 * @param totalNanos sum of durations, inner zones included
 * @param meanNanos total divided by count
 * @param p50Nanos median, exact to 1/64
 * @param p99Nanos 99th percentile, exact to 1/64
 * @param maxNanos longest, exact
 */
public record ZoneSummary(
        String name,
        Kind kind,
        String track,
        long count,
        long totalNanos,
        long meanNanos,
        long p50Nanos,
        long p99Nanos,
        long maxNanos) {
    /** Where the zones ran. */
    public enum Kind {
        CPU,
        GPU
    }
}
