package dev.zonecast.core.kind;

/** Role of a kind in pairs of begin and end. The event's set or id identifies a pair. */
public enum Pairing {
    /** No pair. */
    NONE,
    /** Ends the open one and begins the next. A set has either marks, or begins and ends. */
    MARKS,
    OPENS,
    /** Between a begin and its end. */
    INSIDE,
    CLOSES
}
