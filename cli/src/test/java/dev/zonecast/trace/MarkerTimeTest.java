package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.PageText;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.core.marker.MarkerType;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A moment in the data of a marker counts from the start of the recording, in every output. */
class MarkerTimeTest {
    record Taken(String item, long moment) {}

    private static final MarkerType<Taken> TAKEN =
            MarkerType.of(Taken.class, MarkerSchema.builder("Taken").field("moment", "Moment", MarkerFormat.TIME));
    /** A double has it exactly, but for the last digits. */
    private static final double MILLIS = 1e-6;

    @TempDir
    static Path folder;

    private static Path file;
    private static TraceLog log;

    /** An interval begins before the recording: its begin is the earliest time of the profile. */
    @BeforeAll
    static void record() throws Exception {
        Zonecast.startRecording(folder.resolve("first.fxt"));
        long early = dev.zonecast.core.marker.Marker.now();
        Zonecast.stopRecording();
        file = folder.resolve("times.fxt");
        Zonecast.startRecording(file);
        Thread thread = Thread.ofPlatform().name("taker").start(() -> {
            long moment = dev.zonecast.core.marker.Marker.now();
            TAKEN.interval(moment, new Taken("ring", moment));
            TAKEN.interval(early, new Taken("early", early));
            TAKEN.instant(new Taken("none", 0));
            try (MarkerType.Scope<Taken> scope = TAKEN.open()) {
                scope.set(new Taken("lamp", moment));
            }
        });
        thread.join();
        Zonecast.stopRecording();
        log = TraceLog.of(file);
    }

    private static TraceMarker of(String item) {
        return log.markers.stream()
                .filter(marker -> marker.values().getFirst().equals(item))
                .findFirst()
                .orElseThrow();
    }

    private static double ringMillis() {
        return (of("ring").beginNanos() - log.session.startNanos()) / 1e6;
    }

    private static String exported(String format) throws Exception {
        return exported(file, format);
    }

    private static String exported(Path recording, String format, String... options) throws Exception {
        Path target = folder.resolve("exported." + format);
        List<Object> line = new ArrayList<>(List.of("export", recording, "--to", format, "-o", target));
        line.addAll(List.of(options));
        CommandRun run = CommandRun.of(line.toArray());
        assertEquals(0, run.exit(), run.err());
        return Files.readString(target, StandardCharsets.ISO_8859_1);
    }

    private static double found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), pattern + " in " + text);
        return Double.parseDouble(matcher.group(1));
    }

    @Test
    void shouldCountFromTheStartOfTheRecordingWhenRead() {
        assertEquals(ringMillis(), (double) of("ring").values().get(1), MILLIS);
        assertTrue((double) of("early").values().get(1) < 0);
    }

    @Test
    void shouldHaveNoMomentWhenNothingWasRecordedThen() {
        assertNull(of("none").values().get(1));
    }

    @Test
    void shouldCountFromTheAxisOfTheFirefoxProfile() throws Exception {
        String json = exported("firefox");

        double ring = (of("ring").beginNanos() - of("early").beginNanos()) / 1e6;
        assertEquals(ring, found("\"item\":\"ring\",\"moment\":([-0-9.E]+)", json), MILLIS);
        assertEquals(ring, found("\"item\":\"lamp\",\"moment\":([-0-9.E]+)", json), MILLIS);
    }

    /** The second of two recordings of this process, as all other times of the file. */
    @Test
    void shouldCountFromTheStartOfTheChosenProgram() throws Exception {
        Path joined = folder.resolve("joined.fxt");
        try (OutputStream out = Files.newOutputStream(joined)) {
            Files.copy(folder.resolve("first.fxt"), out);
            Files.copy(file, out);
        }
        String second = ProcessHandle.current().pid() + "#2";

        String csv = exported(joined, "csv", "--process", second);
        String chrome = exported(joined, "chrome", "--process", second);

        double begin = found("Taken,[^,]*,[0-9]+,([-0-9]+),[^\n]*item: ring;", csv) / 1e6;
        assertEquals(begin, found("item: ring; moment: ([-0-9.E]+)", csv), MILLIS);
        assertEquals(begin, found("item: lamp; moment: ([-0-9.E]+)", csv), MILLIS);
        assertEquals(begin, found("\"item\":\"ring\",\"moment\":([-0-9.E]+)", chrome), MILLIS);
        assertEquals(begin, found("\"item\":\"lamp\",\"moment\":([-0-9.E]+)", chrome), MILLIS);
    }

    @Test
    void shouldCountFromTheStartOfTheFirstProgramOnAPage() throws Exception {
        Path joined = behindAnother();
        Path page = folder.resolve("other.html");

        CommandRun run = CommandRun.of("report", joined, "-o", page);

        assertEquals(0, run.exit(), run.err());
        String text = PageText.of(Files.readString(page));
        assertEquals(0, found("\"startNanos\":(-?[0-9]+)", text));
        assertEquals(moment(joined), found("item: lamp.{1,2}moment: ([-0-9.E]+)", text), MILLIS);
    }

    @Test
    void shouldCountFromTheStartOfTheFirstProgramInEachExport() throws Exception {
        Path joined = behindAnother();

        String chrome = exported(joined, "chrome");
        String perfetto = exported(joined, "perfetto");

        double lamp = found("\"item\":\"lamp\",\"moment\":([-0-9.E]+)", chrome);
        assertEquals(moment(joined), lamp, MILLIS);
        byte[] bits = ByteBuffer.allocate(Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(lamp)
                .array();
        assertTrue(perfetto.contains(new String(bits, StandardCharsets.ISO_8859_1)), "the same in Perfetto");
    }

    /** As the lines of CSV have it: their times count from the start of the first program. */
    private static double moment(Path recording) throws Exception {
        return found("item: lamp; moment: ([-0-9.E]+)", exported(recording, "csv"));
    }

    /** The first program of the file is another tool's. */
    private static Path behindAnother() throws IOException {
        TraceBytes other = TraceBytes.trace().string(1, "work").thread(1, 70, 71);
        Path joined = Files.write(
                folder.resolve("other.fxt"),
                other.event(4, 0, 1, 1, 1000).word(3000).end().bytes());
        return Files.write(joined, Files.readAllBytes(file), StandardOpenOption.APPEND);
    }

    @Test
    void shouldCountFromTheStartInTheOtherExports() throws Exception {
        assertEquals(ringMillis(), found("item: ring; moment: ([-0-9.E]+)", exported("csv")), MILLIS);
        assertEquals(ringMillis(), found("item: lamp; moment: ([-0-9.E]+)", exported("csv")), MILLIS);
        assertEquals(ringMillis(), found("\"item\":\"ring\",\"moment\":([-0-9.E]+)", exported("chrome")), MILLIS);
        assertTrue(exported("perfetto").contains("moment"));
    }
}
