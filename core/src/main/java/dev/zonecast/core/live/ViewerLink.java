package dev.zonecast.core.live;

/** The way to a viewer, for the source of its session's events. For the collector's thread. */
public interface ViewerLink {
    /** False if the next events have to wait for the viewer. */
    boolean hasRoom();

    /** There was no room at any time since then, by {@link System#nanoTime}: ends the connection if that is too long. */
    void noRoomSince(long nanos);

    /** True if the connection has ended: events are dropped. */
    boolean isOver();
}
