package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Option;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tables of reference pages that are made of the code: limits of its constants, modules of their descriptors.
 * {@code -Dzonecast.docs.write=true} writes them.
 */
class ReferencePagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGES = ROOT.resolve("docs/reference");
    private static final String CORE = "dev.zonecast.core.";
    private static final Pattern REQUIRES =
            Pattern.compile("^ *requires (transitive |static )*([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern EXPORTS = Pattern.compile("^ *exports ([\\w.]+);", Pattern.MULTILINE);

    /** A constant, and the effect beyond it. */
    private record Value(String what, String constant, String beyond) {}

    private static final List<Value> PROGRAM_VALUES = List.of(
            new Value(
                    "bytes of a text or message (UTF-8)",
                    CORE + "ring.RingLayout.MAX_TEXT_BYTES",
                    "cut; counted as truncated text"),
            new Value(
                    "bytes of a registered name (UTF-8)",
                    CORE + "registry.NameTable.MAX_NAME_BYTES",
                    "cut; each name counted once as truncated text"),
            new Value(
                    "characters of all names together",
                    CORE + "registry.NameTable.MAX_CHARS",
                    "as a full table of names"),
            new Value("calls of a call stack", CORE + "CallStack.MAX_CALLS", "the outermost calls are left out"),
            new Value("fields of a marker", CORE + "marker.MarkerSchema.MAX_FIELDS", "`MarkerSchemaException`"),
            new Value(
                    "pixels of a side of a frame image",
                    CORE + "event.ImageEvent.MAX_SIDE",
                    "`IllegalArgumentException`"),
            new Value(
                    "frame images that wait for the GPU",
                    "dev.zonecast.framecapture.engine.CaptureEngine.MAX_OUTSTANDING",
                    "the frame has no image; counted as dropped frame image"),
            new Value(
                    "connections without a greeting", CORE + "live.TracyListener.MAX_CALLERS", "the oldest is dropped"),
            new Value(
                    "buffers of 1 MiB before a recording's disk",
                    CORE + "recording.QueuedOutput.MAX_BUFFERS",
                    "records are lost and counted"));

    private static final List<Value> FILE_VALUES = List.of(
            new Value(
                    "bytes of a record",
                    "dev.zonecast.fxt.FxtLayout.MAX_RECORD_BYTES",
                    "larger data is in several records"),
            new Value(
                    "bytes of a text for other readers",
                    "dev.zonecast.fxt.FxtLayout.MAX_STRING_BYTES",
                    "cut for them; `stats` and `report` have the whole text"),
            new Value(
                    "arguments of an event",
                    "dev.zonecast.fxt.FxtLayout.MAX_ARGUMENTS",
                    "further attributes are for `stats` and `report`"),
            new Value(
                    "strings in the table at a time",
                    "dev.zonecast.fxt.FxtLayout.MAX_STRING_INDEX",
                    "the table starts over"),
            new Value(
                    "threads in the table at a time",
                    "dev.zonecast.fxt.FxtLayout.MAX_THREAD_INDEX",
                    "the table starts over"),
            new Value(
                    "zones one inside the other as begin and end",
                    CORE + "recording.Track.MAX_NESTED",
                    "deeper zones are complete events"));

    private static final List<Value> TOOL_VALUES = List.of(
            new Value(
                    "threads and tracks of a trace",
                    "dev.zonecast.trace.TrackTable.MAX_TRACKS",
                    "events of threads beyond the limit"),
            new Value(
                    "source locations of a trace",
                    "dev.zonecast.trace.LocationTable.MAX_LOCATIONS",
                    "names beyond the limit"),
            new Value(
                    "kinds of markers of a trace",
                    "dev.zonecast.trace.MarkerReader.MAX_KINDS",
                    "names beyond the limit"),
            new Value(
                    "open markers of a thread beside its 64 rows",
                    "dev.zonecast.trace.MarkerReader.MAX_BESIDE",
                    "events beyond the lanes"),
            new Value("plots of a trace", "dev.zonecast.trace.PlotTable.MAX_PLOTS", "plot values beyond the limit"),
            new Value("open spans of a trace", "dev.zonecast.trace.SpanTable.MAX_OPEN", "names beyond the limit"),
            new Value("open flows of a trace", "dev.zonecast.trace.FlowTable.MAX_OPEN", "names beyond the limit"),
            new Value(
                    "zones one inside the other",
                    "dev.zonecast.trace.ZoneAssembler.MAX_DEPTH",
                    "zones nested too deep"),
            new Value(
                    "live memory blocks in `stats`",
                    "dev.zonecast.trace.stats.MemoryStatistics.MAX_LIVE_BLOCKS",
                    "the table has the number of blocks left out"),
            new Value(
                    "blocks of memory in `stats --memory` and on the page",
                    "dev.zonecast.trace.stats.MemoryUse.MAX_BLOCKS",
                    "counted as left out"),
            new Value(
                    "frames in `stats --memory` and in the memory tab of the page",
                    "dev.zonecast.trace.stats.MemoryUse.MAX_FRAMES",
                    "counted as left out"),
            new Value(
                    "frames of a set with missed refreshes",
                    "dev.zonecast.trace.stats.FramePacing.MAX_INTERVALS",
                    "counted as left out"),
            new Value(
                    "frames of a program with phases",
                    "dev.zonecast.trace.stats.FramePhases.MAX_FRAMES",
                    "counted as left out"),
            new Value(
                    "places and threads in the slowest frames",
                    "dev.zonecast.trace.stats.FrameContents.MAX_CELLS",
                    "the slower half of the frames is kept; the others are counted as left out"),
            new Value(
                    "zones of a Firefox profile",
                    "dev.zonecast.cli.export.FirefoxExport.MAX_ZONES",
                    "refused: choose a part"),
            new Value(
                    "levels of zones in Perfetto",
                    "dev.zonecast.cli.export.PerfettoExport.MAX_LEVELS",
                    "zones nested too deep"),
            new Value("frames of a page", "dev.zonecast.cli.report.ReportData.MAX_FRAMES", "left out by this output"),
            new Value(
                    "frames of a page with their zones",
                    "dev.zonecast.cli.report.ReportData.MAX_CONTENTS",
                    "the slowest frames are kept"),
            new Value(
                    "values of a zone of a page",
                    "dev.zonecast.cli.report.ReportData.MAX_VALUES",
                    "left out by this output"),
            new Value(
                    "messages of a page", "dev.zonecast.cli.report.ReportData.MAX_MESSAGES", "left out by this output"),
            new Value(
                    "plot values of a page",
                    "dev.zonecast.cli.report.ReportData.MAX_PLOT_VALUES",
                    "left out by this output"),
            new Value(
                    "holds of locks of a page",
                    "dev.zonecast.cli.report.ReportData.MAX_LOCK_SPANS",
                    "left out by this output"),
            new Value("flows of a page", "dev.zonecast.cli.report.ReportData.MAX_FLOWS", "left out by this output"),
            new Value("markers of a page", "dev.zonecast.cli.report.ReportData.MAX_MARKERS", "left out by this output"),
            new Value(
                    "values of markers of a page",
                    "dev.zonecast.cli.report.ReportData.MAX_MARKER_VALUES",
                    "left out by this output"),
            new Value(
                    "stack samples of a page",
                    "dev.zonecast.cli.report.SampleColumns.MAX_SAMPLES",
                    "left out by this output"),
            new Value(
                    "blocks of memory of a page",
                    "dev.zonecast.cli.report.MemoryColumns.MAX_BLOCKS",
                    "left out by this output"),
            new Value(
                    "paths of calls of a page",
                    "dev.zonecast.cli.report.StackColumns.MAX_NODES",
                    "left out by this output"));

    @Test
    void shouldHaveTheLimitOfEachTableOfAProgram() throws Exception {
        compare("limits.md", "## Tables of a program", "| table | entries | further ones | counted as |", tables());
    }

    @Test
    void shouldHaveTheLimitsOfValues() throws Exception {
        compare("limits.md", "## Values of a program", "| limit | value | beyond it |", rows(PROGRAM_VALUES));
        compare("limits.md", "## A recording", "| limit | value | beyond it |", rows(FILE_VALUES));
        compare("limits.md", "## Readers and outputs", "| limit | value | beyond it |", rows(TOOL_VALUES));
    }

    @Test
    void shouldHaveTheLimitsOfARecordedClient() throws Exception {
        List<String> rows = new ArrayList<>();
        for (Object kind :
                Class.forName("dev.zonecast.capture.tracy.SessionTables$Kind").getEnumConstants()) {
            rows.add("| " + call(kind, "entries") + " | " + grouped((Long) call(kind, "most")) + " |");
        }
        compare("limits.md", "## A recorded Tracy client", "| table | entries |", rows);
    }

    @Test
    void shouldHaveEachPublishedModuleWithItsNames() throws IOException {
        List<String> rows = new ArrayList<>();
        for (MatchResult folder : Pattern.compile("<artifactId>zonecast-([\\w-]+)</artifactId>")
                .matcher(Files.readString(ROOT.resolve("bom/pom.xml")))
                .results()
                .toList()) {
            if (!folder.group(1).equals("bom") && !folder.group(1).equals("parent")) {
                rows.add(module(folder.group(1)));
            }
        }
        assertTrue(rows.size() > 10, rows.toString());
        compare("modules.md", "## Published modules", "| artifact | module | packages for programs | needs |", rows);
    }

    // --- limits

    private static List<String> tables() throws Exception {
        Class<?> limit = Class.forName(CORE + "registry.TableLimit");
        Class<?> slots = Class.forName(CORE + "registry.Slots");
        for (String name : classesOfCore()) {
            Class<?> type = Class.forName(name, false, Option.class.getClassLoader());
            for (Field field : type.getDeclaredFields()) {
                boolean isTable = field.getType() == limit || field.getType() == slots;
                if (isTable && Modifier.isStatic(field.getModifiers())) {
                    Class<?> _ = Class.forName(name);
                }
            }
        }
        Class<?> _ = Class.forName(CORE + "registry.Registry");
        Map<String, String> rows = new LinkedHashMap<>();
        for (Object table : (List<?>) value(limit.getDeclaredField("OF_PROCESS"), null)) {
            String entries = (String) call(table, "entries");
            boolean ofNames = (Boolean) value(limit.getDeclaredField("ofNames"), table);
            rows.put(
                    entries,
                    "| %s | %s | %s | %s |"
                            .formatted(
                                    entries,
                                    grouped((Long) call(table, "most")),
                                    value(limit.getDeclaredField("effect"), table),
                                    ofNames ? "refused names" : "dropped events"));
        }
        return rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(String.CASE_INSENSITIVE_ORDER))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static List<String> classesOfCore() throws Exception {
        Path place = Path.of(
                Option.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return classes(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classes(jar.getPath("/"));
        }
    }

    private static List<String> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && name.startsWith("dev"))
                    .map(name -> name.substring(0, name.length() - ".class".length())
                            .replace('/', '.')
                            .replace('\\', '.'))
                    .toList();
        }
    }

    private static List<String> rows(List<Value> values) throws ReflectiveOperationException {
        List<String> rows = new ArrayList<>();
        for (Value value : values) {
            int dot = value.constant.lastIndexOf('.');
            Field field =
                    Class.forName(value.constant.substring(0, dot)).getDeclaredField(value.constant.substring(dot + 1));
            long number = ((Number) value(field, null)).longValue();
            rows.add("| %s | %s | %s |".formatted(value.what, grouped(number), value.beyond));
        }
        return rows;
    }

    private static Object value(Field field, Object owner) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(owner);
    }

    private static Object call(Object owner, String name) throws ReflectiveOperationException {
        Method method = owner.getClass().getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(owner);
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    // --- modules

    private static String module(String folder) throws IOException {
        Path descriptor = ROOT.resolve(folder).resolve("src/main/java/module-info.java");
        if (!Files.exists(descriptor)) {
            String pom = Files.readString(ROOT.resolve(folder).resolve("pom.xml"));
            if (pom.contains("<Premain-Class>")) {
                return "| `zonecast-%s` | - | - | - |".formatted(folder);
            }
            MatchResult name = Pattern.compile("<Automatic-Module-Name>(.+)</")
                    .matcher(pom)
                    .results()
                    .findFirst()
                    .orElseThrow();
            return "| `zonecast-%s` | `%s` | `%s` | on the class path, see below |"
                    .formatted(folder, name.group(1), name.group(1));
        }
        String text = Files.readString(descriptor);
        String name = "dev.zonecast." + folder.replace('-', '.');
        assertTrue(text.contains("module " + name + " {"), descriptor.toString());
        String needs = REQUIRES.matcher(text)
                .results()
                .filter(each -> !each.group(2).startsWith("java."))
                .map(each -> "`" + each.group(2) + "`" + (each.group().contains("static ") ? " (optional)" : ""))
                .collect(Collectors.joining(", "));
        String packages = EXPORTS.matcher(text)
                .results()
                .map(each -> "`" + each.group(1) + "`")
                .collect(Collectors.joining(", "));
        return "| `zonecast-%s` | `%s` | %s | %s |"
                .formatted(folder, name, packages.isEmpty() ? "-" : packages, needs.isEmpty() ? "-" : needs);
    }

    // --- pages

    /** Compares the first table below a heading, or writes it. */
    private static void compare(String name, String heading, String head, List<String> rows) throws IOException {
        Path page = PAGES.resolve(name);
        String text = Files.readString(page);
        int start = text.indexOf("\n|", text.indexOf(heading + "\n")) + 1;
        assertTrue(text.contains(heading + "\n") && start > 0, heading);
        int blank = text.indexOf("\n\n", start);
        int end = blank < 0 ? text.length() : blank + 1;
        String dashes = "|"
                + "---|"
                        .repeat((int) head.chars()
                                        .filter(letter -> letter == '|')
                                        .count()
                                - 1);
        String table = head + "\n" + dashes + "\n" + String.join("\n", rows) + "\n";
        if (Boolean.getBoolean("zonecast.docs.write")) {
            Files.writeString(page, text.substring(0, start) + table + text.substring(end));
            return;
        }

        assertEquals(table, text.substring(start, end), name + ", " + heading);
    }
}
