package dev.zonecast.fxt;

/** Reason for the end of a saved recording, in the order of the codes in {@link ExtensionLayout#SAVED} and in a trace buffer's header. */
public enum EndReason {
    /** A regular end, or a snapshot of a recording that continues. */
    ENDED("the recording was ended"),
    DIED("the program died"),
    BUFFER_FULL("the oneshot trace buffer was full"),
    DURABLE_FULL("the part of the trace buffer for names and places was full"),
    TOO_MANY_THREADS("the trace buffer was too small for the threads of the program and what is open in them"),
    WRITE_FAILED("the file could not be written: the disk may be full"),
    BUFFER_CUT("the program cut its trace buffer off"),
    PROTOCOL("the program broke the manager's protocol"),
    NO_ANSWER("the program did not answer the manager in time"),
    MANAGER_DIED("the manager died"),
    FAILED("an error in the profiler or the manager ended it, which the log names");

    private static final EndReason[] ALL = values();

    private final String text;

    EndReason(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }

    /** True if the recording ended without a request, and the program may have continued. */
    public boolean isEarly() {
        return this != ENDED && this != DIED;
    }

    /** The number of a reason in records and headers. */
    @SuppressWarnings("EnumOrdinal") // Codes of files, in this order.
    public int code() {
        return ordinal();
    }

    /** The reason with a code; {@link #ENDED} if there is none. */
    public static EndReason of(long code) {
        return code > 0 && code < ALL.length ? ALL[(int) code] : ENDED;
    }
}
