package dev.zonecast.core.kind;

/** What the id of a record names. */
public enum IdSpace {
    /** Nothing: the id is a number, or unused. */
    NONE,
    LOCATION,
    NAME,
    PLOT,
    POOL,
    /** A frame set; 0 is the base set. */
    FRAME,
    LOCK,
    MARKER,
    /** A GPU context, whose id is in two places ({@code RingLayout.gpuContext}). */
    GPU_CONTEXT
}
