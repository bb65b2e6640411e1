package dev.zonecast.trace;

/**
 * A frame that has ended.
 *
 * @param track the set it belongs to
 * @param name of the set; {@code TraceFrame} for the base set
 * @param number in the base set, -1 in others
 * @param beginNanos when it began
 * @param endNanos when it ended
 * @param cutOff the recording ended before it
 */
public record TraceFrame(Track track, String name, long number, long beginNanos, long endNanos, boolean cutOff)
        implements TraceEvent {
    /** How long it took. */
    public long durationNanos() {
        return endNanos - beginNanos;
    }

    /** Of the frames that the program marks without naming a set. */
    public boolean isBase() {
        return track.subject() == 0;
    }
}
