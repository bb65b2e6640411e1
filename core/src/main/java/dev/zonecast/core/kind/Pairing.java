package dev.zonecast.core.kind;

/** The part of a kind in pairs of a begin and an end, which are told apart by the event's set or id. */
public enum Pairing {
    /** No pair. */
    NONE,
    /** Ends what is open, begins the next. A set has either marks or begins and ends. */
    MARKS,
    OPENS,
    /** Between a begin and its end. */
    INSIDE,
    CLOSES
}
