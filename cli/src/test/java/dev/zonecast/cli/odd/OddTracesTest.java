package dev.zonecast.cli.odd;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static dev.zonecast.cli.JsonTree.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.FirefoxCheck;
import dev.zonecast.cli.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command on every odd trace: no crash, the exit code of a success, and the figures that were computed by hand. A trace is an
 * entry of {@link OddTraces}.
 */
class OddTracesTest {
    /** Neither line breaks in a cell nor escapes for a terminal. */
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\\n]]|[\\u202A-\\u202E\\u2066-\\u2069]");

    @TempDir
    static Path folder;

    private static final List<OddTrace> TRACES = OddTraces.all();

    static List<OddTrace> traces() {
        return TRACES;
    }

    /** Written once for all tests. */
    private static Path write(OddTrace trace) throws IOException {
        Path file = folder.resolve("odd " + TRACES.indexOf(trace) + ".fxt");
        return Files.exists(file) ? file : Files.write(file, trace.bytes());
    }

    private static CommandRun run(Object... words) {
        CommandRun run = CommandRun.printable(words);
        assertEquals(0, run.exit(), () -> List.of(words) + ": " + run.err());
        assertFalse(run.err().contains("Exception"), run.err());
        return run;
    }

    @ParameterizedTest
    @MethodSource("traces")
    void shouldHaveTheFiguresComputedByHand(OddTrace trace) throws IOException {
        Path file = write(trace);

        Object json = JsonTree.of(run("stats", file, "--json").out());

        assertEquals(trace.zoneCount(), number(json, "trace", "zones"));
        Map<String, OddTrace.Zones> zones = new LinkedHashMap<>();
        for (Object zone : list(at(json, "zones"))) {
            zones.put(
                    (String) at(zone, "name"),
                    new OddTrace.Zones(
                            number(zone, "count"),
                            number(zone, "totalNanos", "sum"),
                            number(zone, "selfNanos", "sum")));
        }
        trace.zones().forEach((name, expected) -> assertEquals(asRead(expected), zones.get(name), name));
        if (!trace.isBig()) {
            assertEquals(trace.zones().keySet(), zones.keySet());
        }
        Map<String, OddTrace.Plot> plots = new LinkedHashMap<>();
        for (Object plot : list(at(json, "plots"))) {
            plots.put(
                    (String) at(plot, "name"),
                    new OddTrace.Plot(
                            number(plot, "count"),
                            number(plot, "notFinite"),
                            (double) at(plot, "min"),
                            (double) at(plot, "mean"),
                            (double) at(plot, "max")));
        }
        assertEquals(trace.plots(), plots);
        Map<String, Long> losses = new LinkedHashMap<>();
        map(at(json, "losses")).forEach((kind, count) -> losses.put(kind, ((Double) count).longValue()));
        losses.values().removeIf(count -> count == 0);
        assertEquals(trace.losses(), losses);
    }

    /** The tree of JSON has numbers of 53 bits. */
    private static OddTrace.Zones asRead(OddTrace.Zones zones) {
        return new OddTrace.Zones(zones.count(), (long) (double) zones.totalNanos(), (long) (double) zones.selfNanos());
    }

    private static long number(Object json, String... path) {
        return ((Double) at(json, path)).longValue();
    }

    @ParameterizedTest
    @MethodSource("traces")
    void shouldPrintTablesWithoutControls(OddTrace trace) throws IOException {
        Path file = write(trace);

        String text = run("stats", file).out();
        String csv = run("stats", file, "--csv").out();
        String compared = run("compare", file, file).out();

        assertFalse(CONTROLS.matcher(text).find(), text);
        assertEquals(trace.losses().isEmpty(), text.contains("losses: none"), text);
        trace.zones().forEach((name, zones) -> {
            if (!CONTROLS.matcher(name).find() && !trace.isBig()) {
                assertTrue(text.contains(name), text);
                // As in Tracy's export, a place without time has no line.
                assertEquals(zones.totalNanos() > 0, csv.contains(name + ",,0," + zones.totalNanos() + ","), csv);
            }
        });
        assertFalse(compared.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("traces")
    void shouldExportAllZones(OddTrace trace) throws IOException {
        Path file = write(trace);
        long zones = trace.zoneCount() + trace.openZones();

        run("export", file, "--to", "csv", "-o", folder.resolve("odd.csv"));
        run("export", file, "--to", "perfetto", "-o", folder.resolve("odd.perfetto"));
        run("export", file, "--to", "chrome", "-o", folder.resolve("odd.chrome"));
        run("export", file, "--to", "firefox", "-o", folder.resolve("odd.firefox"));
        run("report", file, "-o", folder.resolve("odd.html"));

        assertEquals(zones, csvRows(folder.resolve("odd.csv")));
        if (!trace.isBig()) {
            Object chrome = JsonTree.of(folder.resolve("odd.chrome"));
            assertEquals(
                    zones,
                    list(at(chrome, "traceEvents")).stream()
                            .filter(event -> at(event, "ph").equals("X"))
                            .count());
            Object firefox = JsonTree.of(folder.resolve("odd.firefox"));
            FirefoxCheck.check(firefox);
            long markers = list(at(firefox, "threads")).stream()
                    .flatMap(thread -> list(at(thread, "markers", "data")).stream())
                    .filter(data -> data != null && at(data, "type").equals("Zone"))
                    .count();
            assertEquals(zones, markers);
        }
    }

    /** Lines of zones, without the head; a line break in quotes ends none. */
    private static long csvRows(Path file) throws IOException {
        String text = Files.readString(file);
        long rows = -1;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"';
            rows += text.charAt(i) == '\n' && !quoted ? 1 : 0;
        }
        return rows - Pattern.compile(",span,").matcher(text).results().count();
    }

    @ParameterizedTest
    @MethodSource("traces")
    void shouldKnowThatNoChecksumWasSaved(OddTrace trace) throws IOException {
        Path file = write(trace);

        CommandRun run = CommandRun.of("recover", "--verify", file);

        assertEquals(2, run.exit(), run.err());
        assertFalse(run.err().contains("Exception"), run.err());
    }
}
