package dev.zonecast.core;

/** Who speaks in a message; the order is that of the live protocol. */
public enum MessageSource {
    /** The program. */
    USER,
    /** The profiler itself. */
    PROFILER
}
