package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * A past run of a thread on a core. It is delivered late; the thread may have ended. Runs of a thread are sorted by time, and so are
 * runs on a core.
 *
 * @param nanos when it began
 * @param core number of the logical processor, as the operating system counts
 * @param preempted true: the system gave the core to another thread. False: the thread waits, sleeps or has ended
 */
public record RunEvent(EventThread thread, long nanos, long endNanos, int core, boolean preempted) implements Event {
    @Override
    public EventKind kind() {
        return EventKind.THREAD_RAN;
    }
}
