package dev.zonecast.core;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads system properties; one that cannot be read is logged, and its default used. */
final class Property {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private Property() {}

    static boolean flag(String key, boolean otherwise) {
        String text = System.getProperty(key);
        if (text == null || text.isEmpty()) {
            return text != null || otherwise;
        }
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> {
                reject(key, text, otherwise);
                yield otherwise;
            }
        };
    }

    static long number(String key, long otherwise, long least, long most) {
        String text = System.getProperty(key);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, together with values out of range.
        }
        reject(key, text, otherwise);
        return otherwise;
    }

    static long size(String key, long otherwise, long most) {
        String text = System.getProperty(key);
        if (text == null) {
            return otherwise;
        }
        String digits = text.strip().toUpperCase(Locale.ROOT);
        int shift = digits.endsWith("K") ? 10 : digits.endsWith("M") ? 20 : digits.endsWith("G") ? 30 : 0;
        try {
            long value = Long.parseLong(shift == 0 ? digits : digits.substring(0, digits.length() - 1));
            if (value >= 0 && value <= most >> shift) {
                return value << shift;
            }
        } catch (NumberFormatException e) {
            // Told below, together with values out of range.
        }
        reject(key, text, otherwise);
        return otherwise;
    }

    static Path path(String key) {
        String text = System.getProperty(key);
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            reject(key, text, "none");
            return null;
        }
    }

    /** One of an enumeration's constants, or null for "off" and where there is none. */
    static <E extends Enum<E>> E choice(String key, Class<E> type) {
        String text = System.getProperty(key, "").strip();
        if (text.isEmpty() || text.equalsIgnoreCase("off")) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        reject(key, text, "off");
        return null;
    }

    static void reject(String key, String text, Object used) {
        LOG.log(System.Logger.Level.WARNING, "-D{0}={1} cannot be read; {2} is used", key, text, String.valueOf(used));
    }
}
