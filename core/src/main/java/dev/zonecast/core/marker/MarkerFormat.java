package dev.zonecast.core.marker;

import java.util.Locale;

/** How a field of a marker is shown; the Firefox profiler's formats. */
public enum MarkerFormat {
    // Texts.
    STRING(false),
    /** Left out of profiles from which private data is removed. */
    SANITIZED_STRING(false),
    URL(false),
    FILE_PATH(false),
    /** A text that comes often: profiles hold it once. */
    UNIQUE_STRING(false),

    // Numbers.
    /** Milliseconds. */
    DURATION(true),
    /** A moment: a reading of {@link Marker#now}. Shown in milliseconds since the start of the recording. */
    TIME(true),
    SECONDS(true),
    MILLISECONDS(true),
    MICROSECONDS(true),
    NANOSECONDS(true),
    BYTES(true),
    /** 1 = 100 %. */
    PERCENTAGE(true),
    INTEGER(true),
    DECIMAL(true),
    HEXADECIMAL(true),
    PID(true),
    TID(true);

    private static final long KIBIBYTE = 1024;

    private final boolean numeric;

    MarkerFormat(boolean numeric) {
        this.numeric = numeric;
    }

    /** For numbers; others are for texts. */
    public boolean isNumeric() {
        return numeric;
    }

    /** The Firefox profiler's word: {@code file-path}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The format of a word, or {@code null}. */
    public static MarkerFormat ofWord(String word) {
        for (MarkerFormat format : values()) {
            if (format.word().equals(word)) {
                return format;
            }
        }
        return null;
    }

    /**
     * A value for people.
     *
     * @param value a {@link Long}, a {@link Double}, or anything that is shown as its text
     */
    public String show(Object value) {
        if (!(value instanceof Number number)) {
            return String.valueOf(value);
        }
        return switch (this) {
            case DURATION, TIME, MILLISECONDS -> decimals(number) + " ms";
            case SECONDS -> decimals(number) + " s";
            case MICROSECONDS -> decimals(number) + " us";
            case NANOSECONDS -> decimals(number) + " ns";
            case BYTES -> bytes(number.doubleValue());
            case PERCENTAGE -> decimals(number.doubleValue() * 100) + " %";
            case HEXADECIMAL -> "0x" + Long.toHexString(number.longValue());
            default -> decimals(number);
        };
    }

    private static String decimals(Number number) {
        if (number instanceof Long) {
            return number.toString();
        }
        double value = number.doubleValue();
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return String.format(Locale.ROOT, Math.abs(value) < 1 ? "%.4g" : "%.3f", value);
    }

    private static String bytes(double bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        double shown = bytes;
        while (Math.abs(shown) >= KIBIBYTE && unit < units.length - 1) {
            shown /= KIBIBYTE;
            unit++;
        }
        return unit == 0 ? decimals(bytes) + " B" : String.format(Locale.ROOT, "%.1f %s", shown, units[unit]);
    }
}
