package dev.zonecast.core.event;

/** The begin, the changes and the end of a thread. */
public enum Life {
    /** Once for each thread, before its first event. */
    STARTED,
    /** Its name or group changed. */
    CHANGED,
    /** The thread has ended with all of its zones. No event of it follows but the end of a lock's hold whose release was lost. */
    ENDED,
    /** The end of a thread that only has samples. No sample of it follows. */
    FORGOTTEN
}
