package dev.zonecast.core.event;

/** The begin, the changes and the end of a thread. */
public enum Life {
    /** Once for each thread, before its first event. */
    STARTED,
    /** Its name or group changed. */
    CHANGED,
    /** The thread has ended with all of its zones; no event of it follows. */
    ENDED,
    /** The end of a thread that only has samples. No sample of it follows. */
    FORGOTTEN
}
