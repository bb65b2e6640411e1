package dev.zonecast.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the value of an option is written.
 *
 * @param words the form for a message, as "true or false"
 * @param reader throws IllegalArgumentException for a text of another form
 * @param <T> of the value
 */
public record OptionForm<T>(String words, Function<String, T> reader) {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,15})\\s*(us|ms|s|)");

    /** Checks that nothing is null. */
    public OptionForm {
        Objects.requireNonNull(words, "words");
        Objects.requireNonNull(reader, "reader");
    }

    /** {@code true}, {@code yes}, {@code on}, {@code 1} or empty; {@code false}, {@code no}, {@code off} or {@code 0}. */
    public static OptionForm<Boolean> flag() {
        return new OptionForm<>("true or false", OptionForm::isOn);
    }

    /** A whole number. */
    public static OptionForm<Long> number(long least, long most) {
        return new OptionForm<>(
                "a number from " + least + " to " + most, text -> within(Long.parseLong(text), least, most));
    }

    /** A number of bytes, or of KiB, MiB or GiB with the suffix {@code K}, {@code M} or {@code G}. */
    public static OptionForm<Long> size(long mostBytes) {
        return new OptionForm<>("a size, as 65536, 64K, 1M or 2G", text -> size(text, mostBytes));
    }

    /**
     * A time with the suffix {@code us}, {@code ms} or {@code s}.
     *
     * @param unit of a number without a suffix, and of the bounds
     */
    public static OptionForm<Duration> duration(ChronoUnit unit, long least, long most) {
        String suffix = suffix(unit);
        return new OptionForm<>(
                "a time from " + least + suffix + " to " + most + suffix + ", as " + Math.clamp(50, least, most)
                        + suffix,
                text -> duration(text, unit, Duration.of(least, unit), Duration.of(most, unit)));
    }

    /**
     * The value.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public T read(String text) {
        return reader.apply(text.strip());
    }

    /** True if {@link #read} has a value for this text. */
    public boolean fits(String text) {
        try {
            T ignored = read(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static boolean isOn(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1", "" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static long size(String text, long most) {
        int shift =
                10 * (1 + "KMG".indexOf(text.isEmpty() ? ' ' : Character.toUpperCase(text.charAt(text.length() - 1))));
        String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
        return within(Long.parseLong(digits), 0, most >> shift) << shift;
    }

    private static String suffix(ChronoUnit unit) {
        return switch (unit) {
            case MICROS -> "us";
            case MILLIS -> "ms";
            case SECONDS -> "s";
            default -> throw new IllegalArgumentException("no suffix for " + unit);
        };
    }

    private static Duration duration(String text, ChronoUnit unit, Duration least, Duration most) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text);
        }
        Duration value = Duration.of(
                Long.parseLong(parts.group(1)),
                switch (parts.group(2)) {
                    case "us" -> ChronoUnit.MICROS;
                    case "ms" -> ChronoUnit.MILLIS;
                    case "s" -> ChronoUnit.SECONDS;
                    default -> unit;
                });
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(value + " is not between " + least + " and " + most);
        }
        return value;
    }

    private static long within(long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(value + " is not between " + least + " and " + most);
        }
        return value;
    }
}
