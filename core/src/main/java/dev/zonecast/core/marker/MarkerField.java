package dev.zonecast.core.marker;

/**
 * A piece of a marker's data.
 *
 * @param key name of the record's component
 * @param label what a viewer writes in front of the value
 * @param format how the value is shown
 * @param kind what the value is
 * @param searchable found by a viewer's search
 * @param hidden not shown but by labels that name it
 */
public record MarkerField(
        String key, String label, MarkerFormat format, Kind kind, boolean searchable, boolean hidden) {

    /** True if the value is a moment: see {@link MarkerFormat#TIME}. */
    public boolean isTime() {
        return format == MarkerFormat.TIME && kind == Kind.WHOLE;
    }

    /** What a value is, whatever its Java type was. */
    public enum Kind {
        /** byte, short, int, long. */
        WHOLE,
        /** float, double. */
        DECIMAL,
        /** boolean: 0 or 1. */
        TRUTH,
        /** String, which may be missing; char. */
        TEXT,
        /** A constant of an enum, by its place; may be missing. */
        CONSTANT;

        /** Number in recordings. */
        @SuppressWarnings("EnumOrdinal") // New ones are added at the end.
        public int code() {
            return ordinal();
        }

        static Kind of(Class<?> type) {
            if (type == boolean.class) {
                return TRUTH;
            } else if (type == float.class || type == double.class) {
                return DECIMAL;
            } else if (type == String.class || type == char.class) {
                return TEXT;
            } else if (type.isPrimitive()) {
                return WHOLE;
            }
            return type.isEnum() ? CONSTANT : null;
        }

        boolean isNumeric() {
            return this == WHOLE || this == DECIMAL;
        }
    }
}
