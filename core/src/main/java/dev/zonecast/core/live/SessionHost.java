package dev.zonecast.core.live;

import dev.zonecast.core.Option;
import dev.zonecast.core.event.EventSink;

/** The profiler, as the listener for viewers needs it. All methods may be called by any thread and return at once. */
public interface SessionHost {
    /**
     * Gives events to a viewer's session from now on.
     *
     * @return false if the profiler has ended and the session gets nothing any more
     */
    boolean attach(EventSink session);

    /** A session that was {@linkplain #attach attached} counts as connected now. */
    default void attached() {}

    /** The sink to attach for a session: the session itself, or one that feeds it. */
    default EventSink served(EventSink session, ViewerLink link) {
        return session;
    }

    /** Ends a session: its {@link EventSink#end} will be called. Nothing happens if it has ended. */
    void detach(EventSink session);

    /** {@link System#nanoTime} of the profiler's start: the viewer's time 0. */
    long originNanos();

    /**
     * How long the collector may wait for a viewer that takes nothing, before the session is ended. Asked while it waits, so that
     * it can be long while the viewer is the only one to get events, and short beside a recording.
     */
    long stallLimitNanos();

    /** Which limit {@link #stallLimitNanos} is, for the log. */
    default String stallLimitText() {
        return Option.VIEWER_STALL.toString();
    }
}
