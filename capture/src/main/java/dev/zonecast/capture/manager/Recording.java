package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.OptionForm;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.registry.NamePattern;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What is recorded of all programs at one time. Immutable. */
public final class Recording {
    private static final long LEAST_BUFFER_BYTES = 4096;
    private static final long MOST_BUFFER_BYTES = 1L << 36;
    private static final long USUAL_BUFFER_BYTES = 32L << 20;
    private static final long LEAST_USUAL_BYTES = 1L << 20;

    /** Values by names, in the order in which they are tried. */
    private record Rules<T>(Map<Pattern, T> values, T otherwise) {
        static <T> Rules<T> of(Map<String, String> lines, T otherwise, Function<String, T> reader) {
            Map<Pattern, T> values = new LinkedHashMap<>();
            lines.forEach((pattern, value) -> values.put(NamePattern.any(List.of(pattern)), reader.apply(value)));
            return new Rules<>(values, otherwise);
        }

        T of(String name) {
            return values.entrySet().stream()
                    .filter(each -> each.getKey().matcher(name).matches())
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(otherwise);
        }
    }

    private final BufferMode mode;
    private final long memoryBytes;
    private final boolean later;
    private final Path target;
    private final Rules<Long> sizes;
    private final Rules<Set<String>> categories;
    private final Rules<AlertAction> alerts;
    private final List<String> lines;

    /** @throws IllegalArgumentException if that cannot be */
    Recording(RecordingSpec spec) {
        String output = spec.get("output", null);
        if (output == null) {
            throw new IllegalArgumentException("a recording needs an output");
        }
        lines = spec.lines();
        target = Path.of(output);
        mode = RecordingSpec.mode(spec.get("mode", "streaming"));
        memoryBytes = RecordingSpec.bytes(spec.get("memory", "0"));
        if (memoryBytes > 0 && mode != BufferMode.STREAMING) {
            throw new IllegalArgumentException("a memory limit needs mode streaming");
        }
        later = OptionForm.flag().read(spec.get("later", "false"));
        long usual = isLimited()
                ? Math.clamp(memoryBytes / 16 & -4096, LEAST_USUAL_BYTES, MOST_BUFFER_BYTES)
                : USUAL_BUFFER_BYTES;
        sizes = Rules.of(spec.rules("size"), usual, Recording::bufferBytesOf);
        categories = Rules.of(spec.rules("categories"), Set.of(), CategorySelection::parse);
        boolean keepsAll = mode == BufferMode.STREAMING && !isLimited();
        alerts = Rules.of(spec.rules("alert"), keepsAll ? AlertAction.NONE : AlertAction.SNAPSHOT, AlertAction::of);
    }

    /** A recording of lines of a spec. */
    static Recording of(String... lines) {
        return RecordingSpec.of(null, List.of(lines)).recording();
    }

    /** Reads the size of a buffer. */
    static long bufferBytesOf(String text) {
        long bytes = RecordingSpec.bytes(text);
        if (bytes < LEAST_BUFFER_BYTES || bytes > MOST_BUFFER_BYTES || (bytes & 7) != 0) {
            throw new IllegalArgumentException("size " + bytes + ": from 4K to 64G, a multiple of 8");
        }
        return bytes;
    }

    /** The lines of its spec. */
    List<String> lines() {
        return lines;
    }

    BufferMode mode() {
        return mode;
    }

    /** The archive. */
    Path target() {
        return target;
    }

    /** Size of a program's buffer. */
    long bufferBytes(String program) {
        return sizes.of(program);
    }

    /** Categories of a program, by their names; empty: all. */
    Set<String> categories(String program) {
        return categories.of(program);
    }

    /** A category that no program knows yet is no mistake. */
    boolean mayComeLater() {
        return later;
    }

    /** What an alert causes. */
    AlertAction action(String alert) {
        return alerts.of(alert);
    }

    /** Limit for all programs together; beyond it the oldest data is dropped. 0: no limit. */
    long memoryBytes() {
        return memoryBytes;
    }

    /** True if recorded data stays in memory, up to a limit. */
    boolean isLimited() {
        return memoryBytes > 0;
    }
}
