package dev.zonecast.core;

/** The origin of a message. Codes are Tracy's. */
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
