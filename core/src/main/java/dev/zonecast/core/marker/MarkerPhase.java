package dev.zonecast.core.marker;

/** What a marker's record represents. */
public enum MarkerPhase {
    /** A moment. */
    INSTANT,
    /** From a moment to another. */
    INTERVAL,
    /** An interval begins that ends with {@link #END}. */
    START,
    /** The interval that was started last under that name ends. */
    END,
    /** Data of the zone around it. */
    SCOPED;

    /** Bits of the number in a ring's record. */
    public static final int MASK = 7;

    private static final MarkerPhase[] ALL = values();

    /** Number in a ring's record. */
    @SuppressWarnings("EnumOrdinal") // Rings are read by the program that wrote them, or by its own version.
    public int code() {
        return ordinal();
    }

    /** The phase of a number. */
    public static MarkerPhase ofCode(int code) {
        return ALL[code & MASK];
    }
}
