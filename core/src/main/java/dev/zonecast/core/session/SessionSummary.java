package dev.zonecast.core.session;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.recording.ProgramName;
import dev.zonecast.core.system.HostFacts;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * The file of {@code zonecast.session}: the figures of one run, of a few kilobytes. It has the program's own names of zones and frames, and
 * facts by which sessions are compared. It has no name of a user, a machine or a thread, no path, no argument, no time of day.
 * {@code docs/reference/fleet.md} describes the format. Owned by the collector's thread until {@link #write}.
 */
final class SessionSummary {
    private static final String FIRST_LINE = "zonecast-session\t1\n";
    private static final String ENDING = ".zcs.gz";

    /** Keys of application lines that are facts. A summary has no other line. */
    static final Set<String> KEYS = Set.of("build", "version", "gpu", "renderer", "device", "driver");

    static final Set<String> HOST_KEYS = Set.of("os", "jvm", "cpu");

    private final Path folder;
    private final String program;
    private final Map<String, String> facts = new LinkedHashMap<>();

    /** By set; null is the base set. A named set may have any name. */
    private final Map<FrameName, ZoneTimes> frames = new LinkedHashMap<>();

    private final Map<FrameName, Long> frameBegins = new HashMap<>();
    private final StringBuilder zones = new StringBuilder();
    private long startNanos;
    private long lost;

    /**
     * A summary.
     *
     * @param folder is made if it is missing
     * @param givenName of the program; empty: as found
     */
    SessionSummary(Path folder, String givenName) {
        this.folder = folder;
        this.program = ProgramName.of(givenName);
    }

    Path folder() {
        return folder;
    }

    void begin(long nanos) {
        startNanos = nanos;
    }

    /** Takes a frame's mark, start or end. */
    void frame(FrameEvent frame) {
        if (frame.kind() == EventKind.FRAME_VSYNC) {
            return;
        }
        FrameName set = frame.name();
        Long begin = frame.kind() == EventKind.FRAME_START ? null : frameBegins.remove(set);
        if (begin != null) {
            long duration = Math.max(0, frame.nanos() - begin);
            frames.computeIfAbsent(set, name -> new ZoneTimes()).add(duration, duration);
        }
        if (frame.kind() != EventKind.FRAME_END) {
            frameBegins.put(set, frame.nanos());
        }
    }

    /** Takes a line of the program, or the profiler's figures. */
    void program(ProgramEvent event) {
        if (event.kind() == EventKind.APP_INFO) {
            fact(event.line(), KEYS);
        } else if (event.kind() == EventKind.STATISTICS) {
            lost = event.statistics().losses().total();
        }
    }

    private void fact(String line, Set<String> keys) {
        int end = line.indexOf(':') < 0 ? line.indexOf('=') : line.indexOf(':');
        String key = end < 0 ? "" : line.substring(0, end).strip().toLowerCase(Locale.ROOT);
        if (keys.contains(key)) {
            facts.putIfAbsent(key, line.substring(end + 1).strip());
        }
    }

    /** Takes the zones of a name. */
    void zones(ZoneSummary.Kind kind, String name, ZoneTimes times) {
        zones(kind.name().toLowerCase(Locale.ROOT), name, times);
    }

    private void zones(String kind, String name, ZoneTimes times) {
        if (times.total().count() == 0) {
            return;
        }
        line(
                zones,
                "zone",
                kind,
                name,
                times.total().count(),
                times.selfNanos(),
                times.total().sum(),
                times.total().min(),
                times.total().max());
        // In place of the line's end.
        zones.setCharAt(zones.length() - 1, '\t');
        times.total()
                .bins((bin, count) ->
                        zones.append(bin).append(':').append(count).append(' '));
        zones.setCharAt(zones.length() - 1, '\n');
    }

    private static void line(StringBuilder text, Object... fields) {
        for (Object field : fields) {
            String escaped =
                    field.toString().replace("\\", "\\\\").replace("\t", "\\t").replaceAll("\\R", "\\\\n");
            text.append(escaped).append('\t');
        }
        text.setCharAt(text.length() - 1, '\n');
    }

    /** Writes the file. */
    void write(long endNanos) throws IOException {
        frames.forEach((set, times) -> zones("frame", set == null ? "frame" : set.name(), times));
        HostFacts.describe(Path.of("/"), List.of()).lines().forEach(line -> fact(line, HOST_KEYS));
        String id = Long.toHexString(UUID.randomUUID().getMostSignificantBits());
        StringBuilder text = new StringBuilder(FIRST_LINE);
        line(text, "id", id);
        line(text, "day", LocalDate.now(ZoneOffset.UTC));
        line(text, "duration", Math.max(0, endNanos - startNanos));
        line(text, "lost", Math.max(0, lost));
        line(text, "fact", "program", program);
        facts.forEach((key, value) -> line(text, "fact", key, value));
        save(folder, id, text.append(zones).append("end\n"));
    }

    /** The file has its name when it is whole. If it cannot be written, nothing of it stays. */
    static void save(Path folder, String id, CharSequence text) throws IOException {
        Files.createDirectories(folder);
        Path part = folder.resolve("." + id + ".part");
        try {
            try (Writer out = new OutputStreamWriter(
                    new GZIPOutputStream(Files.newOutputStream(part, StandardOpenOption.CREATE_NEW)),
                    StandardCharsets.UTF_8)) {
                out.append(text);
            }
            Files.move(part, folder.resolve(id + ENDING), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            // Gone already if it was moved.
            Files.deleteIfExists(part);
        }
    }
}
