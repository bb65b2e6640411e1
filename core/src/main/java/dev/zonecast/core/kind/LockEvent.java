package dev.zonecast.core.kind;

/** What may happen to a lock. The order is that of the codes in a ring. */
public enum LockEvent {
    /** A thread asks for it and has to wait. */
    WAIT,
    /** A thread has it, alone; what it takes again while it has it is no event. */
    OBTAIN,
    /** The thread that has it gives it back. */
    RELEASE,
    SHARED_WAIT,
    /** A thread has it, together with others. */
    SHARED_OBTAIN,
    SHARED_RELEASE,
    /** A thread waits no more, and did not get it. */
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
