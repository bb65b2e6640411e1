package dev.zonecast.core;

/** How much a message matters, from least to most; the number is that of Tracy's protocol. */
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

    /** The severity of a code; one that is too high is {@link #FATAL}. */
    public static Severity ofCode(int code) {
        return BY_CODE[Math.clamp(code, 0, BY_CODE.length - 1)];
    }
}
