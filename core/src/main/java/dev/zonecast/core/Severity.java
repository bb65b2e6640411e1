package dev.zonecast.core;

/** How much a message matters; the order is that of the live protocol. */
public enum Severity {
    TRACE,
    DEBUG,
    INFO,
    WARNING,
    ERROR,
    FATAL
}
