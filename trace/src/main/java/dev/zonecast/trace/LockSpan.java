package dev.zonecast.trace;

/**
 * A lock was held, or waited for.
 *
 * @param lock id of the lock
 * @param track of the lock if it was held, of the thread that waited otherwise
 * @param name of the holder; of a wait, {@code wait for} and the lock
 * @param hold held, not waited for
 * @param outcome {@code released}, {@code obtained}, {@code given up} or {@code end of recording}
 * @param beginNanos when it began
 * @param endNanos when it ended
 * @param place where in the program it was obtained; null if the program gave none, and of waits
 */
public record LockSpan(
        long lock,
        Track track,
        String name,
        boolean hold,
        String outcome,
        long beginNanos,
        long endNanos,
        Location place)
        implements TraceEvent {
    /** How long it took. */
    public long durationNanos() {
        return endNanos - beginNanos;
    }
}
