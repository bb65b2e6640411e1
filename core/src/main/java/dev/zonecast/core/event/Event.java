package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * An event of one kind. Times are nanoseconds of {@link System#nanoTime}. An event that is no record is valid during the call of the sink
 * that gets it: its source fills the same object again for the next one.
 */
public sealed interface Event
        permits ReusedEvent, SectionEvent, MachineEvent, StopEvent, RunEvent, SampleEvent, ProgramEvent {
    /** What happened. */
    EventKind kind();

    /** The thread that it is about; null for an event of no thread. */
    default EventThread thread() {
        return null;
    }

    /** When it happened. */
    long nanos();
}
