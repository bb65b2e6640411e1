package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.core.CallStack;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.core.marker.MarkerOptions;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.core.marker.MarkerType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Markers that a program recorded come back as they were. */
class MarkerRecordingTest {
    enum Cause {
        TIMER,
        PLAYER
    }

    record Load(String path, long bytes, double share, boolean cold, Cause cause) {}

    record Key(char letter, char accent) {}

    private static final MarkerType<Key> KEY = MarkerType.of(Key.class);
    private static final Category STORAGE = Category.of("Storage", CategoryColor.BROWN);
    private static final MarkerType<Load> LOAD = MarkerType.of(
            Load.class,
            MarkerSchema.builder("Load")
                    .category(STORAGE.sub("reads"))
                    .searchableField("path", "Path", MarkerFormat.FILE_PATH)
                    .field("bytes", "Size", MarkerFormat.BYTES)
                    .hiddenField("share", MarkerFormat.PERCENTAGE)
                    .staticLabel("Unit", "one file")
                    .chartLabel("{marker.data.path}")
                    .shownIn(MarkerLocation.MARKER_CHART, MarkerLocation.TIMELINE_FILEIO));
    private static final dev.zonecast.core.marker.Marker SAVED = dev.zonecast.core.marker.Marker.of("saved", STORAGE);
    private static final CallStack STACK =
            new CallStack(List.of(new CallStack.Call("inner", "a b.lua", 3), new CallStack.Call("outer", "c.lua", 0)));
    private static final SourceLocation PLACE =
            SourceLocation.of("physics", "Game.physics", "Game.java", 9, 0).category(STORAGE.sub("zones"));

    @TempDir
    static Path folder;

    private static TraceLog log;
    private static TraceSummary summary;

    /** Losses of other tests of this process: the account is that of the process. */
    private static List<LossAccount.Entry> lostBefore;

    @BeforeAll
    static void record() throws Exception {
        Path before = folder.resolve("before.fxt");
        Zonecast.startRecording(before);
        Zonecast.stopRecording();
        lostBefore = TraceLog.of(before).summary.losses().entries();
        Path file = folder.resolve("markers.fxt");
        Zonecast.startRecording(file);
        Thread thread = Thread.ofPlatform().start(MarkerRecordingTest::play);
        thread.join();
        Zonecast.stopRecording();
        log = TraceLog.of(file);
        summary = log.summary;
    }

    private static void play() {
        Threads.name("loader");
        LOAD.instant(new Load("a.png", 1L << 40, 0.5, true, Cause.PLAYER));
        long first = dev.zonecast.core.marker.Marker.now();
        long second = dev.zonecast.core.marker.Marker.now();
        LOAD.interval(first, new Load("overlaps", 1, 0, false, null));
        LOAD.interval(second, new Load("overlaps", 2, Double.NaN, false, Cause.TIMER));
        LOAD.begin(new Load(null, 3, 0, false, null));
        SAVED.begin();
        LOAD.end(new Load("ended", 4, 0, false, null));
        SAVED.end();
        SAVED.instant();
        SAVED.instant("slot 3");
        SAVED.instant("deep", MarkerOptions.stack(STACK));
        SAVED.instant(null, MarkerOptions.stack(STACK));
        try (MarkerType.Scope<Load> scope = LOAD.open()) {
            Zone.end(Zone.begin(PLACE));
            scope.set(new Load(null, 5, 1, true, Cause.TIMER));
        }
        try (MarkerType.Scope<Load> scope = LOAD.open()) {
            assertTrue(scope.isRecorded());
        }
        long zone = Zone.begin(PLACE);
        try (var scope = SAVED.open("around")) {
            assertNotNull(scope);
        }
        Zone.end(zone);
        SAVED.begin();
        KEY.instant(new Key('w', 'ü'));
    }

    /** Overlapping intervals have 64 rows of their thread; the next one comes whole at its end. */
    @Test
    void shouldKeepIntervalsApartWhenMoreAreOpenThanAThreadHasRows() throws Exception {
        Path file = folder.resolve("overlapping.fxt");
        List<String> names = new ArrayList<>();
        Zonecast.startRecording(file);
        Thread thread = Thread.ofPlatform().start(() -> {
            List<dev.zonecast.core.marker.Marker> markers = new ArrayList<>();
            for (int i = 0; i < 65; i++) {
                dev.zonecast.core.marker.Marker marker = dev.zonecast.core.marker.Marker.of("open " + i, STORAGE);
                marker.begin();
                markers.addFirst(marker);
                names.addFirst("open " + i);
            }
            markers.forEach(dev.zonecast.core.marker.Marker::end);
        });
        thread.join();
        Zonecast.stopRecording();

        assertEquals(
                names,
                TraceLog.of(file).markers.stream()
                        .map(marker -> marker.kind().name())
                        .toList());
    }

    @Test
    void shouldEndEachOpenIntervalWithItsThreadWhenMoreAreOpenThanAThreadHasRows() throws Exception {
        Path file = folder.resolve("never-ended.fxt");
        List<String> names = new ArrayList<>();
        Zonecast.startRecording(file);
        Thread thread = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 67; i++) {
                dev.zonecast.core.marker.Marker marker = dev.zonecast.core.marker.Marker.of("left open " + i, STORAGE);
                marker.begin();
                if (i == 65) {
                    marker.end();
                }
                names.add("left open " + i);
            }
        });
        thread.join();
        Zonecast.stopRecording();

        List<TraceMarker> markers = TraceLog.of(file).markers;
        assertEquals(
                names.stream().sorted().toList(),
                markers.stream().map(marker -> marker.kind().name()).sorted().toList());
        assertEquals(66, markers.stream().filter(TraceMarker::cutOff).count());
    }

    @Test
    void shouldGiveBackCharactersAsText() throws Exception {
        Path csv = folder.resolve("characters.csv");
        Path json = folder.resolve("characters.json");

        CommandRun run = CommandRun.of("export", folder.resolve("markers.fxt"), "--to", "csv", "-o", csv);
        CommandRun other = CommandRun.of("export", folder.resolve("markers.fxt"), "--to", "chrome", "-o", json);

        assertEquals(0, run.exit(), run.err());
        assertEquals(0, other.exit(), other.err());
        assertTrue(Files.readString(csv).contains(",letter: w; accent: ü,"), Files.readString(csv));
        assertTrue(Files.readString(json).contains("\"letter\":\"w\""), Files.readString(json));
    }

    @Test
    void shouldBeLinesOfTheirOwnInTables() throws Exception {
        Path csv = folder.resolve("markers.csv");

        CommandRun run = CommandRun.of("export", folder.resolve("markers.fxt"), "--to", "csv", "-o", csv);

        assertEquals(0, run.exit(), run.err());
        List<String> lines = Files.readAllLines(csv);
        List<String> markers =
                lines.stream().filter(line -> line.contains(",marker,loader,0")).toList();
        assertEquals(log.markers.size(), markers.size());
        assertTrue(markers.getFirst().startsWith("Load,,0,"), markers.getFirst());
        assertTrue(
                markers.getFirst()
                        .contains(",path: a.png; bytes: 1099511627776; share: 0.5; cold: true; cause: PLAYER,"),
                markers.getFirst());
        assertTrue(lines.stream().anyMatch(line -> line.contains("bytes: 5") && line.contains(",cpu,")));
    }

    @Test
    void shouldBeOnTracksBelowTheirThreadInPerfetto() throws Exception {
        Path file = folder.resolve("markers.pftrace");

        CommandRun run = CommandRun.of("export", folder.resolve("markers.fxt"), "--to", "perfetto", "-o", file);

        assertEquals(0, run.exit(), run.err());
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        for (String text : List.of("markers", "Storage", "saved", "a.png", "PLAYER", "overlaps", "inner")) {
            assertTrue(bytes.contains(text), text);
        }
    }

    private static List<Object> values(Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    @Test
    void shouldGiveBackAllMarkers() {
        assertEquals(
                List.of(
                        "Load moment [a.png, 1099511627776, 0.5, true, PLAYER]",
                        "Load interval [overlaps, 1, 0.0, false, null]",
                        "Load interval [overlaps, 2, NaN, false, TIMER]",
                        "Load interval [ended, 4, 0.0, false, null]",
                        "saved interval []",
                        "saved moment []",
                        "saved moment [slot 3]",
                        "saved moment [deep]",
                        "saved moment []",
                        "Key moment [w, ü]",
                        "saved interval [] cut off"),
                log.markers.stream()
                        .map(marker -> marker.kind().name()
                                + (marker.isInterval() ? " interval " : " moment ")
                                + marker.values()
                                + (marker.cutOff() ? " cut off" : ""))
                        .toList());
        assertTrue(log.markers.stream().allMatch(marker -> marker.track().name().equals("loader")));
        assertEquals(0, summary.losses().of(LossKind.UNKNOWN_REFERENCES));
        assertTrue(
                summary.losses().entries().stream()
                        .filter(loss -> !lostBefore.contains(loss))
                        .noneMatch(loss -> loss.kind() != LossKind.LEFT_OUT),
                summary.losses()::toString);
        assertTrue(log.messages.stream()
                .noneMatch(message -> message.track().name().equals("loader")));
    }

    @Test
    void shouldGiveBackTimesThatOverlap() {
        TraceMarker first = log.markers.get(1);
        TraceMarker second = log.markers.get(2);
        assertTrue(first.beginNanos() <= second.beginNanos());
        assertTrue(first.endNanos() <= second.endNanos());
        assertTrue(log.markers.get(3).beginNanos() >= second.endNanos());
        assertEquals(log.markers.get(5).beginNanos(), log.markers.get(5).endNanos());
    }

    @Test
    void shouldGiveBackTheSchema() {
        MarkerKind kind = log.markers.getFirst().kind();
        assertEquals("Load", kind.schema());
        assertEquals(new MarkerCategory("Storage", "reads", CategoryColor.BROWN.code()), kind.category());
        assertEquals("{marker.data.path}", kind.chartLabel());
        assertEquals("Unit: one file", kind.description());
        assertEquals(
                List.of(
                        new DataField("path", "Path", MarkerFormat.FILE_PATH.word(), DataField.Kind.TEXT, true, false),
                        new DataField("bytes", "Size", MarkerFormat.BYTES.word(), DataField.Kind.WHOLE, false, false),
                        new DataField(
                                "share", "share", MarkerFormat.PERCENTAGE.word(), DataField.Kind.DECIMAL, false, true),
                        new DataField("cold", "cold", MarkerFormat.STRING.word(), DataField.Kind.TRUTH, false, false),
                        new DataField(
                                "cause", "cause", MarkerFormat.STRING.word(), DataField.Kind.CONSTANT, false, false)),
                kind.fields());
        assertEquals(MarkerLocation.MARKER_CHART.bit() | MarkerLocation.TIMELINE_FILEIO.bit(), kind.shownIn());
        assertSame(kind, log.markers.get(1).kind());
    }

    @Test
    void shouldGiveBackStacks() {
        assertEquals(STACK.toString(), log.markers.get(7).stack().toString());
        assertEquals(STACK.toString(), log.markers.get(8).stack().toString());
        assertNull(log.markers.get(6).stack());
    }

    @Test
    void shouldGiveBackScopedMarkersAsZones() {
        var loads = log.zones("Load");
        assertEquals(2, loads.size());
        assertEquals(values(null, 5L, 1.0, true, "TIMER"), loads.get(0).markerValues());
        assertSame(log.markers.getFirst().kind(), loads.get(0).marker());
        assertSame(loads.get(0).marker(), loads.get(1).marker());
        assertEquals(List.of(), loads.get(1).markerValues());
        var saved = log.zones("saved").getFirst();
        assertEquals(List.of("around"), saved.markerValues());
        assertEquals("Text", saved.marker().schema());
        assertEquals(2, saved.depth());
        assertFalse(saved.cutOff());
    }

    @Test
    void shouldGiveBackTheCategoryOfAZone() {
        var physics = log.zones("physics");
        assertEquals(2, physics.size());
        assertEquals(
                new MarkerCategory("Storage", "zones", CategoryColor.BROWN.code()),
                physics.getFirst().location().category());
        assertNull(physics.getFirst().marker());
        assertEquals(0, summary.losses().of(LossKind.UNMATCHED_ENDS));
    }

    /** Firefox takes each text that is not empty as true. */
    @Test
    void shouldExportABooleanAsOneForFirefox() throws Exception {
        Path profile = folder.resolve("markers.json");

        CommandRun run = CommandRun.of("export", folder.resolve("markers.fxt"), "--to", "firefox", "-o", profile);

        assertEquals(0, run.exit(), run.err());
        String json = Files.readString(profile);
        assertTrue(json.contains("\"cold\":false"), json);
        assertTrue(json.contains("\"cold\":true"), json);
    }
}
