package dev.zonecast.core.kind;

/** How the collector orders events of a kind. */
public enum Order {
    /** Begins and ends of zones; in the order of their thread's ring. */
    ZONE,
    /** Attribute of an open zone; delivered while that zone is the innermost. */
    ATTRIBUTE,
    /** Data for the next record of the ring; no event of its own. */
    LEAD,
    /** In the order of their thread's ring. */
    THREAD,
    /** In the order of time across all threads. */
    ACROSS,
    /** In no ring: registered or sampled, and sent to sinks by call. */
    TOLD
}
