package dev.zonecast.core.kind;

/** What a viewer's user can do with a parameter. */
public enum ParameterKind {
    /** Any number of 32 bits. */
    INTEGER,
    /** On or off: 1 or 0. */
    BOOLEAN,
    /** Only pressed; it has no value. */
    TRIGGER
}
