package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * A thread ran on a core some time ago. It comes late, when the thread has gone on; the thread may have ended. Runs of one thread come in
 * the order of their time, and so do runs on one core.
 *
 * @param nanos when it began
 * @param core number of the logical processor, as the operating system counts
 * @param preempted the thread would have gone on: the system gave the core to another one. False: it waits, sleeps or has ended
 */
public record RunEvent(EventThread thread, long nanos, long endNanos, int core, boolean preempted) implements Event {
    @Override
    public EventKind kind() {
        return EventKind.THREAD_RAN;
    }
}
