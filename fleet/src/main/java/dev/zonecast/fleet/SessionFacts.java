package dev.zonecast.fleet;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a session is compared by. The program states most of it in application lines of the form {@code key: value}, as
 * {@code Zonecast.appInfo("build: 1.5")}.
 */
record SessionFacts(String program, String build, String gpu, String driver, String cpu, String os, String jvm) {
    /** In place of a fact that nobody states. */
    static final String UNKNOWN = "unknown";

    /** The facts that an option of {@code ingest} may state. */
    static final String KEYS = "program, build, gpu, driver, cpu, os, jvm";

    /** The facts of a session while it is read: the first value of a key counts. */
    static final class Builder {
        private final Map<String, String> facts = new TreeMap<>();

        /** Takes a line of the program; nothing happens if it states no fact. */
        void line(String line) {
            int end = line.indexOf(':');
            end = end < 0 ? line.indexOf('=') : end;
            if (end > 0) {
                set(line.substring(0, end), line.substring(end + 1));
            }
        }

        /** Takes a fact if its key is known and has no value yet. */
        void set(String key, String value) {
            String known = key(key);
            if (known != null && value != null && !value.isBlank()) {
                facts.putIfAbsent(known, value.strip());
            }
        }

        SessionFacts build() {
            return new SessionFacts(
                    of("program"), of("build"), of("gpu"), of("driver"), of("cpu"), of("os"), of("jvm"));
        }

        private String of(String key) {
            return facts.getOrDefault(key, UNKNOWN);
        }
    }

    /** The fact that a key names; null if it names none. */
    static String key(String text) {
        String key = text.strip().toLowerCase(Locale.ROOT);
        return switch (key) {
            case "program", "build", "gpu", "driver", "cpu", "os", "jvm" -> key;
            case "version" -> "build";
            case "renderer", "device" -> "gpu";
            default -> null;
        };
    }
}
