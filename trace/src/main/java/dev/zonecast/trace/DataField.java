package dev.zonecast.trace;

/**
 * A field of a marker's data.
 *
 * @param key name of the field
 * @param label what a viewer writes in front of the value
 * @param format the Firefox Profiler's word for how the value is shown: {@code file-path}
 * @param kind what the value is
 * @param searchable found by a viewer's search
 * @param hidden not shown but by labels that name it
 */
public record DataField(String key, String label, String format, Kind kind, boolean searchable, boolean hidden) {
    private static final String TIME = "time";

    /** True if the value is a moment. */
    public boolean isTime() {
        return kind == Kind.WHOLE && format.equals(TIME);
    }

    /** What a value is, in the order of their numbers in recordings. */
    public enum Kind {
        WHOLE,
        DECIMAL,
        /** 0 or 1. */
        TRUTH,
        /** May be missing. */
        TEXT,
        /** The name of a constant; may be missing. */
        CONSTANT;

        /** The kind of a number, {@link #TEXT} of one that is not known. */
        static Kind ofCode(int code) {
            return code >= 0 && code < values().length ? values()[code] : TEXT;
        }
    }
}
