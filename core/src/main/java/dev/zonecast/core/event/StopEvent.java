package dev.zonecast.core.event;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;

/**
 * A past stop of a thread. It may be delivered late. Within the error of the clocks, no zone of the thread begins or ends during the stop.
 *
 * @param nanos begin of the stop
 * @param text null: none
 */
public record StopEvent(EventThread thread, long nanos, long endNanos, SourceLocation location, String text)
        implements Event {
    @Override
    public EventKind kind() {
        return EventKind.THREAD_STOPPED;
    }
}
