package dev.zonecast.core.kind;

/** The table of a record's id. */
public enum IdSpace {
    /** None: the id is a number, or unused. */
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
