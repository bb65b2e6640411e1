package dev.zonecast.core.event;

/** What happens to a thread as a whole. */
public enum Life {
    /** The thread will have events; comes once, before its first event. */
    STARTED,
    /** Its name or group changed. */
    CHANGED,
    /** The thread has ended with all of its zones; no event of it follows. */
    ENDED,
    /** No sample of this thread follows. The thread records nothing and was never started. */
    FORGOTTEN
}
