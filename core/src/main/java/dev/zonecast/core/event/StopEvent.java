package dev.zonecast.core.event;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.kind.EventKind;

/**
 * A thread stood still some time ago. It may come late, when the thread has gone on; no zone of the thread begins or ends while it stands
 * still, but for the uncertainty of the clocks.
 */
public final class StopEvent extends Event {
    private final long endNanos;
    private final SourceLocation location;
    private final String text;

    /**
     * A stop.
     *
     * @param text or null
     */
    public StopEvent(EventThread thread, long beginNanos, long endNanos, SourceLocation location, String text) {
        set(EventKind.THREAD_STOPPED, thread, beginNanos);
        this.endNanos = endNanos;
        this.location = location;
        this.text = text;
    }

    public long endNanos() {
        return endNanos;
    }

    public SourceLocation location() {
        return location;
    }

    /** Null: none. */
    public String text() {
        return text;
    }
}
