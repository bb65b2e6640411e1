package dev.zonecast.fleet;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
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

    /** A file system's names have at most so many bytes. */
    private static final int MAX_NAME_BYTES = 255;

    private static final String BUILD_FOLDER = "build=";

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
                    of("program"), named(of("build")), of("gpu"), of("driver"), of("cpu"), of("os"), of("jvm"));
        }

        /** The build as the name of a folder can have it. One that is cut ends with a hash: different builds stay apart. */
        private static String named(String build) {
            int max = MAX_NAME_BYTES - BUILD_FOLDER.length();
            if (encodedBytes(build, build.length()) <= max) {
                return build;
            }
            String hash = "-" + HexFormat.of().toHexDigits((int) SourceFile.hash(build));
            int end = 0;
            for (int next = 0; encodedBytes(build, next) <= max - hash.length(); ) {
                end = next;
                next = build.offsetByCodePoints(next, 1);
            }
            return build.substring(0, end) + hash;
        }

        /** A folder's name has three characters for each byte that is no letter, digit or one of four signs. */
        private static int encodedBytes(String text, int end) {
            int bytes = 0;
            for (byte next : text.substring(0, end).getBytes(StandardCharsets.UTF_8)) {
                bytes += Character.isLetterOrDigit(next) || "-_.~".indexOf(next) >= 0 ? 1 : 3;
            }
            return bytes;
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
