package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.RingUse;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FxtRecordingTest {
    @TempDir
    Path folder;

    private Script script;
    private EventThread main;

    @BeforeEach
    void begin() throws IOException {
        script = Script.begun(folder);
        main = script.thread(1, "main");
    }

    // --- the program

    @Test
    void shouldDescribeTheProgramAndItsClocks() throws IOException {
        RecordedTrace trace = script.trace();

        assertEquals(Script.PID, trace.session.pid());
        assertEquals(1_000_000, trace.session.time());
        assertTrue(trace.session.epochMillis() > 1_700_000_000_000L);
        assertEquals(0, trace.session.shiftNanos());
        assertEquals("Game", trace.session.texts().getFirst());
        assertEquals(
                List.of("25 (someone)", "Linux 6 amd64"), trace.session.texts().subList(3, 5));
    }

    @Test
    void shouldWriteApplicationLinesOneAfterTheOther() throws IOException {
        script.recording.event(ProgramEvent.info("version 1"));
        script.recording.event(ProgramEvent.info(""));
        script.recording.event(ProgramEvent.info("x".repeat(50_000)));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of("version 1", "", "x".repeat(50_000)),
                trace.infos.stream().map(RecordedTrace.Message::text).toList());
        assertEquals(
                3,
                trace.infos.stream().map(RecordedTrace.Message::time).distinct().count());
    }

    @Test
    void shouldWriteStatisticsAndLosses() throws IOException {
        script.recording.event(ProgramEvent.statistics(
                2_000_000,
                new Statistics(
                        22,
                        1,
                        3,
                        new Statistics.Losses(2, 4, 5, 20, 6, 14, 21, Map.of("plots", 20L)),
                        new Statistics.Rings(11, 10, 8, 9, new RingUse(15, 16, 17, 18, 19)),
                        new Statistics.Collector(12, 7, "clock", 13))));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of(
                        11L,
                        2_000_000L,
                        1L,
                        2L,
                        3L,
                        4L,
                        5L,
                        6L,
                        7L,
                        8L,
                        9L,
                        10L,
                        12L,
                        13L,
                        14L,
                        15L,
                        16L,
                        17L,
                        18L,
                        19L,
                        20L,
                        21L),
                Arrays.stream(trace.statistics.getFirst()).boxed().toList());
        assertEquals(List.of(2L + 4 + 5 + 6 + 14 + 20 + 21), trace.losses);
        assertEquals(Map.of("plots", 20L), trace.refusals);
    }

    @Test
    void shouldShiftTimesWhenTheClockIsNegative() throws IOException {
        Path file = folder.resolve("negative.fxt");
        FxtRecording recording = new FxtRecording(
                RecordingFile.create(file), new ProgramFacts("Game", Script.PID, "counter", "a test", "25", "Linux"));
        recording.begin(new SinkStart(-5_000_000_000L, 3));
        recording.thread(main, Life.STARTED);
        recording.zones(main, new ZoneRun().onlyBegin(-5_000_000_100L, Ids.of(Script.location("open before"))));
        recording.zones(main, new ZoneRun().onlyEnd(-4_000_000_000L));
        recording.end(0, 1_000_000_000);

        RecordedTrace trace = RecordedTrace.of(FxtReader.read(Files.readAllBytes(file)));

        long shift = trace.session.shiftNanos();
        assertEquals(-5_000_000_000L, trace.session.time() - shift);
        assertEquals(3, trace.session.frameMarks());
        RecordedTrace.Zone zone = trace.zones.getFirst();
        assertEquals(-5_000_000_100L, zone.begin - shift);
        assertEquals(-4_000_000_000L, zone.end - shift);
    }

    @Test
    void shouldHaveTheTimeOfDayOfItsAnnouncementWhenTheCollectorBeginsItLater() throws IOException {
        Path file = folder.resolve("late.fxt");
        long hourNanos = 3_600_000_000_000L;
        long before = System.currentTimeMillis();
        FxtRecording recording = new FxtRecording(
                RecordingFile.create(file), new ProgramFacts("Game", Script.PID, "counter", "a test", "25", "Linux"));
        recording.begin(new SinkStart(System.nanoTime() - hourNanos, 0));
        recording.end(System.nanoTime(), 1_000_000_000);
        long after = System.currentTimeMillis();

        RecordedTrace trace = RecordedTrace.of(FxtReader.read(Files.readAllBytes(file)));

        long now = trace.session.epochMillis() + hourNanos / 1_000_000;
        // Of two clocks.
        long slackMillis = 60_000;
        assertTrue(before - slackMillis <= now && now <= after + slackMillis, () -> before + " " + now + " " + after);
    }

    // --- threads

    @Test
    void shouldKeepThreadsApartWhenThereAreMoreThanTheTableHolds() throws IOException {
        List<EventThread> threads = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            threads.add(script.thread(1000 + i, "worker " + i));
        }
        SourceLocation work = Script.location("work");
        for (int round = 0; round < 3; round++) {
            for (EventThread thread : threads) {
                script.begin(thread, work);
            }
            for (EventThread thread : threads) {
                script.text(thread, thread.name() + "/" + round);
                script.end(thread);
            }
        }

        RecordedTrace trace = script.trace();

        assertEquals(900, trace.zones.size());
        for (int i = 0; i < 900; i++) {
            RecordedTrace.Zone zone = trace.zones.get(i);
            assertEquals("worker " + i % 300, trace.threadNames.get(zone.koid));
            assertEquals(List.of("worker " + i % 300 + "/" + i / 300), zone.texts);
            assertEquals(0, zone.depth);
        }
    }

    @Test
    void shouldFollowWhenAThreadIsRenamed() throws IOException {
        script.begin(main, Script.location("z"));
        script.end(main);
        script.recording.thread(EventThread.of(1, "render"), Life.CHANGED);

        RecordedTrace trace = script.trace();

        assertEquals("render", trace.threadNames.get(1L));
        assertEquals(1, trace.tracks.get(1L).subject());
    }

    @Test
    void shouldWriteThreadNamesOfAllKinds() throws IOException {
        script.thread(2, "");
        script.thread(3, "x".repeat(100_000));
        script.thread(4, "a\0b\uD800c");

        RecordedTrace trace = script.trace();

        assertEquals("", trace.threadNames.get(2L));
        assertEquals("x".repeat(32_000), trace.threadNames.get(3L));
        assertEquals("a\u2400b?c", trace.threadNames.get(4L));
    }

    @Test
    void shouldGiveThreadsWithHugeIdsAKoidOfTheirOwn() throws IOException {
        EventThread huge = script.thread(1L << 40, "huge");
        script.begin(huge, Script.location("z"));
        script.end(huge);

        RecordedTrace trace = script.trace();

        long koid = trace.zones.getFirst().koid;
        assertEquals("huge", trace.threadNames.get(koid));
        assertEquals(1L << 40, trace.tracks.get(koid).subject());
    }

    // --- strings

    @Test
    void shouldWipeTheLastNameBeforeEachStringForTheImporterOfTracy() throws IOException {
        script.begin(main, Script.location("a string or two"));
        script.end(main);

        List<FxtReader.Item> items = script.items();

        FxtReader.Item nothing = new FxtReader.KernelObject(0, 0, "", List.of());
        for (int i = 1; i < items.size(); i++) {
            if (items.get(i) instanceof FxtReader.StringEntry) {
                assertEquals(nothing, items.get(i - 1));
            }
        }
    }

    @Test
    void shouldKeepStringsApartWhenThereAreMoreThanTheTableHolds() throws IOException {
        List<Integer> literals = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            literals.add(Registry.INSTANCE.names().intern("literal " + i));
        }
        SourceLocation first = SourceLocation.of("first", "F.f", "F.java", 1, 1);
        SourceLocation second = SourceLocation.of("second", "S.s", "S.java", 2, 2);
        Plot plot = Plot.of("plot over many strings");
        FrameName set = FrameName.of("set over many strings");
        int messages = 0;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < literals.size(); i++) {
                if (i % 1000 == 0) {
                    script.begin(main, first);
                }
                script.recording.event(new MessageEvent()
                        .literal(main, ++script.now, Severity.INFO, MessageSource.USER, -1, literals.get(i), null));
                messages++;
                if (i % 1000 == 999) {
                    script.begin(main, second);
                    script.end(main);
                    script.end(main);
                    script.recording.event(new PlotValue().whole(main, ++script.now, plot, i));
                    script.recording.event(new FrameEvent().named(EventKind.FRAME_MARK, main, ++script.now, set));
                }
            }
        }

        RecordedTrace trace = script.trace();

        assertEquals(messages, trace.messages.size());
        for (int i = 0; i < messages; i++) {
            assertEquals("literal " + i % 40_000, trace.messages.get(i).text());
        }
        assertEquals(160, trace.zones.size());
        for (RecordedTrace.Zone zone : trace.zones) {
            SourceLocation expected = zone.depth == 0 ? first : second;
            assertEquals(Ids.of(expected), zone.location.id());
            assertEquals(expected.name(), zone.name);
            assertEquals(expected.rgb(), zone.location.rgb());
        }
        assertTrue(trace.plotValues.stream().allMatch(value -> value.plot().equals(plot.name())));
        assertTrue(trace.frames.stream().allMatch(frame -> frame.name().equals(set.name())));
        assertEquals(80, trace.frames.size());
    }

    @Test
    void shouldWriteLocationsOfAllKindsOfNames() throws IOException {
        String huge = "\u20AC".repeat(100_000);
        List<SourceLocation> locations = List.of(
                SourceLocation.of(null, null, null, 0, 0),
                SourceLocation.of("", "", "", -1, -1),
                SourceLocation.of("same", "same", "Same.java", 3, 0),
                SourceLocation.of(huge, huge + "f", huge + ".java", 4, 5),
                SourceLocation.of("zero\0byte", "f\0", "path\0.java", 6, 0),
                SourceLocation.of("lone \uD800 surrogate", "f\uDC00", "C:\\path\\a:b.java", 7, 0));
        for (SourceLocation location : locations) {
            script.begin(main, location);
            script.end(main);
        }

        RecordedTrace trace = script.trace();

        List<String> names = trace.zones.stream().map(zone -> zone.name).toList();
        String cut = "\u20AC".repeat(10_666);
        assertEquals(List.of("(unknown)", "(unknown)", "same", cut, "zero\u2400byte", "lone \uFFFD surrogate"), names);
        assertEquals(cut, trace.zones.get(3).location.function());
        assertEquals(4, trace.zones.get(3).location.line());
        assertEquals("C:\\path\\a:b.java", trace.zones.get(5).location.file());
    }

    // --- plots

    @Test
    void shouldWritePlotsOfLongsAndDoublesWithTheirConfiguration() throws IOException {
        Plot plot = Plot.builder("recorded heap")
                .format(PlotFormat.MEMORY)
                .step(true)
                .fill(false)
                .color(0x336699)
                .create();
        script.recording.event(new PlotValue().whole(main, 5, plot, Long.MAX_VALUE));
        script.recording.event(new PlotValue().whole(main, 6, plot, Long.MIN_VALUE));
        script.recording.event(new PlotValue().decimal(main, 7, plot, -0.1));
        Plot.builder("recorded heap").format(PlotFormat.PERCENTAGE).create();
        script.recording.event(new PlotValue().decimal(main, 8, plot, Double.MIN_VALUE));

        List<FxtReader.Item> items = script.items();
        RecordedTrace trace = RecordedTrace.of(items);

        assertEquals(
                List.of(
                        new RecordedTrace.PlotValue(1, 5, "recorded heap", Long.MAX_VALUE),
                        new RecordedTrace.PlotValue(1, 6, "recorded heap", Long.MIN_VALUE),
                        new RecordedTrace.PlotValue(1, 7, "recorded heap", -0.1),
                        new RecordedTrace.PlotValue(1, 8, "recorded heap", Double.MIN_VALUE)),
                trace.plotValues);
        assertEquals(new RecordedTrace.PlotConfig(Ids.of(plot), 2, 2, 0), trace.plotConfigs.get("recorded heap"));
        long configurations = items.stream()
                .filter(item ->
                        item instanceof FxtReader.Blob blob && blob.name().equals("zonecast.plot"))
                .count();
        assertEquals(2, configurations);
    }

    // --- messages

    @Test
    void shouldWriteMessagesWithSeveritySourceAndColour() throws IOException {
        int literal = Registry.INSTANCE.names().intern("a literal");
        script.recording.event(new MessageEvent()
                .message(main, 5, Severity.FATAL, MessageSource.PROFILER, 0xA0B0C0, Utf8Text.of("bad"), null));
        script.recording.event(
                new MessageEvent().message(main, 6, Severity.TRACE, MessageSource.USER, -1, Utf8Text.of(""), null));
        script.recording.event(
                new MessageEvent().literal(main, 7, Severity.WARNING, MessageSource.USER, -1, literal, null));
        script.recording.event(
                new MessageEvent().literal(main, 8, Severity.DEBUG, MessageSource.PROFILER, 0, literal, null));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of(
                        new RecordedTrace.Message(1, 5, "bad", "FATAL", "profiler", "#A0B0C0"),
                        new RecordedTrace.Message(1, 6, "", "TRACE", null, null),
                        new RecordedTrace.Message(1, 7, "a literal", "WARNING", null, null),
                        new RecordedTrace.Message(1, 8, "a literal", "DEBUG", "profiler", "#000000")),
                trace.messages);
    }

    @Test
    void shouldKeepLongMessagesWhole() throws IOException {
        String text = "\u20AC".repeat(21_666) + "xy";
        script.recording.event(
                new MessageEvent().message(main, 5, Severity.INFO, MessageSource.USER, 1, Utf8Text.of(text), null));

        RecordedTrace trace = script.trace();

        assertEquals(text, trace.messages.getFirst().text());
    }

    // --- frames

    @Test
    void shouldWriteFramesOfTheBaseSetWithTheirNumbers() throws IOException {
        script.recording.event(new FrameEvent().mark(main, 100, 41));
        script.recording.event(new FrameEvent().mark(main, 200, 42));
        script.recording.event(new FrameEvent().mark(main, 300, 44));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of("41:100-200", "42:200-300", "44:300-" + script.now),
                trace.frames.stream()
                        .map(f -> f.number() + ":" + f.begin() + "-" + f.end())
                        .toList());
        assertTrue(trace.frames.getLast().endedByRecording());
        assertFalse(trace.frames.getFirst().endedByRecording());
        assertEquals("Frames", trace.threadNames.get(trace.frames.getFirst().koid()));
        assertEquals(
                List.of(
                        new RecordedTrace.Mark(1, 100, "frame", "Frame"),
                        new RecordedTrace.Mark(1, 200, "frame", "Frame"),
                        new RecordedTrace.Mark(1, 300, "frame", "Frame")),
                trace.marks);
    }

    @Test
    void shouldWriteNamedFramesOnThreadsOfTheirOwn() throws IOException {
        FrameName physics = FrameName.of("recorded physics");
        FrameName loading = FrameName.of("recorded loading");
        script.recording.event(new FrameEvent().named(EventKind.FRAME_MARK, main, 100, physics));
        script.recording.event(new FrameEvent().named(EventKind.FRAME_START, main, 110, loading));
        script.recording.event(new FrameEvent().named(EventKind.FRAME_END, main, 120, loading));
        script.recording.event(new FrameEvent().named(EventKind.FRAME_MARK, main, 130, physics));
        script.recording.event(new FrameEvent().named(EventKind.FRAME_START, main, 140, loading));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of(
                        "recorded loading:110-120 false",
                        "recorded physics:100-130 false",
                        "recorded physics:130-" + script.now + " true",
                        "recorded loading:140-" + script.now + " true"),
                trace.frames.stream()
                        .sorted((a, b) -> Long.compare(a.end() * 1000 + a.begin(), b.end() * 1000 + b.begin()))
                        .map(f -> f.name() + ":" + f.begin() + "-" + f.end() + " " + f.endedByRecording())
                        .toList());
        assertEquals(
                List.of("Frame recorded physics", "Frame recorded physics"),
                trace.marks.stream().map(RecordedTrace.Mark::name).toList());
        RecordedTrace.Track track = trace.tracks.get(trace.frames.getFirst().koid());
        assertEquals(Ids.of(loading), track.subject());
    }

    @Test
    void shouldWriteBlanksOfManyDisplays() throws IOException {
        for (int display = 0; display < 100; display++) {
            script.recording.event(new FrameEvent().vsync(1000 + display, display));
        }

        List<FxtReader.Item> items = script.items();
        RecordedTrace trace = RecordedTrace.of(items);

        assertEquals(100, trace.marks.size());
        assertEquals(
                65,
                trace.marks.stream().map(RecordedTrace.Mark::koid).distinct().count());
        List<Object> displays = items.stream()
                .filter(item ->
                        item instanceof FxtReader.Event e && e.category().equals("vsync"))
                .map(item -> ((FxtReader.Event) item).arguments().getFirst().value())
                .toList();
        assertEquals(99, displays.getLast());
    }

    // --- GPU

    @Test
    void shouldKeepAThousandContextsApartWhenTheyAreClosedInTurn() throws IOException {
        SourceLocation pass = SourceLocation.of("pass", "R.pass", "R.java", 5, 0);
        for (int i = 0; i < 1000; i++) {
            GpuContextInfo context = new GpuContextInfo(i, GpuApi.OPENGL, "renderer", 900);
            script.recording.event(new GpuEvent().context(context));
            script.recording.event(new GpuEvent().begin(context, main.id(), pass, 10, 100));
            script.recording.event(new GpuEvent().end(context, main.id(), 13, 130));
            script.recording.event(new GpuEvent().closed(context));
        }

        RecordedTrace trace = script.trace();

        assertEquals(1000, trace.gpuContexts.size());
        assertEquals(
                1000, trace.gpuZones.stream().map(zone -> zone.koid).distinct().count());
        for (int i = 0; i < 1000; i++) {
            RecordedTrace.Track track = trace.tracks.get(trace.gpuZones.get(i).koid);
            assertEquals(i, track.subject());
            assertEquals("renderer", trace.threadNames.get(trace.gpuZones.get(i).koid));
        }
    }

    @Test
    void shouldWriteGpuZonesOnAThreadForEachContextAndSubmitter() throws IOException {
        EventThread loader = script.thread(7, "loader");
        GpuContextInfo gl = new GpuContextInfo(0, GpuApi.OPENGL, "renderer", 900);
        GpuContextInfo vk = new GpuContextInfo(1, GpuApi.VULKAN, "compute", 950);
        SourceLocation pass = SourceLocation.of("pass", "R.pass", "R.java", 5, 0xABCDEF);
        script.recording.event(new GpuEvent().context(gl));
        script.recording.event(new GpuEvent().context(vk));
        // Zones of two submitters overlap in the same context.
        script.recording.event(new GpuEvent().begin(gl, main.id(), pass, 10, 100));
        script.recording.event(new GpuEvent().begin(gl, loader.id(), pass, 11, 110));
        script.recording.event(new GpuEvent().begin(gl, main.id(), pass, 12, 120));
        script.recording.event(new GpuEvent().end(gl, main.id(), 13, 130));
        script.recording.event(new GpuEvent().end(gl, main.id(), 14, 140));
        script.recording.event(new GpuEvent().end(gl, loader.id(), 15, 150));
        script.recording.event(new GpuEvent().begin(vk, 99, pass, 16, 160));
        script.recording.event(new GpuEvent().calibration(gl, 170, 25, 1.5));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of(
                        "renderer 0 100-140 10-14 false",
                        "renderer (loader) 0 110-150 11-15 false",
                        "renderer 1 120-130 12-13 false",
                        "compute 0 160-" + script.now + " 16--1 true"),
                trace.gpuZones.stream()
                        .map(z -> trace.threadNames.get(z.koid) + " " + z.depth + " " + z.begin + "-" + z.end + " "
                                + z.cpuBegin + "-" + z.cpuEnd + " " + z.endedByRecording)
                        .toList());
        assertEquals(Ids.of(pass), trace.gpuZones.getFirst().location.id());
        assertEquals(
                List.of(
                        new RecordedTrace.GpuContext(0, 1, 900, "renderer"),
                        new RecordedTrace.GpuContext(1, 2, 950, "compute")),
                trace.gpuContexts);
        assertEquals(List.of(new RecordedTrace.Calibration(0, 170, 25)), trace.calibrations);
        RecordedTrace.Track track = trace.tracks.get(trace.gpuZones.get(1).koid);
        assertEquals(List.of(0L, 7L), List.of(track.subject(), track.submitter()));
    }

    @Test
    void shouldWriteGpuZonesOnAThreadForEachLaneWhenTheyOverlap() throws IOException {
        GpuContextInfo vk = new GpuContextInfo(1, GpuApi.VULKAN, "graphics", 950);
        SourceLocation pass = Script.location("draw");
        script.recording.event(new GpuEvent().context(vk));
        script.recording.event(new GpuEvent().begin(vk, 1, pass, 10, 100));
        script.recording.event(new GpuEvent().begin(vk, 1, pass, 11, 110).inLane(1));
        script.recording.event(new GpuEvent().end(vk, 1, 12, 120));
        script.recording.event(new GpuEvent().end(vk, 1, 13, 130).inLane(1));
        script.recording.event(new GpuEvent().context(new GpuContextInfo(1, GpuApi.VULKAN, "queue", 950)));

        RecordedTrace trace = script.trace();

        assertEquals(
                List.of("queue 100-120", "queue, lane 2 110-130"),
                trace.gpuZones.stream()
                        .map(z -> trace.threadNames.get(z.koid) + " " + z.begin + "-" + z.end)
                        .toList());
    }

    @Test
    void shouldWriteWhatWasCountedWithTheZonesEndWhenContextsAreReadAtOnce() throws IOException {
        GpuContextInfo gl = new GpuContextInfo(0, GpuApi.OPENGL, "renderer", 900);
        GpuContextInfo vk = new GpuContextInfo(1, GpuApi.VULKAN, "compute", 950);
        script.recording.event(new GpuEvent().context(gl));
        script.recording.event(new GpuEvent().context(vk));
        script.recording.event(new GpuEvent().begin(gl, 1, Script.location("draw"), 10, 100));
        script.recording.event(new GpuEvent().begin(vk, 1, Script.location("cull"), 11, 110));
        script.recording.event(new GpuEvent().value(gl, 1, GpuStatistic.VERTICES, 36));
        script.recording.event(new GpuEvent().value(vk, 1, GpuStatistic.COMPUTE_SHADERS, 1L << 40));
        script.recording.event(new GpuEvent().value(gl, 1, GpuStatistic.FRAGMENT_SHADERS, 0));
        script.recording.event(new GpuEvent().value(gl, 1, GpuStatistic.of("L2 misses"), 7));
        script.recording.event(new GpuEvent().end(gl, 1, 12, 120));
        script.recording.event(new GpuEvent().end(vk, 1, 13, 130));
        script.recording.event(new GpuEvent().begin(gl, 1, Script.location("draw"), 14, 140));
        script.recording.event(new GpuEvent().end(gl, 1, 15, 150));

        List<String> ends = script.items().stream()
                .filter(item -> item instanceof FxtReader.Event e && e.type() == FxtLayout.DURATION_END)
                .map(item -> ((FxtReader.Event) item)
                        .arguments().stream()
                                .map(argument -> argument.name() + "=" + argument.value())
                                .skip(1)
                                .toList()
                                .toString())
                .toList();

        assertEquals(
                List.of(
                        "[vertices=36, fragment shader runs=0, gpu: L2 misses=7]",
                        "[compute shader runs=1099511627776]",
                        "[]"),
                ends);
    }

    @Test
    void shouldLeadAnArrowToEachWaitWhenSeveralWaitBeforeTheSignal() throws IOException {
        GpuContextInfo vk = new GpuContextInfo(1, GpuApi.VULKAN, "graphics", 950);
        script.recording.event(new GpuEvent().context(vk));
        for (int thread = 1; thread <= 3; thread++) {
            boolean signals = thread == 3;
            script.recording.event(new GpuEvent().begin(vk, thread, Script.location("draw"), 10, 100));
            GpuEvent link = new GpuEvent().value(vk, thread, GpuStatistic.LINK, signals ? 7 : 6);
            link.times(0, 100 + thread);
            script.recording.event(link);
            script.recording.event(new GpuEvent().end(vk, thread, 12, 120));
        }

        List<Integer> flows = script.items().stream()
                .filter(item -> item instanceof FxtReader.Event)
                .map(item -> ((FxtReader.Event) item).type())
                .filter(type -> type == FxtLayout.FLOW_BEGIN || type == FxtLayout.FLOW_END)
                .toList();

        assertEquals(
                List.of(FxtLayout.FLOW_BEGIN, FxtLayout.FLOW_END, FxtLayout.FLOW_BEGIN, FxtLayout.FLOW_END), flows);
    }

    @Test
    void shouldNestGpuZonesWhenTheClockOfTheGpuIsSetBack() throws IOException {
        GpuContextInfo gl = new GpuContextInfo(0, GpuApi.OPENGL, "renderer", 900);
        script.recording.event(new GpuEvent().context(gl));
        script.recording.event(new GpuEvent().begin(gl, 1, Script.location("a"), 10, 100));
        script.recording.event(new GpuEvent().end(gl, 1, 11, 110));
        script.recording.event(new GpuEvent().begin(gl, 1, Script.location("b"), 12, 105));
        script.recording.event(new GpuEvent().end(gl, 1, 13, 120));

        RecordedTrace trace = script.trace();

        assertEquals(List.of(110L, 120L), List.of(trace.gpuZones.get(1).begin, trace.gpuZones.get(1).end));
    }

    @Test
    void shouldKeepDeepGpuZones() throws IOException {
        GpuContextInfo gl = new GpuContextInfo(0, GpuApi.OPENGL, "renderer", 900);
        script.recording.event(new GpuEvent().context(gl));
        for (int i = 0; i < 600; i++) {
            script.recording.event(new GpuEvent().begin(gl, 1, Script.location("deep"), i, i));
        }
        for (int i = 600; i < 1150; i++) {
            script.recording.event(new GpuEvent().end(gl, 1, i, i));
        }

        RecordedTrace trace = script.trace();

        assertEquals(600, trace.gpuZones.size());
        for (RecordedTrace.Zone zone : trace.gpuZones) {
            assertEquals(zone.begin, zone.depth);
            assertEquals(zone.endedByRecording ? script.now : 1199 - zone.begin, zone.end);
        }
    }
}
