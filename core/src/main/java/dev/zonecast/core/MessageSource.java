package dev.zonecast.core;

/** Who speaks in a message; the number is that of Tracy's protocol. */
public enum MessageSource {
    /** The program. */
    USER(0),
    /** The profiler itself. */
    PROFILER(1);

    private final int code;

    MessageSource(int code) {
        this.code = code;
    }

    /** 0 or 1. */
    public int code() {
        return code;
    }

    /** The source of a code. */
    public static MessageSource ofCode(int code) {
        return code == 0 ? USER : PROFILER;
    }
}
