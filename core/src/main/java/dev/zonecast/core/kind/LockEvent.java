package dev.zonecast.core.kind;

/** Changes of a lock, in the order of their codes in rings. */
public enum LockEvent {
    /** A thread begins to wait. */
    WAIT,
    /** A thread begins an exclusive hold. Reentrant holds are no events. */
    OBTAIN,
    /** The holder releases the lock. */
    RELEASE,
    SHARED_WAIT,
    /** A thread begins a shared hold. */
    SHARED_OBTAIN,
    SHARED_RELEASE,
    /** A thread's wait ends without the lock. */
    GIVE_UP;

    private static final LockEvent[] ALL = values();

    /** Code in a ring. */
    @SuppressWarnings("EnumOrdinal") // Rings are read by the process that writes them, or one of the same version.
    public int code() {
        return ordinal();
    }

    public static LockEvent ofCode(int code) {
        return ALL[code];
    }
}
