package dev.zonecast.core;

/** Severity of a message, ascending. Codes are Tracy's. */
public enum Severity {
    TRACE(0),
    DEBUG(1),
    INFO(2),
    WARNING(3),
    ERROR(4),
    FATAL(5);

    private static final Severity[] BY_CODE = values();

    private final int code;

    Severity(int code) {
        this.code = code;
    }

    /** 0 to 5. */
    public int code() {
        return code;
    }

    /** The severity of a code; {@link #FATAL} for codes above 5. */
    public static Severity ofCode(int code) {
        return BY_CODE[Math.clamp(code, 0, BY_CODE.length - 1)];
    }
}
