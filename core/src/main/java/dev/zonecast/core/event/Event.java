package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * An event of one kind. Times are nanoseconds of {@link System#nanoTime}. An event is valid during the sink's call, because its source
 * reuses the object. Events that are Java records stay valid.
 */
public sealed interface Event
        permits ReusedEvent, SectionEvent, MachineEvent, StopEvent, RunEvent, SampleEvent, ProgramEvent {
    /** The kind of this event. */
    EventKind kind();

    /** Thread of the event; null if it has none. */
    default EventThread thread() {
        return null;
    }

    /** Time of the event. */
    long nanos();
}
