package dev.zonecast.core.kind;

/** Kind of a parameter's value. */
public enum ParameterKind {
    /** Any number of 32 bits. */
    INTEGER,
    /** On or off: 1 or 0. */
    BOOLEAN,
    /** A button without a value. */
    TRIGGER
}
