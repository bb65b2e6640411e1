package dev.zonecast.trace;

/**
 * A look at a thread's stack. Samples come late, and not in the order of their time.
 *
 * @param track the thread
 * @param beginNanos when
 * @param kind why
 * @param weight nanoseconds of processor time, nanoseconds between two looks, nanoseconds of sleep, or bytes, by kind
 * @param type class of the object that was allocated, else empty
 * @param stack what was found
 */
public record StackSample(Track track, long beginNanos, Kind kind, long weight, String type, Stack stack)
        implements TraceEvent {
    /** Why a stack was looked at. */
    public enum Kind {
        /** The thread ran Java. */
        RUNNING,
        /** The thread was in native code, running or waiting. */
        NATIVE,
        /** The thread fell asleep at that time. */
        SLEEPING,
        /** The thread allocated. */
        ALLOCATION
    }
}
