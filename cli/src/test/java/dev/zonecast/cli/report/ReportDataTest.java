package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.SampledTrace;
import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.core.marker.MarkerType;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TwoPrograms;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.ScriptedTrace;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportDataTest {
    private static final int CALLS = 5000;

    private static ReportData read(InputStream trace, int maxZones) throws IOException {
        ReportData data =
                new ReportData(ZoneFilter.ALL, new FirstReading(ZoneFilter.ALL, 0), () -> 0, maxZones, 1 << 20);
        TraceReader.read(trace, data);
        return data;
    }

    /** What a page has of a trace from a time on. */
    private static ReportData readFrom(Path trace, long fromNanos) throws IOException {
        ZoneFilter filter = new ZoneFilter(null, null, ProgramChoice.ALL, fromNanos, Long.MAX_VALUE);
        FirstReading first = new FirstReading(filter, ReportData.MAX_CONTENTS);
        try (InputStream in = TraceFile.open(trace)) {
            TraceReader.readFrames(in, first);
        }
        ReportData data = new ReportData(filter, first, () -> 0, 100, 1 << 20);
        TraceReader.read(trace, data);
        return data;
    }

    /** Numbers of the frames whose pictures a page of a part of a trace has, and how many pictures it could have. */
    private static String pictures(Path trace, long fromNanos) throws IOException {
        ReportData data = readFrom(trace, fromNanos);
        List<Long> frames =
                data.pictures.kept.stream().map(FramePictures.Picture::frame).toList();
        return frames + " of " + data.pictures.seen;
    }

    @Test
    void shouldHaveThePicturesOfTheFramesItShows(@TempDir Path folder) throws IOException {
        Path trace = PageTrace.write(folder.resolve("page.fxt"));

        assertEquals("[0, 7] of 2", pictures(trace, 0));
        assertEquals("[7] of 1", pictures(trace, PageTrace.BEGIN + 50 * PageTrace.MILLI));
        assertEquals("[] of 0", pictures(trace, PageTrace.BEGIN + 105 * PageTrace.MILLI));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveThePicturesOfTheFirstProgramOnly(TwoPrograms.Join join, @TempDir Path folder) throws IOException {
        Path trace = Files.write(folder.resolve("two.fxt"), TwoPrograms.bytes(join));

        assertEquals("[0, 1] of 2", pictures(trace, 0));
    }

    @Test
    void shouldHaveTheClocksOfTheGpu(@TempDir Path folder) throws IOException {
        Path trace = new ScriptedTrace()
                .thread(1, "main")
                .zone(1, "work", 0, 5000)
                .gpuContext(3, "renderer")
                .gpuCalibration(3, 1000, 900, 12.5)
                .gpuCalibration(3, 4000, 300, -1)
                .write(folder.resolve("gpu.fxt"));

        ReportData data = readFrom(trace, 0);
        LossAccount losses = TraceReader.read(trace, readFrom(trace, 0)).losses();

        List<String> clocks = data.analysis.calibrations().stream()
                .map(clock ->
                        clock.context().displayName() + " " + clock.errors().max() + " " + clock.leastDriftPpm())
                .toList();
        assertEquals(List.of("renderer 900 -1.0"), clocks);
        assertEquals(Map.of(), losses.subjects(LossKind.LEFT_OUT));
    }

    private static ProviderRecords program(TraceBytes trace, int provider, String name) {
        return new ProviderRecords(trace, provider, provider, name)
                .track(1, ExtensionLayout.TRACK_THREAD, 0, 0, "main")
                .track(2, ExtensionLayout.TRACK_FRAMES, 0, 0, "Frame");
    }

    @Test
    void shouldHaveTheContentsOfTheFramesItShows(@TempDir Path folder) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        ProviderRecords game = program(trace, 1, "game");
        ProviderRecords server = program(trace, 2, "server");
        // The game is the first to mark a frame; from 2000 on the server has the first one.
        game.section()
                .frameMark(1, 0, 1000)
                .frameBegin(2, "Frame", 0, 1000)
                .end(2, "frame", "Frame", 6000)
                .frameBegin(2, "Frame", 1, 6000);
        server.section().frameBegin(2, "Frame", 0, 3000).end(2, "frame", "Frame", 4000);
        game.section().end(2, "frame", "Frame", 7000).recordingEnd();
        server.section().recordingEnd();

        ReportData data = readFrom(Files.write(folder.resolve("two.fxt"), trace.bytes()), 2000);

        Program shown = FrameColumns.base(data.frames.values()).program();
        assertEquals("server", shown.name());
        assertEquals(shown.number(), data.analysis.contents().process());
    }

    private static TrackZones onlyTrack(ReportData data) {
        assertEquals(1, data.zones.size());
        return data.zones.values().iterator().next();
    }

    @Test
    void shouldLeaveOutTheShortestZonesWhenThereAreTooMany() throws IOException {
        ReportData data = read(ManyZones.stream(CALLS), 3000);

        int kept = onlyTrack(data).count();
        assertTrue(kept <= 3000 && kept >= 3000 / 4, "" + kept);
        assertEquals(4 * CALLS, kept + data.zonesLeftOut);
    }

    /** @param spread durations are 1100 ns and up to so many more */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 800})
    void shouldKeepZonesThatAreAlike(int spread) throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "work").thread(1, 70, 71);
        int zones = 10_000;
        for (int i = 0; i < zones; i++) {
            trace.event(4, 0, 1, 1, 2000L * i)
                    .word(2000L * i + 1100 + i % spread)
                    .end();
        }

        ReportData data = read(trace.stream(), 4000);

        int kept = onlyTrack(data).count();
        assertTrue(kept <= 4000 && kept >= 1000, "" + kept);
        assertEquals(zones, kept + data.zonesLeftOut);
    }

    @Test
    void shouldKeepAllZonesWhenThereIsRoom() throws IOException {
        ReportData data = read(ManyZones.stream(CALLS), 4 * CALLS);

        assertEquals(0, data.zonesLeftOut);
        assertArrayEquals(new int[] {CALLS, 3 * CALLS}, onlyTrack(data).arrange());
    }

    @Test
    void shouldHaveTheMarkersOfARecordingInLanesOfTheirThread(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("markers.fxt");
        Category storage = Category.of("Report storage", CategoryColor.BROWN);
        Marker saved = Marker.of("saved", storage);
        Zonecast.startRecording(file);
        saved.instant("slot 3");
        saved.interval(Marker.now(), "slot 4");
        Zonecast.stopRecording();

        MarkerColumns markers = read(TraceFile.open(file), 10).markers;

        assertEquals(2, markers.count);
        assertEquals(1, markers.tracks().size());
        MarkerKind kind = markers.kinds().iterator().next();
        assertEquals("Report storage", kind.category().name());
        assertEquals(CategoryColor.BROWN.code(), kind.category().colorCode());
        int[] lanes = markers.arrange(markers.tracks().iterator().next());
        assertArrayEquals(new int[] {2, 0}, lanes);
    }

    record Taken(String item, long moment) {}

    private static final MarkerType<Taken> TAKEN =
            MarkerType.of(Taken.class, MarkerSchema.builder("Page taken").field("moment", "Moment", MarkerFormat.TIME));

    /** The first recording of a file is of another program. */
    @Test
    void shouldCountTheMomentsOfMarkersFromTheStartOfThePage(@TempDir Path folder) throws IOException {
        Path own = folder.resolve("own.fxt");
        Zonecast.startRecording(own);
        long moment = Marker.now();
        try (MarkerType.Scope<Taken> scope = TAKEN.open()) {
            scope.set(new Taken("lamp", moment));
        }
        Zonecast.stopRecording();
        byte[] other =
                new OwnTrace().run(7, "other", 1000).zone(2000, 3000).end().bytes();
        Path joined = Files.write(folder.resolve("joined.fxt"), other);
        Files.write(joined, Files.readAllBytes(own), StandardOpenOption.APPEND);

        long start = TraceReader.read(own, new TraceListener() {}).startNanos(program -> true);
        ReportData alone = new ReportData(ZoneFilter.ALL, new FirstReading(ZoneFilter.ALL, 0), () -> start, 10, 0);
        TraceReader.read(own, alone);
        ProgramChoice choice =
                ProgramChoice.parse(String.valueOf(ProcessHandle.current().pid()));
        ZoneFilter filter = new ZoneFilter(null, null, choice, Long.MIN_VALUE, Long.MAX_VALUE);
        ReportData chosen = new ReportData(filter, new FirstReading(filter, 0), () -> start, 10, 0);
        TraceReader.read(joined, chosen);

        assertEquals(moment(alone), moment(chosen), 1e-6);
    }

    /** Milliseconds in the text of the only zone with a moment. */
    private static double moment(ReportData data) {
        Pattern line = Pattern.compile("moment: ([-0-9.E]+)");
        return Double.parseDouble(data.texts.all.stream()
                .map(line::matcher)
                .filter(Matcher::find)
                .findFirst()
                .orElseThrow()
                .group(1));
    }

    @Test
    void shouldCountTheValuesOfAZoneThatItHasNoRoomFor(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("values.fxt");
        SourceLocation place = SourceLocation.of("values", "Report.values", "Report.java", 7, 0);
        Zonecast.startRecording(file);
        long zone = Zone.begin(place);
        for (int i = 0; i < 35; i++) {
            Zone.value(zone, i);
        }
        Zone.end(zone);
        Zonecast.stopRecording();

        ReportData data = read(TraceFile.open(file), 10);
        data.zones.values().forEach(TrackZones::arrange);
        LossAccount losses = new LossAccount();
        data.addTo(losses);

        assertEquals(Map.of("further values of zones", 3L), losses.subjects(LossKind.LEFT_OUT));
    }

    @Test
    void shouldKeepTheOrderOfValuesOfOneTime() throws IOException {
        TraceBytes trace =
                TraceBytes.trace().string(1, "value").string(2, "load").thread(1, 70, 71);
        for (long value : new long[] {100, 0}) {
            trace.event(1, 1, 1, 2, 1_000)
                    .word(1 | 1L << 4 | 1L << 16 | value << 32)
                    .word(0)
                    .end();
        }
        ByteColumns columns = new ByteColumns();

        read(trace.stream(), 10).plots.values().iterator().next().write(columns, 1_000);

        ByteColumns expected = new ByteColumns();
        expected.add(0);
        expected.add(0);
        expected.addDouble(100);
        expected.addDouble(0);
        assertArrayEquals(bytes(expected), bytes(columns));
    }

    @Test
    void shouldHaveOnlyEventsOfTheChosenThread() throws IOException {
        TraceBytes trace =
                TraceBytes.trace().string(1, "value").string(2, "load").thread(1, 70, 71);
        trace.thread(2, 70, 72);
        for (int thread = 1; thread <= 2; thread++) {
            trace.event(0, 0, thread, 2, 1_000).end();
            trace.event(1, 1, thread, 2, 1_000)
                    .word(1 | 1L << 4 | 1L << 16 | 5L << 32)
                    .word(0)
                    .end();
            trace.event(5, 0, thread, 2, 1_000).word(thread).end();
            trace.event(7, 0, thread, 2, 2_000).word(thread).end();
            trace.event(8, 0, thread, 2, 1_000).word(thread).end();
            trace.event(10, 0, 3 - thread, 2, 2_000).word(thread).end();
        }
        Pattern chosen = ZoneFilter.pattern("thread 71");
        ZoneFilter filter = new ZoneFilter(null, chosen, ProgramChoice.ALL, Long.MIN_VALUE, Long.MAX_VALUE);
        ReportData data = new ReportData(filter, new FirstReading(filter, 0), () -> 0, 10, 0);

        TraceReader.read(trace.stream(), data);

        assertEquals(1, data.messages.size());
        assertEquals(1, data.plots.values().iterator().next().values().size());
        assertEquals(1, data.markers.count);
        assertEquals(1, data.flows.size());
        assertEquals("thread 71", data.flows.getFirst().track().name());
    }

    private static byte[] bytes(ByteColumns columns) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        columns.writeTo(bytes);
        return bytes.toByteArray();
    }

    @Test
    void shouldNestDurationsThatWereWrittenAsAWhole() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "work").thread(1, 70, 71);
        // Inner ones first, and two that begin together.
        trace.event(4, 0, 1, 1, 120).word(130).end();
        trace.event(4, 0, 1, 1, 110).word(150).end();
        trace.event(4, 0, 1, 1, 160).word(170).end();
        trace.event(4, 0, 1, 1, 100).word(200).end();
        trace.event(4, 0, 1, 1, 300).word(310).end();
        trace.event(4, 0, 1, 1, 300).word(320).end();

        int[] rows = onlyTrack(read(trace.stream(), 100)).arrange();

        assertArrayEquals(new int[] {2, 3, 1}, rows);
    }

    @Test
    void shouldPutAZoneOfNoLengthBesideTheNextThatBeginsThen() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "work").thread(1, 70, 71);
        trace.event(2, 0, 1, 1, 100).end();
        trace.event(3, 0, 1, 0, 100).end();
        trace.event(2, 0, 1, 1, 100).end();
        trace.event(2, 0, 1, 1, 100).end();
        trace.event(3, 0, 1, 0, 200).end();
        trace.event(3, 0, 1, 0, 500).end();

        TrackZones zones = onlyTrack(read(trace.stream(), 100));

        assertArrayEquals(new int[] {2, 1}, zones.arrange());
        ByteColumns columns = new ByteColumns();
        zones.write(columns, 100);
        // Begins of the rows, then lengths: the shortest of a row is first.
        byte[] written = bytes(columns);
        assertArrayEquals(new byte[] {0, 0, 0, 0, (byte) 0x90, 3, 100}, Arrays.copyOf(written, 7));
    }

    @Test
    void shouldKeepAZoneOfNoLengthInsideTheWholeOneThatBeginsThen() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "work").thread(1, 70, 71);
        trace.event(2, 0, 1, 1, 100).end();
        trace.event(2, 0, 1, 1, 100).end();
        trace.event(3, 0, 1, 0, 100).end();
        trace.event(3, 0, 1, 0, 200).end();
        // Written as a whole, the inner one first and last.
        trace.event(4, 0, 1, 1, 300).word(300).end();
        trace.event(4, 0, 1, 1, 300).word(320).end();
        trace.event(4, 0, 1, 1, 400).word(420).end();
        trace.event(4, 0, 1, 1, 400).word(400).end();

        assertArrayEquals(new int[] {3, 3}, onlyTrack(read(trace.stream(), 100)).arrange());
    }

    @Test
    void shouldHaveRoomForNamesWhereZonesHaveVeryManyTexts(@TempDir Path folder) throws IOException {
        Path trace = SampledTrace.write(folder.resolve("sampled.fxt"));
        AtomicReference<Texts> texts = new AtomicReference<>();

        Pages.write(trace, "names", folder.resolve("names.html"), data -> {
            texts.set(data.texts);
            for (int i = 0; i < 400_000; i++) {
                data.texts.add("zone number " + (10_000_000 + i));
            }
        });

        assertTrue(texts.get().leftOut > 0);
        assertTrue(texts.get().all.contains("org.example.Game.main"));
    }

    @Test
    void shouldLeaveOutZonesThatLieTooDeepForThePage() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "deep").thread(1, 70, 71);
        int depth = 5000;
        for (int i = 0; i < depth; i++) {
            trace.event(2, 0, 1, 1, i).end();
        }
        for (int i = 0; i < depth; i++) {
            trace.event(3, 0, 1, 0, depth + i).end();
        }
        ReportData data = read(trace.stream(), 2 * depth);

        int[] rows = onlyTrack(data).arrange();

        assertEquals(TrackZones.MAX_ROWS, rows.length);
        assertEquals(TrackZones.MAX_ROWS, Arrays.stream(rows).sum());
        assertEquals(depth - TrackZones.MAX_ROWS, data.zonesTooDeep());
    }

    @Test
    void shouldWriteNumbersInAsFewBytesAsTheyNeed() throws IOException {
        ByteColumns columns = new ByteColumns();
        columns.add(0);
        columns.add(127);
        columns.add(128);
        columns.addSigned(-1);
        columns.addSigned(1);
        columns.add(Long.MAX_VALUE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        columns.writeTo(bytes);

        byte all = (byte) 0xFF;
        assertArrayEquals(
                new byte[] {0, 127, (byte) 0x80, 1, 1, 2, all, all, all, all, all, all, all, all, 127},
                bytes.toByteArray());
    }
}
