package dev.zonecast.core.ring;

/**
 * A wait for a lock that lasts, or the run of a fiber on a thread. Recordings have such a thing as a whole when it has ended, so a ring
 * that outlives its process remembers what had begun.
 *
 * @param id of the lock, or of the name of the thread that runs the fiber; 0: there is nothing
 * @param shared of a wait: for reading
 * @param sinceNanos time of {@link System#nanoTime}
 * @param threadId of the thread that runs the fiber, 0 of a wait
 */
public record UnendedState(int id, boolean shared, long sinceNanos, long threadId) {
    public static final UnendedState NONE = new UnendedState(0, false, 0, 0);
}
