package dev.zonecast.core.event;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;

/**
 * A thread stood still some time ago. It may come late, when the thread has gone on; no zone of the thread begins or ends while it stands
 * still, but for the uncertainty of the clocks.
 *
 * @param nanos when it began
 * @param text null: none
 */
public record StopEvent(EventThread thread, long nanos, long endNanos, SourceLocation location, String text)
        implements Event {
    @Override
    public EventKind kind() {
        return EventKind.THREAD_STOPPED;
    }
}
