package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.OptionForm;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.registry.NearestName;
import dev.zonecast.flight.buffer.ManagerProtocol;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is to be recorded, in lines {@code KEY = VALUE} or {@code KEY PATTERN = VALUE}: a file, a request to the manager, a note for the
 * next manager. {@code docs/reference/manager-protocol.md} lists the keys. Not thread-safe.
 */
public final class RecordingSpec {
    /** Bytes of a file, and of a request. */
    static final int MOST_BYTES = 1 << 16;

    /** A key's form, and whether a pattern can follow the key. */
    private record Key(OptionForm<?> form, boolean hasPattern) {}

    private static final Map<String, Key> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("mode", new Key(new OptionForm<>("oneshot, circular or streaming", RecordingSpec::mode), false));
        KEYS.put("size", new Key(new OptionForm<>("a size from 4K to 64G", Recording::bufferBytesOf), true));
        KEYS.put("memory", new Key(OptionForm.size(Long.MAX_VALUE), false));
        KEYS.put("categories", new Key(new OptionForm<>("names, separated by commas", RecordingSpec::names), true));
        KEYS.put("later", new Key(OptionForm.flag(), false));
        KEYS.put("alert", new Key(new OptionForm<>("snapshot, stop or none", AlertAction::of), true));
        KEYS.put("output", new Key(new OptionForm<>("an absolute path", RecordingSpec::absolute), false));
    }

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /** Key with pattern, to the value. */
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads a file.
     *
     * @throws IOException if a line cannot be understood; the message has its number
     */
    public static RecordingSpec read(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + ": longer than " + MOST_BYTES + " bytes");
        }
        try {
            return of(file + ":", Files.readAllLines(file));
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": not a text in UTF-8", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Reads lines. Empty ones, and those that begin with {@code #}, are skipped.
     *
     * @param source precedes the number of the line in a message; null: the message has no number
     * @throws IllegalArgumentException if a line cannot be understood
     */
    static RecordingSpec of(String source, List<String> lines) {
        RecordingSpec spec = new RecordingSpec();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            try {
                if (!line.isEmpty() && line.charAt(0) != '#') {
                    spec.add(line);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        source == null ? e.getMessage() : source + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return spec;
    }

    private void add(String line) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("\"" + line + "\" is not a line KEY = VALUE");
        }
        String[] words = SPACE.split(line.substring(0, equals).strip(), 2);
        Key key = KEYS.get(words[0]);
        if (key == null) {
            throw new IllegalArgumentException("unknown key \"" + words[0] + "\""
                    + NearestName.hint(words[0], KEYS.keySet()) + "; the keys are " + String.join(", ", KEYS.keySet()));
        }
        if (words.length > 1 && !key.hasPattern) {
            throw new IllegalArgumentException(words[0] + " takes no name: \"" + words[1] + "\"");
        }
        String value = line.substring(equals + 1).strip();
        if (!key.form.fits(value)) {
            throw new IllegalArgumentException(words[0] + " takes " + key.form.words() + ", not \"" + value + "\"");
        }
        if (words[0].equals("alert") && words.length > 1) {
            checkAlert(words[1]);
        }
        if (values.putIfAbsent(String.join(" ", words), value) != null) {
            throw new IllegalArgumentException("\"" + String.join(" ", words) + "\" is given twice");
        }
    }

    /** A longer one would never fit: the packet cuts the name. */
    private static void checkAlert(String pattern) {
        if (pattern.getBytes(StandardCharsets.UTF_8).length > ManagerProtocol.ALERT_NAME_BYTES) {
            throw new IllegalArgumentException("the manager gets the first " + ManagerProtocol.ALERT_NAME_BYTES
                    + " bytes of an alert's name: shorten \"" + pattern + "\", with * at its end");
        }
    }

    /** Sets the value of a key without a pattern, in place of another one. */
    public void set(String key, String value) {
        values.remove(key);
        add(key + " = " + value);
    }

    /**
     * The recording.
     *
     * @throws IllegalArgumentException if there is none of these lines
     */
    public Recording recording() {
        return new Recording(this);
    }

    /** The lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        values.forEach((key, value) -> lines.add(key + " = " + value));
        return lines;
    }

    /** The value of a key without a pattern. */
    String get(String key, String otherwise) {
        return values.getOrDefault(key, otherwise);
    }

    /** Values of a key by their patterns: in the order of the lines, the one without a pattern last. */
    Map<String, String> rules(String key) {
        Map<String, String> rules = new LinkedHashMap<>();
        values.forEach((each, value) -> {
            if (each.startsWith(key + " ")) {
                rules.put(each.substring(key.length() + 1), value);
            }
        });
        if (values.containsKey(key)) {
            rules.putIfAbsent("*", values.get(key));
        }
        return rules;
    }

    static BufferMode mode(String text) {
        return BufferMode.valueOf(text.toUpperCase(Locale.ROOT));
    }

    static long bytes(String text) {
        return OptionForm.size(Long.MAX_VALUE).read(text);
    }

    private static Set<String> names(String text) {
        Set<String> names = CategorySelection.parse(text);
        if (names.isEmpty() && !text.isEmpty()) {
            throw new IllegalArgumentException(text);
        }
        return names;
    }

    private static Path absolute(String text) {
        Path path = Path.of(text);
        if (!path.isAbsolute() || path.getFileName() == null) {
            throw new IllegalArgumentException(text);
        }
        return path;
    }
}
