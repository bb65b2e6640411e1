package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.ParameterInfo;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.ParameterKind;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.state.ParameterState;
import dev.zonecast.core.state.ParameterTable;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the collector's calls to what a viewer understands, over a real socket. */
class TracySessionTest {
    private static final SourceLocation UPDATE = SourceLocation.of("update", "Game.update", "Game.java", 42, 0xFF8000);
    private static final SourceLocation UNNAMED = SourceLocation.of("", "Game.draw", "Game.java", 50, 0);

    private final CollectorStandIn host = new CollectorStandIn();
    private final ZoneRun run = new ZoneRun();
    private final long t0 = host.originNanos;
    private final RenamedThread main = new RenamedThread(1, "main");
    private final EventThread worker = EventThread.of(7, "worker");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private long nanos(long sinceOrigin) {
        return t0 + sinceOrigin;
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowZonesWithAllAttributesWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.zones(main, run.onlyBegin(nanos(1000), Ids.of(UPDATE)));
            s.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, main, Utf8Text.of("first")));
            s.zones(worker, run.onlyBegin(nanos(1100), Ids.of(UNNAMED)));
            s.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, main, Utf8Text.of("x".repeat(300))));
            s.event(new ZoneAttribute().text(EventKind.ZONE_NAME, main, Utf8Text.of("Ünamed ☃ 𝄞")));
            s.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, main, 0x123456));
            s.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, main, -5));
            s.event(new ZoneAttribute().count(main, ZoneCounter.PAGE_FAULTS, 64));
            s.zones(main, run.onlyBegin(nanos(70_000), Ids.of(UNNAMED)));
            s.zones(main, run.onlyEnd(nanos(5_000_000_000L)));
            s.zones(worker, run.onlyEnd(nanos(1200)));
            s.zones(main, run.onlyEnd(nanos(10_000_000_000L)));
        });
        LiveTrace trace = host.finish(viewer);

        LiveTrace.Zone update = trace.zonesNamed("update").getFirst();
        assertEquals(1000, update.beginNanos);
        assertEquals(10_000_000_000L, update.endNanos);
        assertEquals(List.of("first", "x".repeat(300), "page-faults: 64"), update.texts);
        assertEquals("Ünamed ☃ 𝄞", update.name);
        assertEquals(0x123456, update.rgb);
        assertEquals(List.of(-5L), update.values);
        List<LiveTrace.Zone> draws = trace.zonesNamed("Game.draw");
        assertEquals(2, draws.size());
        assertEquals(7, draws.get(0).thread);
        assertEquals(1100, draws.get(0).beginNanos);
        assertEquals(1200, draws.get(0).endNanos);
        assertEquals(1, draws.get(1).depth);
        assertEquals(70_000, draws.get(1).beginNanos);
        assertEquals(5_000_000_000L, draws.get(1).endNanos);
        LiveTrace.Location location = trace.locations.get((long) Ids.of(UPDATE));
        assertEquals("Game.update", trace.strings.get(location.function()));
        assertEquals("Game.java", trace.strings.get(location.file()));
        assertEquals(42, location.line());
        assertEquals(0xFF8000, location.rgb());
        assertEquals("main", trace.threadNames.get(1));
        assertEquals("worker", trace.threadNames.get(7));
        assertEquals("test program", trace.programName);
        assertTrue(trace.hostInfo.startsWith("OS: "), trace.hostInfo);
        assertTrue(host.log.has("protocol " + version), host.log.lines().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowCallStacksOfZonesWhenAnyVersionConnects(int version) throws IOException {
        CallStack calls = new CallStack(List.of(
                new CallStack.Call("Wolf:bite", "wolf.lua", 12), new CallStack.Call("ü".repeat(400), "main.lua", 0)));
        CallStack deep =
                new CallStack(Collections.nCopies(100, new CallStack.Call("x".repeat(2000), "y".repeat(2000), 1)));
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.event(new ZoneBegin().begin(main, nanos(1000), UPDATE, calls));
            s.event(new ZoneBegin().begin(main, nanos(100_000), UPDATE, deep));
            s.zones(main, run.onlyBegin(nanos(10_000_000_000L), Ids.of(UPDATE)));
            s.zones(main, run.onlyEnd(nanos(10_000_000_001L)));
            s.zones(main, run.onlyEnd(nanos(10_000_000_002L)));
            s.event(new ZoneBegin().begin(main, nanos(20_000_000_000L), UNNAMED, calls));
            s.zones(main, run.onlyEnd(nanos(20_000_000_001L)));
            s.zones(main, run.onlyEnd(nanos(20_000_000_002L)));
        });
        LiveTrace trace = host.finish(viewer);

        List<String> shown = List.of("Wolf:bite wolf.lua:12", "ü".repeat(250) + " main.lua:0");
        List<LiveTrace.Zone> updates = trace.zonesNamed("update");
        assertEquals(shown, updates.get(0).calls);
        assertEquals(1000, updates.get(0).beginNanos);
        assertEquals(64, updates.get(1).calls.size());
        assertEquals(100_000, updates.get(1).beginNanos);
        assertNull(updates.get(2).calls);
        assertEquals(shown, trace.zonesNamed("Game.draw").getFirst().calls);
        assertEquals(20_000_000_000L, trace.zonesNamed("Game.draw").getFirst().beginNanos);
    }

    @Test
    void shouldShowPlotsWithTheirLookWhenValuesAreSet() throws IOException {
        Plot plain = Plot.of("session plain");
        Plot percent = Plot.builder("session percent")
                .format(PlotFormat.PERCENTAGE)
                .step(true)
                .fill(false)
                .color(0x112233)
                .create();
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new PlotValue().whole(main, nanos(10), plain, Long.MIN_VALUE));
            s.event(new PlotValue().decimal(worker, nanos(5), percent, 0.25));
            s.event(new PlotValue().whole(main, nanos(20), plain, 7));
            s.event(new PlotValue().decimal(main, nanos(15), percent, -1e300));
        });
        Plot.builder("session percent").format(PlotFormat.MEMORY).create();
        host.feed(s -> {
            s.event(new PlotValue().decimal(main, nanos(30), percent, 3.0));
            s.event(new PlotValue().decimal(main, nanos(40), percent, 4.0));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(
                List.of(new LiveTrace.PlotValue(10, Long.MIN_VALUE), new LiveTrace.PlotValue(20, 7)),
                trace.plot("session plain"));
        assertEquals(
                List.of(
                        new LiveTrace.PlotValue(5, 0.25),
                        new LiveTrace.PlotValue(15, -1e300),
                        new LiveTrace.PlotValue(30, 3.0),
                        new LiveTrace.PlotValue(40, 4.0)),
                trace.plot("session percent"));
        assertEquals(
                List.of(
                        new LiveTrace.PlotConfig(2, true, false, 0x332211),
                        new LiveTrace.PlotConfig(1, false, true, 0)),
                trace.plotConfigs.get((long) Registry.INSTANCE.names().intern(percent.name())));
    }

    @Test
    void shouldShowTheValueThatAParameterHasWhenTheHistoryHasAnOlderOne() throws IOException {
        Parameter parameter = Parameter.ofInt("session speed", 3);
        ParameterState state = ParameterTable.INSTANCE.add("session speed", ParameterKind.INTEGER, 0);
        ParameterInfo older = new ParameterInfo(state.index(), state.name(), state.nameId(), state.kind(), 3);
        parameter.set(7);
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(ProgramEvent.parameter(older)));
        LiveTrace trace = host.finish(viewer);

        assertEquals(7, trace.parameters.get(state.index()).value());
    }

    @Test
    void shouldShowMessagesWhenTheyCarrySeverityColourAndSource() throws IOException {
        int literal = Registry.INSTANCE.names().intern("session literal");
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new MessageEvent()
                    .message(main, nanos(1), Severity.TRACE, MessageSource.USER, -1, Utf8Text.of("plain"), null));
            s.event(new MessageEvent()
                    .message(worker, nanos(2), Severity.FATAL, MessageSource.PROFILER, 0, Utf8Text.of("black"), null));
            s.event(new MessageEvent()
                    .literal(main, nanos(3), Severity.WARNING, MessageSource.USER, -1, literal, null));
            s.event(new MessageEvent()
                    .literal(main, nanos(4), Severity.ERROR, MessageSource.USER, 0xABCDEF, literal, null));
            s.event(ProgramEvent.info("one line"));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(
                List.of(
                        new LiveTrace.Text(1, 1, 0, 0, -1, "plain"),
                        new LiveTrace.Text(7, 2, 5, 1, 0, "black"),
                        new LiveTrace.Text(1, 3, 3, 0, -1, "#" + literal),
                        new LiveTrace.Text(1, 4, 4, 0, 0xABCDEF, "#" + literal)),
                trace.messages);
        assertEquals("session literal", trace.strings.get((long) literal));
        assertEquals(List.of("one line"), trace.appInfo);
    }

    @Test
    void shouldShowFramesWithTheProgramsNumbersWhenSomeWereBefore() throws IOException {
        FrameName loading = FrameName.of("session loading");
        FrameName ticks = FrameName.of("session ticks");
        host.frameMarks = 1000;
        TracyViewer viewer = host.join(82);
        long now = System.nanoTime() - t0;

        host.feed(s -> {
            s.event(new FrameEvent().mark(main, nanos(5), 1001));
            s.event(new FrameEvent().mark(main, nanos(now + 10), 1002));
            s.event(new FrameEvent().named(EventKind.FRAME_MARK, main, nanos(7), ticks));
            s.event(new FrameEvent().named(EventKind.FRAME_START, worker, nanos(8), loading));
            s.event(new FrameEvent().named(EventKind.FRAME_END, main, nanos(9), loading));
            s.event(new FrameEvent().vsync(nanos(11), 3));
        });
        LiveTrace trace = host.finish(viewer);

        // Time 0, the profiler's start and the connection are the viewer's frames 0 to 2; it shows index + offset - 1.
        assertEquals(1001, 3 + trace.frameOffset - 1);
        List<LiveTrace.FrameEvent> base = trace.frames.get(0L);
        assertEquals(2, base.size());
        assertEquals(trace.connectedNanos, base.get(0).nanos());
        assertEquals(Math.max(now + 10, trace.connectedNanos), base.get(1).nanos());
        assertEquals(List.of(new LiveTrace.FrameEvent('M', 7)), trace.frameSet("session ticks"));
        assertEquals(
                List.of(new LiveTrace.FrameEvent('S', 8), new LiveTrace.FrameEvent('E', 9)),
                trace.frameSet("session loading"));
        assertEquals(List.of(11L), trace.vsyncs.get(3));
    }

    /** The viewer's numbers begin with all marks of before: one more would make the numbers of all later frames too high. */
    @Test
    void shouldLeaveOutMarksOfBeforeTheConnectionThatWereStillInTheRings() throws IOException {
        host.frameMarks = 1000;
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new FrameEvent().mark(main, nanos(3), 999));
            s.event(new FrameEvent().mark(main, nanos(4), 1000));
            s.event(new FrameEvent().mark(main, System.nanoTime(), 1001));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(1, trace.frames.get(0L).size());
        assertEquals(1001, 3 + trace.frameOffset - 1, "the number of the frame that the first mark begins");
    }

    @Test
    void shouldShowGpuZonesInTheCpusTimeWhenThreadsAndContextsMix() throws IOException {
        GpuContextInfo gl = new GpuContextInfo(0, GpuApi.OPENGL, "renderer", nanos(100));
        GpuContextInfo vulkan = new GpuContextInfo(254, GpuApi.VULKAN, "compute ☃", nanos(-5000));
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new GpuEvent().context(gl));
            s.event(new GpuEvent().context(vulkan));
            s.event(new GpuEvent().context(gl));
            s.event(new GpuEvent().begin(gl, 1, UPDATE, nanos(1000), nanos(1500)));
            s.event(new GpuEvent().begin(vulkan, 7, UNNAMED, nanos(1010), nanos(1400)));
            s.event(new GpuEvent().begin(gl, 1, UNNAMED, nanos(1020), nanos(1600)));
            s.event(new GpuEvent().begin(gl, 7, UNNAMED, nanos(1030), nanos(1610)));
            s.event(new GpuEvent().end(gl, 1, nanos(1040), nanos(1700)));
            s.event(new GpuEvent().end(gl, 7, nanos(1045), nanos(1750)));
            s.event(new GpuEvent().end(gl, 1, nanos(1050), nanos(1800)));
            s.event(new GpuEvent().end(vulkan, 7, nanos(1060), nanos(5_000_000_000L)));
            s.event(new GpuEvent().calibration(gl, nanos(1070), 25, 1.5));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(new LiveTrace.GpuContext(1, 0, 1.0f, 0, 100, nanos(100)), trace.gpuContexts.get(0));
        assertEquals(new LiveTrace.GpuContext(2, 0, 1.0f, 0, 0, t0), trace.gpuContexts.get(1));
        assertEquals("renderer", trace.gpuNames.get(0));
        assertEquals("compute ☃", trace.gpuNames.get(1));
        assertGpuZone(trace.gpuZones.get(0), 0, 1, 1000, 1050, 1500, 1800);
        assertGpuZone(trace.gpuZones.get(1), 1, 7, 1010, 1060, 1400, 5_000_000_000L);
        assertGpuZone(trace.gpuZones.get(2), 0, 1, 1020, 1040, 1600, 1700);
        assertGpuZone(trace.gpuZones.get(3), 0, 7, 1030, 1045, 1610, 1750);
    }

    @Test
    void shouldShowTheZonesOfAThousandContextsWhenTheyAreClosedInTurn() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            for (long i = 0; i < 1000; i++) {
                GpuContextInfo context = new GpuContextInfo((int) i, GpuApi.OPENGL, "again " + i % 2, nanos(i * 100));
                s.event(new GpuEvent().context(context));
                s.event(new GpuEvent().begin(context, 1, UPDATE, nanos(i * 100 + 10), nanos(i * 100 + 20)));
                s.event(new GpuEvent().end(context, 1, nanos(i * 100 + 30), nanos(i * 100 + 40)));
                s.event(new GpuEvent().closed(context));
            }
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(1000, trace.gpuZones.size());
        assertEquals(255, trace.gpuContexts.size());
        for (int i = 0; i < 1000; i++) {
            LiveTrace.GpuZone zone = trace.gpuZones.get(i);
            long begin = i * 100L;
            assertGpuZone(zone, zone.context, 1, begin + 10, begin + 30, begin + 20, begin + 40);
            assertEquals("again " + i % 2, trace.gpuNames.get(zone.context));
        }
    }

    private static void assertGpuZone(
            LiveTrace.GpuZone zone, int context, int thread, long cpuBegin, long cpuEnd, long gpuBegin, long gpuEnd) {
        assertEquals(context, zone.context);
        assertEquals(thread, zone.thread);
        assertEquals(cpuBegin, zone.cpuBeginNanos);
        assertEquals(cpuEnd, zone.cpuEndNanos);
        assertEquals(gpuBegin, zone.gpuBeginNanos);
        assertEquals(gpuEnd, zone.gpuEndNanos);
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldAttachValuesToTheInnermostGpuZoneWhenTheVersionHasThem(int version) throws IOException {
        GpuContextInfo vulkan = new GpuContextInfo(3, GpuApi.VULKAN, "graphics", t0);
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.event(new GpuEvent().context(vulkan));
            s.event(new GpuEvent().begin(vulkan, 1, UPDATE, nanos(1000), nanos(1500)));
            s.event(new GpuEvent().begin(vulkan, 7, UPDATE, nanos(1010), nanos(1510)));
            s.event(new GpuEvent().begin(vulkan, 1, UNNAMED, nanos(1020), nanos(1520)));
            s.event(new GpuEvent().value(vulkan, 1, GpuStatistic.VERTICES, 1L << 40));
            s.event(new GpuEvent().end(vulkan, 1, nanos(1030), nanos(1530)));
            s.event(new GpuEvent().value(vulkan, 1, GpuStatistic.VERTICES, 36));
            s.event(new GpuEvent().value(vulkan, 1, GpuStatistic.FRAGMENT_SHADERS, 0));
            s.event(new GpuEvent().value(vulkan, 7, GpuStatistic.VERTICES, 3));
            s.event(new GpuEvent().end(vulkan, 1, nanos(1040), nanos(1540)));
            s.event(new GpuEvent().end(vulkan, 7, nanos(1050), nanos(1550)));
        });
        LiveTrace trace = host.finish(viewer);

        boolean has = version >= 76;
        assertEquals(
                has
                        ? List.of(
                                Map.of("vertices", 36.0, "fragment shader runs", 0.0),
                                Map.of("vertices", 3.0),
                                Map.of("vertices", 0x1p40))
                        : List.of(Map.of(), Map.of(), Map.of()),
                trace.gpuZones.stream().map(zone -> zone.notes).toList());
    }

    @Test
    void shouldReuseGpuQueriesWhenThereAreMoreThan65536() throws IOException {
        GpuContextInfo context = new GpuContextInfo(3, GpuApi.CUSTOM, "ring", t0);
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new GpuEvent().context(context));
            for (long i = 0; i < 70_000; i++) {
                s.event(new GpuEvent().begin(context, 1, UPDATE, nanos(i * 10), nanos(i * 10 + 1)));
                s.event(new GpuEvent().end(context, 1, nanos(i * 10 + 5), nanos(i * 10 + 6)));
            }
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(70_000, trace.gpuZones.size());
        assertEquals(699_991, trace.gpuZones.getLast().gpuBeginNanos);
        assertEquals(699_996, trace.gpuZones.getLast().gpuEndNanos);
    }

    @Test
    void shouldNotLookLikeACounterThatWrappedWhenGpuTimesLieFarApart() throws IOException {
        GpuContextInfo context = new GpuContextInfo(4, GpuApi.OPENGL, "two queues", t0);
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new GpuEvent().context(context));
            s.event(new GpuEvent().begin(context, 1, UPDATE, nanos(10), nanos(8_000_000_000L)));
            s.event(new GpuEvent().begin(context, 2, UPDATE, nanos(20), nanos(30)));
            s.event(new GpuEvent().end(context, 1, nanos(30), nanos(8_000_000_001L)));
            s.event(new GpuEvent().end(context, 2, nanos(40), nanos(50)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(6_000_000_000L, trace.gpuZones.get(1).gpuBeginNanos);
    }

    @Test
    void shouldBeginAtTimeZeroWhenEventsAreOlderThanTheProfiler() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.zones(main, run.onlyBegin(nanos(-1000), Ids.of(UPDATE)));
            s.event(new MessageEvent()
                    .message(main, nanos(-5), Severity.INFO, MessageSource.USER, -1, Utf8Text.of("early"), null));
            s.zones(main, run.onlyEnd(nanos(-10)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(0, trace.zones.getFirst().beginNanos);
        assertEquals(0, trace.zones.getFirst().endNanos);
        assertEquals(0, trace.messages.getFirst().nanos());
    }

    @Test
    void shouldShowOpenZonesWithTheirTrueBeginWhenAViewerComesInTheMiddle() throws IOException {
        host.onAttach = s -> {
            s.zones(main, run.onlyBegin(nanos(100), Ids.of(UPDATE)));
            s.zones(main, run.onlyBegin(nanos(200), Ids.of(UNNAMED)));
        };
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.zones(main, run.onlyEnd(nanos(300))));
        LiveTrace trace = host.finish(viewer);

        assertEquals(100, trace.zonesNamed("update").getFirst().beginNanos);
        assertTrue(trace.zonesNamed("update").getFirst().endNanos > 300, "ended by the end of the session");
        assertEquals(200, trace.zonesNamed("Game.draw").getFirst().beginNanos);
        assertEquals(300, trace.zonesNamed("Game.draw").getFirst().endNanos);
    }

    @Test
    void shouldEndOpenZonesNotBeforeTheirLastEventWhenTheSessionEnds() throws IOException {
        TracyViewer viewer = host.join(82);
        long future = System.nanoTime() - t0 + 60_000_000_000L;

        host.feed(s -> {
            s.zones(main, run.onlyBegin(nanos(1), Ids.of(UPDATE)));
            s.zones(main, run.onlyBegin(nanos(future), Ids.of(UPDATE)));
            s.zones(worker, run.onlyBegin(nanos(2), Ids.of(UPDATE)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(0, trace.openZones());
        assertEquals(future, trace.zones.get(1).endNanos);
        assertEquals(future, trace.zones.get(0).endNanos);
    }

    @Test
    void shouldSayThatAThreadHasANewNameWhenTheViewerKnowsTheOld() throws IOException {
        TracyViewer viewer = host.join(82);
        RenamedThread late = new RenamedThread(9, "late");

        host.feed(s -> {
            s.zones(main, run.onlyBegin(nanos(1), Ids.of(UPDATE)));
            s.zones(main, run.onlyEnd(nanos(2)));
        });
        viewer.await("the name", () -> viewer.trace().threadNames.containsKey(1));
        main.to("renamed", 5);
        late.to("never late", 0);
        host.feed(s -> {
            s.thread(main, Life.CHANGED);
            s.thread(late, Life.CHANGED);
            s.thread(main, Life.CHANGED);
            s.zones(late, run.onlyBegin(nanos(3), Ids.of(UPDATE)));
            s.zones(late, run.onlyEnd(nanos(4)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals("main", trace.threadNames.get(1));
        assertEquals("never late", trace.threadNames.get(9));
        assertEquals(5, trace.threadGroups.get(1));
        assertEquals(1, trace.messages.size());
        assertEquals(
                "thread \"main\" is now called \"renamed\"",
                trace.messages.getFirst().text());
        assertEquals(1, trace.messages.getFirst().source());
        assertEquals(1, trace.messages.getFirst().thread());
    }

    @Test
    void shouldNameThreadsThatHaveEndedWhenTheViewerAsksLate() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            for (int i = 100; i < 5100; i++) {
                EventThread brief = EventThread.of(i, "brief " + i);
                s.thread(brief, Life.STARTED);
                s.zones(brief, run.onlyBegin(nanos(i), Ids.of(UPDATE)));
                s.zones(brief, run.onlyEnd(nanos(i + 1L)));
                s.thread(brief, Life.ENDED);
            }
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(5000, trace.zoneCount());
        for (int i = 100; i < 5100; i++) {
            assertEquals("brief " + i, trace.threadNames.get(i));
        }
    }

    @Test
    void shouldTakeAnyNameWhenItIsEmptyHugeOrNotWellFormed() throws IOException {
        String huge = "é".repeat(100_000);
        SourceLocation odd = SourceLocation.of(huge, null, "", -3, -1);
        SourceLocation lone = SourceLocation.of("lone \ud800 surrogate", "f\udc00", "x", 1, 0);
        Plot plot = Plot.of(null);
        FrameName frame = FrameName.of("");
        EventThread thread = EventThread.of(11, huge);
        EventThread nameless = EventThread.of(12, "");
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.zones(thread, run.onlyBegin(nanos(1), Ids.of(odd)));
            s.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, thread, Utf8Text.of(huge)));
            s.event(new ZoneAttribute().text(EventKind.ZONE_NAME, thread, Utf8Text.of("")));
            s.zones(thread, run.onlyBegin(nanos(2), Ids.of(lone)));
            s.zones(thread, run.onlyEnd(nanos(3)));
            s.zones(thread, run.onlyEnd(nanos(4)));
            s.zones(nameless, run.onlyBegin(nanos(1), Ids.of(odd)));
            s.zones(nameless, run.onlyEnd(nanos(2)));
            s.event(new PlotValue().whole(thread, nanos(5), plot, 1));
            s.event(new FrameEvent().named(EventKind.FRAME_MARK, thread, nanos(6), frame));
            s.event(new MessageEvent()
                    .message(thread, nanos(7), Severity.INFO, MessageSource.USER, -1, Utf8Text.of(huge), null));
            s.event(ProgramEvent.info(huge));
            s.event(ProgramEvent.info(""));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(32_767, trace.zones.getFirst().texts.getFirst().length());
        assertEquals("", trace.zones.getFirst().name);
        assertEquals("lone \ufffd surrogate", trace.displayName(null, Ids.of(lone)));
        assertEquals(32_767, trace.threadNames.get(11).length());
        assertEquals("", trace.threadNames.get(12));
        assertEquals(32_767, trace.messages.getFirst().text().length());
        assertEquals(32_767, trace.appInfo.getFirst().length());
        assertEquals(1, trace.plot("(unnamed)").size());
        assertEquals(1, trace.frameSet("(unnamed)").size());
    }

    @Test
    void shouldReportLossesOnceWhenACounterRises() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(ProgramEvent.statistics(nanos(10), statistics(0)));
            s.event(ProgramEvent.statistics(nanos(20), statistics(5)));
            s.event(ProgramEvent.statistics(nanos(30), statistics(5)));
            s.event(ProgramEvent.statistics(nanos(40), statistics(12)));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(2, trace.messages.size());
        assertEquals(
                "Zonecast: 7 losses (since the program's start: dropped events 12)",
                trace.messages.get(1).text());
        assertEquals(3, trace.messages.get(1).severity());
        assertEquals(1, trace.messages.get(1).source());
        assertEquals(
                "test-collector", trace.threadNames.get(trace.messages.get(1).thread()));
    }

    private static Statistics statistics(long dropped) {
        return new Statistics(
                0,
                0,
                0,
                new Statistics.Losses(dropped, 0, 0, 0, 0, 0, 0, Map.of()),
                Statistics.Rings.NONE,
                new Statistics.Collector(0, 0, "test", 0));
    }

    @Test
    void shouldKeepInTouchWhenNothingHappens() throws IOException {
        TracyViewer viewer = host.join(82);

        viewer.await("signs of life", () -> {
            synchronized (viewer.trace()) {
                return viewer.trace().keepAlives >= 3;
            }
        });
        host.finish(viewer);
    }

    @Test
    void shouldHaveSentEverythingWhenFlushReturns() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            for (int i = 0; i < 200_000; i++) {
                s.zones(main, run.onlyBegin(nanos(i * 10L), Ids.of(UPDATE)));
                s.zones(main, run.onlyEnd(nanos(i * 10L + 5)));
            }
            s.flush();
        });
        viewer.await("200,000 zones", () -> viewer.trace().zoneCount() == 200_000);
        host.finish(viewer);
    }
}
