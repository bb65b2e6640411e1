package dev.zonecast.cli.golden;

import static dev.zonecast.cli.golden.Output.CHROME;
import static dev.zonecast.cli.golden.Output.CSV;
import static dev.zonecast.cli.golden.Output.FIREFOX;
import static dev.zonecast.cli.golden.Output.JSON;
import static dev.zonecast.cli.golden.Output.PAGE;
import static dev.zonecast.cli.golden.Output.PERFETTO;
import static dev.zonecast.cli.golden.Output.STATS;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.RingUse;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.RunEvent;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A row for each kind of event that the collector hands to a recording. */
final class RecordedKinds {
    private static final Output[] ALL = Output.values();
    private static final Output[] NOT_CSV = {STATS, JSON, PAGE, FIREFOX, CHROME, PERFETTO};
    private static final Output[] WITH_STACKS = {FIREFOX, CHROME, PERFETTO};
    private static final Output[] WITH_ATTRIBUTES = {PAGE, FIREFOX, CHROME, PERFETTO, CSV};

    private static final String PLOT_VALUES = "plot values";
    private static final String FRAMES = "frames";
    private static final String MESSAGES = "messages";
    private static final String LOCKS = "holds of locks and waits for them";
    private static final String MEMORY = "memory events";
    private static final String ZONE_STACKS = "call stacks of zones";
    private static final String ZONE_TEXTS = "texts and values of zones";

    private static final long VALUE = 987_654_321;
    private static final int RGB = 0x123ABC;
    private static final long DROPPED = 7_777;

    private RecordedKinds() {}

    static List<KindRow> rows() {
        List<KindRow> rows = new ArrayList<>();
        threads(rows);
        zones(rows);
        plotsAndMessages(rows);
        frames(rows);
        gpu(rows);
        locks(rows);
        memory(rows);
        machine(rows);
        late(rows);
        return rows;
    }

    /** As a number stands in Protocol Buffers and in the page's columns. */
    private static String varint(long number) {
        StringBuilder bytes = new StringBuilder();
        for (long rest = number; ; rest >>>= 7) {
            if (rest < 0x80) {
                return bytes.append((char) rest).toString();
            }
            bytes.append((char) ((rest & 0x7F) | 0x80));
        }
    }

    private static void message(GoldenScript script, EventThread thread, String text) throws IOException {
        script.sink.event(new MessageEvent()
                .message(thread, script.next(), Severity.INFO, MessageSource.USER, -1, Utf8Text.of(text), null));
    }

    private static void threads(List<KindRow> rows) {
        EventThread started = EventThread.of(7, "golden thread");
        rows.add(KindRow.of("name of a thread", script -> {
                    script.sink.thread(started, Life.STARTED);
                    message(script, started, "from the thread");
                    script.sink.zones(
                            started,
                            new ZoneRun().onlyBegin(script.next(), Ids.of(GoldenScript.place("on the thread"))));
                    script.sink.zones(started, new ZoneRun().onlyEnd(script.next()));
                })
                .shown("golden thread", ALL));
        rows.add(KindRow.of("change of a thread", script -> {
                    EventThread renamed = EventThread.of(8, "before");
                    script.sink.thread(renamed, Life.STARTED);
                    EventThread after = EventThread.of(8, "golden new name");
                    script.sink.thread(after, Life.CHANGED);
                    message(script, after, "after the change");
                    script.sink.zones(
                            after,
                            new ZoneRun().onlyBegin(script.next(), Ids.of(GoldenScript.place("after the change"))));
                    script.sink.zones(after, new ZoneRun().onlyEnd(script.next()));
                })
                .shown("golden new name", ALL));
        rows.add(KindRow.of("run of a fiber", script -> {
                    EventThread fiber = EventThread.ofFiber(1L << 40, "golden fiber");
                    script.sink.thread(fiber, Life.STARTED);
                    script.sink.event(new FiberEvent().entered(fiber, script.next(), script.main.id(), "main"));
                    script.sink.event(new FiberEvent().left(fiber, script.next()));
                })
                .shown("golden fiber", STATS, JSON, PERFETTO)
                .shown("\"type\":\"Fiber\"", FIREFOX)
                .shown("\"cat\":\"fiber\"", CHROME)
                .leftOut("runs of fibers", PAGE, CSV));
    }

    private static void zones(List<KindRow> rows) {
        rows.add(KindRow.of("zone", script -> script.zone("golden zone", () -> {}))
                .shown("golden zone", ALL));
        rows.add(KindRow.of("call stack of a zone", script -> {
                    script.sink.event(new ZoneBegin()
                            .begin(
                                    script.main,
                                    script.next(),
                                    GoldenScript.place("stacked"),
                                    GoldenScript.calls("Golden.callsZone")));
                    script.sink.zones(script.main, new ZoneRun().onlyEnd(script.next()));
                })
                .shown("Golden.callsZone", WITH_STACKS)
                .leftOut(ZONE_STACKS, STATS, JSON, PAGE, CSV));
        rows.add(KindRow.of(
                        "text of a zone",
                        script -> script.zone(
                                "with text",
                                () -> script.sink.event(new ZoneAttribute()
                                        .text(EventKind.ZONE_TEXT, script.main, Utf8Text.of("golden text")))))
                .shown("golden text", WITH_ATTRIBUTES)
                .leftOut(ZONE_TEXTS, STATS, JSON));
        rows.add(KindRow.of(
                        "name of a zone",
                        script -> script.zone(
                                "with name",
                                () -> script.sink.event(new ZoneAttribute()
                                        .text(EventKind.ZONE_NAME, script.main, Utf8Text.of("golden name")))))
                .shown("golden name", WITH_ATTRIBUTES)
                .leftOut("names of single zones", STATS, JSON));
        rows.add(KindRow.of(
                        "value of a zone",
                        script -> script.zone(
                                "with value",
                                () -> script.sink.event(
                                        new ZoneAttribute().value(EventKind.ZONE_VALUE, script.main, VALUE))))
                .shown(Long.toString(VALUE), PAGE, FIREFOX, CHROME, CSV)
                .shown(varint(VALUE), PERFETTO)
                .leftOut(ZONE_TEXTS, STATS, JSON));
        rows.add(KindRow.of(
                        "count of a zone",
                        script -> script.zone(
                                "with count",
                                () -> script.sink.event(
                                        new ZoneAttribute().count(script.main, ZoneCounter.PAGE_FAULTS, 6_113))))
                .shown("page-faults: 6113", WITH_ATTRIBUTES)
                .shown(" page-faults ", STATS)
                .shown("\"counts\":{\"page-faults\":{\"count\":1,\"sum\":6113,", JSON));
        rows.add(KindRow.of(
                        "colour of a zone",
                        script -> script.zone(
                                "with colour",
                                () -> script.sink.event(
                                        new ZoneAttribute().value(EventKind.ZONE_COLOR, script.main, RGB))))
                .shown("#123ABC", CHROME)
                .shown(varint(RGB), PAGE)
                .leftOut("colours of single zones", STATS, JSON, FIREFOX, PERFETTO, CSV));
    }

    private static void plotsAndMessages(List<KindRow> rows) {
        rows.add(KindRow.of(
                        "whole value of a plot",
                        script -> script.sink.event(
                                new PlotValue().whole(script.main, script.next(), Plot.of("golden whole"), 17L)))
                .shown("golden whole", NOT_CSV)
                .leftOut(PLOT_VALUES, CSV));
        rows.add(KindRow.of(
                        "decimal value of a plot",
                        script -> script.sink.event(
                                new PlotValue().decimal(script.main, script.next(), Plot.of("golden decimal"), 0.5)))
                .shown("golden decimal", NOT_CSV)
                .leftOut(PLOT_VALUES, CSV));
        rows.add(KindRow.of("message", script -> message(script, script.main, "golden message"))
                .shown("golden message", NOT_CSV)
                .leftOut(MESSAGES, CSV));
        rows.add(KindRow.of(
                        "call stack of a message",
                        script -> script.sink.event(new MessageEvent()
                                .message(
                                        script.main,
                                        script.next(),
                                        Severity.ERROR,
                                        MessageSource.USER,
                                        -1,
                                        Utf8Text.of("with calls"),
                                        GoldenScript.calls("Golden.callsMessage"))))
                .shown("Golden.callsMessage", WITH_STACKS)
                .leftOut("call stacks of messages", STATS, JSON, PAGE)
                .leftOut(MESSAGES, CSV));
        rows.add(KindRow.of("message of a registered text", script -> literal(script, null))
                .shown("golden literal", NOT_CSV)
                .leftOut(MESSAGES, CSV));
        rows.add(KindRow.of(
                        "message of a registered text with calls",
                        script -> literal(script, GoldenScript.calls("Golden.callsLiteral")))
                .shown("Golden.callsLiteral", WITH_STACKS)
                .leftOut("call stacks of messages", STATS, JSON, PAGE)
                .leftOut(MESSAGES, CSV));
        rows.add(KindRow.of(
                        "crash",
                        script -> script.sink.event(new MessageEvent()
                                .crash(
                                        script.main,
                                        script.next(),
                                        Utf8Text.of("golden crash"),
                                        GoldenScript.calls("Golden.crashes"))))
                .shown("golden crash", NOT_CSV)
                .leftOut(MESSAGES, CSV));
    }

    private static void literal(GoldenScript script, CallStack calls) throws IOException {
        int text = Registry.INSTANCE.names().intern("golden literal");
        script.sink.event(new MessageEvent()
                .literal(script.main, script.next(), Severity.WARNING, MessageSource.USER, -1, text, calls));
    }

    private static void frames(List<KindRow> rows) {
        rows.add(KindRow.of("frame", script -> {
                    for (int i = 0; i < 3; i++) {
                        script.sink.event(new FrameEvent().mark(script.main, script.next(), i));
                    }
                })
                .shown("\nFrame ", STATS)
                .shown("\"name\":\"Frame\"", JSON, PAGE)
                .shown("\"type\":\"Frame\"", FIREFOX)
                .shown("\"cat\":\"frame\",\"name\":\"Frame\"", CHROME)
                .shown("Frame", PERFETTO)
                .leftOut(FRAMES, CSV));
        rows.add(KindRow.of("frame of a named set", script -> {
                    for (int i = 0; i < 3; i++) {
                        script.sink.event(new FrameEvent()
                                .named(EventKind.FRAME_MARK, script.main, script.next(), FrameName.of("golden tick")));
                    }
                })
                .shown("golden tick", NOT_CSV)
                .leftOut(FRAMES, CSV));
        rows.add(KindRow.of("frame with gaps", script -> {
                    script.sink.event(new FrameEvent()
                            .named(EventKind.FRAME_START, script.main, script.next(), FrameName.of("golden load")));
                    script.sink.event(new FrameEvent()
                            .named(EventKind.FRAME_END, script.main, script.next(), FrameName.of("golden load")));
                })
                .shown("golden load", NOT_CSV)
                .leftOut(FRAMES, CSV));
        rows.add(KindRow.of("vertical blank", script -> script.sink.event(new FrameEvent().vsync(script.next(), 3)))
                .shown("\"cat\":\"vsync\"", CHROME)
                .shown("vsync", FIREFOX, PERFETTO)
                .leftOut("vertical blanks", STATS, JSON, PAGE, CSV));
        rows.add(KindRow.of("frame on a display", script -> {
                    script.sink.event(new FrameEvent().shown(script.next(), 5, 1));
                })
                .shown("VSync 5", FIREFOX, CHROME, PERFETTO)
                .shown("\"screenNanos\":", JSON)
                .leftOut("vertical blanks", STATS, PAGE, CSV));
        rows.add(KindRow.of("picture of a frame", script -> script.sink.event(new ImageEvent().describe(1, 8, 4, true)))
                .shown("\"width\":8", PAGE)
                .shown("CompositorScreenshot", FIREFOX)
                .shown("android_screenshot", PERFETTO)
                .leftOut("frame images", STATS, JSON, CHROME, CSV));
    }

    private static void gpu(List<KindRow> rows) {
        SourceLocation pass = GoldenScript.place("golden pass");
        rows.add(KindRow.of("GPU context", script -> script.sink.event(new GpuEvent().context(script.gpu)))
                .shown("golden gpu", ALL));
        rows.add(KindRow.of("GPU zone", script -> {
                    long now = script.next();
                    script.sink.event(new GpuEvent().begin(script.gpu, script.main.id(), pass, now, now + 100));
                    script.sink.event(new GpuEvent().value(script.gpu, script.main.id(), GpuStatistic.VERTICES, 300));
                    script.sink.event(new GpuEvent().end(script.gpu, script.main.id(), now + 200, now + 300));
                })
                .shown("golden pass", ALL));
        // The event is played by the row above: a count stands between begin and end.
        rows.add(KindRow.of("count of a GPU zone", script -> {})
                .shown("vertices: 300", WITH_ATTRIBUTES)
                .shown(" vertices ", STATS)
                .shown("\"gpuCounts\":{\"vertices\":{\"count\":1,\"sum\":300,", JSON));
        rows.add(KindRow.of(
                        "GPU calibration",
                        script -> script.sink.event(new GpuEvent().calibration(script.gpu, script.next(), 4_321, -2.5)))
                .shown("4.321 us", STATS)
                .shown("\"worstErrorNanos\":4321", JSON)
                .shown("GPU clock error: golden gpu", PAGE, FIREFOX, CHROME, PERFETTO)
                .leftOut("GPU calibrations", CSV));
        // The event is played by the row above.
        rows.add(KindRow.of("drift of a GPU's clock", script -> {})
                .shown("-2.50 ppm", STATS)
                .shown("\"lastDriftPpm\":-2.5", JSON)
                .shown("GPU clock drift: golden gpu", PAGE, FIREFOX, CHROME, PERFETTO)
                .leftOut("GPU calibrations", CSV));
        rows.add(KindRow.of("call stack of a GPU zone", script -> {
                    long now = script.next();
                    SourceLocation place = GoldenScript.place("stacked pass");
                    CallStack calls = GoldenScript.calls("Golden.callsGpuZone");
                    script.sink.event(new GpuEvent().begin(script.gpu, script.main.id(), place, now, now + 100, calls));
                    script.sink.event(new GpuEvent().end(script.gpu, script.main.id(), now + 200, now + 300));
                })
                .shown("Golden.callsGpuZone", WITH_STACKS)
                .leftOut(ZONE_STACKS, STATS, JSON, PAGE, CSV));
        rows.add(KindRow.of("count of a nested GPU zone", script -> {
                    long now = script.next();
                    SourceLocation outer = GoldenScript.place("outer pass");
                    SourceLocation inner = GoldenScript.place("inner pass");
                    long main = script.main.id();
                    script.sink.event(new GpuEvent().begin(script.gpu, main, outer, now, now + 100));
                    script.sink.event(new GpuEvent().begin(script.gpu, main, inner, now, now + 110));
                    script.sink.event(new GpuEvent().value(script.gpu, main, GpuStatistic.FRAGMENT_SHADERS, 417));
                    script.sink.event(new GpuEvent().end(script.gpu, main, now + 200, now + 300));
                    script.sink.event(new GpuEvent().value(script.gpu, main, GpuStatistic.FRAGMENT_SHADERS, 918));
                    script.sink.event(new GpuEvent().end(script.gpu, main, now + 200, now + 310));
                })
                .shown("fragment shader runs: 417", WITH_ATTRIBUTES)
                .shown(" 417", STATS)
                .shown("\"gpuCounts\":{\"fragmentShaderRuns\":{\"count\":1,\"sum\":417,", JSON));
        rows.add(KindRow.of("hardware counter of a GPU zone", script -> {
                    long now = script.next();
                    SourceLocation counted = GoldenScript.place("counted pass");
                    long main = script.main.id();
                    script.sink.event(new GpuEvent().begin(script.gpu, main, counted, now, now + 100));
                    script.sink.event(new GpuEvent().value(script.gpu, main, GpuStatistic.of("L2 misses"), 531));
                    script.sink.event(new GpuEvent().end(script.gpu, main, now + 200, now + 310));
                })
                .shown("L2 misses: 531", WITH_ATTRIBUTES)
                .shown(" L2 misses ", STATS)
                .shown("\"gpuCounts\":{\"L2 misses\":{\"count\":1,\"sum\":531,", JSON));
        rows.add(KindRow.of("GPU zone in another lane", script -> {
                    SourceLocation beside = GoldenScript.place("pass beside");
                    long now = script.next();
                    long main = script.main.id();
                    script.sink.event(new GpuEvent().begin(script.gpu, main, beside, now, now + 100));
                    script.sink.event(new GpuEvent()
                            .begin(script.gpu, main, beside, now, now + 150)
                            .inLane(1));
                    script.sink.event(new GpuEvent().end(script.gpu, main, now + 200, now + 300));
                    script.sink.event(new GpuEvent()
                            .end(script.gpu, main, now + 200, now + 350)
                            .inLane(1));
                })
                .shown("pass beside", STATS, JSON, CSV)
                .shown("golden gpu, lane 2", PAGE, FIREFOX, CHROME, PERFETTO));
        rows.add(KindRow.of("another name of a GPU context", script -> {
                    GpuContextInfo before = new GpuContextInfo(4, GpuApi.OPENGL, "golden gpu before", script.next());
                    GpuContextInfo after =
                            new GpuContextInfo(4, GpuApi.OPENGL, "golden gpu after", before.createdNanos());
                    script.sink.event(new GpuEvent().context(before));
                    long now = script.next();
                    script.sink.event(new GpuEvent().begin(before, script.main.id(), pass, now, now + 100));
                    script.sink.event(new GpuEvent().context(after));
                    script.sink.event(new GpuEvent().end(after, script.main.id(), now + 200, now + 300));
                    script.sink.event(new GpuEvent().calibration(after, script.next(), 99, 0));
                })
                .shown("golden gpu after", ALL));
    }

    private static void locks(List<KindRow> rows) {
        SourceLocation made = GoldenScript.place("lock");
        LockInfo alone = new LockInfo(31, "golden lock", made, false, 1_000_000_000);
        LockInfo shared = new LockInfo(32, "golden shared", made, true, 1_000_000_000);
        SourceLocation obtained = SourceLocation.of("obtained", "Golden.obtains", "Obtained.java", 77, 0);
        rows.add(KindRow.of("lock", script -> {
                    script.sink.event(new LockChange().created(alone));
                    script.sink.event(new LockChange().change(alone, LockEvent.OBTAIN, script.main, script.next()));
                    script.sink.event(new LockChange().mark(alone, script.main, obtained));
                    script.sink.event(new LockChange().change(alone, LockEvent.WAIT, script.other, script.next()));
                    script.sink.event(new LockChange().change(alone, LockEvent.GIVE_UP, script.other, script.next()));
                    script.sink.event(new LockChange().change(alone, LockEvent.RELEASE, script.main, script.next()));
                })
                .shown("golden lock", NOT_CSV)
                .leftOut(LOCKS, CSV));
        rows.add(KindRow.of("lock of readers", script -> {
                    script.sink.event(new LockChange().created(shared));
                    script.sink.event(new LockChange().change(shared, LockEvent.OBTAIN, script.main, script.next()));
                    script.sink.event(
                            new LockChange().change(shared, LockEvent.SHARED_WAIT, script.other, script.next()));
                    script.sink.event(new LockChange().change(shared, LockEvent.RELEASE, script.main, script.next()));
                    script.sink.event(
                            new LockChange().change(shared, LockEvent.SHARED_OBTAIN, script.other, script.next()));
                    script.sink.event(
                            new LockChange().change(shared, LockEvent.SHARED_RELEASE, script.other, script.next()));
                    script.sink.event(new LockChange().destroyed(shared, script.next()));
                })
                .shown("golden shared", NOT_CSV)
                .leftOut(LOCKS, CSV));
        // Played by the first row of locks.
        rows.add(KindRow.of("place of a lock", script -> {})
                .shown("Obtained.java:77", FIREFOX, CHROME, PERFETTO)
                .leftOut("places of locks", STATS, JSON, PAGE)
                .leftOut(LOCKS, CSV));
    }

    private static void memory(List<KindRow> rows) {
        MemoryPool pool = MemoryPool.of("golden pool");
        rows.add(KindRow.of("block of memory", script -> {
                    MemoryBlocks standing = new MemoryBlocks();
                    standing.add(0x10, 1 << 20);
                    script.sink.event(new MemoryEvent()
                            .all(EventKind.MEMORY_STANDS, pool, null, script.next(), standing, 1 << 20));
                    script.sink.event(
                            block(script, EventKind.MEMORY_ALLOCATED, pool, 0x1000, 64, 64 + (1 << 20), null));
                    script.sink.event(block(script, EventKind.MEMORY_FREED, pool, 0x1000, 64, 1 << 20, null));
                })
                .shown("golden pool", STATS, JSON, PAGE, FIREFOX, PERFETTO)
                .shown("allocated golden pool", CHROME)
                .leftOut(MEMORY, CSV));
        rows.add(KindRow.of(
                        "call stack of an allocation",
                        script -> script.sink.event(block(
                                script,
                                EventKind.MEMORY_ALLOCATED,
                                pool,
                                0x2000,
                                32,
                                32 + (1 << 20),
                                GoldenScript.calls("Golden.allocates"))))
                .shown("Golden.allocates", STATS, JSON, PAGE, FIREFOX, CHROME)
                .either("Golden.allocates", MEMORY, PERFETTO)
                .leftOut(MEMORY, CSV));
        rows.add(KindRow.of("call stack of a free", script -> {
                    script.sink.event(
                            block(script, EventKind.MEMORY_ALLOCATED, pool, 0x3000, 32, 64 + (1 << 20), null));
                    script.sink.event(block(
                            script,
                            EventKind.MEMORY_FREED,
                            pool,
                            0x3000,
                            32,
                            32 + (1 << 20),
                            GoldenScript.calls("Golden.frees")));
                })
                .shown("Golden.frees", FIREFOX, CHROME)
                .either("Golden.frees", MEMORY, PERFETTO)
                .leftOut("call stacks of frees", STATS, JSON, PAGE)
                .leftOut(MEMORY, CSV));
        MemoryPool discarded = MemoryPool.of("golden arena");
        rows.add(KindRow.of("pool that is freed as a whole", script -> {
                    MemoryBlocks blocks = new MemoryBlocks();
                    blocks.add(0x10, 16);
                    script.sink.event(block(script, EventKind.MEMORY_ALLOCATED, discarded, 0x10, 16, 16, null));
                    script.sink.event(new MemoryEvent()
                            .all(EventKind.MEMORY_DISCARDED, discarded, script.main, script.next(), blocks, 0));
                })
                .shown("golden arena", STATS, JSON, PAGE)
                .shown("discarded", FIREFOX, PERFETTO)
                .shown("discarded golden arena", CHROME)
                .leftOut(MEMORY, CSV));
        rows.add(KindRow.of("call stack of a discard", script -> {
                    MemoryBlocks blocks = new MemoryBlocks();
                    blocks.add(0x20, 16);
                    script.sink.event(new MemoryEvent()
                            .all(EventKind.MEMORY_DISCARDED, discarded, script.main, script.next(), blocks, 0)
                            .from(GoldenScript.calls("Golden.discards")));
                })
                .shown("Golden.discards", FIREFOX, CHROME)
                .either("Golden.discards", MEMORY, PERFETTO)
                .leftOut("call stacks of frees", STATS, JSON, PAGE)
                .leftOut(MEMORY, CSV));
    }

    private static MemoryEvent block(
            GoldenScript script,
            EventKind kind,
            MemoryPool pool,
            long address,
            long bytes,
            long live,
            CallStack stack) {
        return new MemoryEvent().block(kind, pool, script.main, script.next(), address, bytes, live, stack);
    }

    private static void machine(List<KindRow> rows) {
        rows.add(KindRow.of("load of the machine", script -> script.sink.event(MachineEvent.load(script.next(), 50)))
                .shown("CPU usage", NOT_CSV)
                .leftOut(PLOT_VALUES, CSV));
        rows.add(KindRow.of(
                        "power",
                        script -> script.sink.event(MachineEvent.power(
                                script.next(), new PowerReading("golden part", 0, 5_000_000, 1_000_000_000))))
                .shown("power golden part (W)", NOT_CSV)
                .leftOut(PLOT_VALUES, CSV));
        rows.add(KindRow.of("section", script -> {
                    SectionInfo section =
                            new SectionInfo(1, SectionCategory.of("level"), "golden section", script.next());
                    script.sink.event(SectionEvent.begin(section));
                    script.sink.event(SectionEvent.end(section, script.next()));
                })
                .shown("golden section", ALL));
        rows.add(KindRow.of("line about the program", script -> script.sink.event(ProgramEvent.info("golden line")))
                .shown("golden line", NOT_CSV)
                .leftOut(MESSAGES, CSV));
        rows.add(KindRow.of(
                        "losses of the profiler",
                        script -> script.sink.event(ProgramEvent.statistics(script.next(), statistics())))
                .shown("dropped events", ALL));
    }

    private static Statistics statistics() {
        return new Statistics(
                0,
                10,
                0,
                new Statistics.Losses(DROPPED, 0, 0, 0, 0, 0, 0, Map.of()),
                new Statistics.Rings(1, 0, 0, 0, RingUse.NONE),
                new Statistics.Collector(0, 0, "clock", 0));
    }

    private static void late(List<KindRow> rows) {
        SourceLocation stop = SourceLocation.of("golden stop", "", "", 0, 0);
        rows.add(KindRow.of("stop of a thread", script -> {
                    long begin = script.next();
                    script.sink.event(new StopEvent(script.main, begin, script.next(), stop, "because"));
                })
                .shown("golden stop", FIREFOX, CHROME, PERFETTO)
                .either("golden stop", "thread stops", STATS, JSON, PAGE)
                .leftOut("thread stops", CSV));
        rows.add(KindRow.of("run on a core", script -> {
                    long begin = script.next();
                    script.sink.event(new RunEvent(script.main, begin, script.next(), 201, true));
                })
                .shown("core 201, preempted", PAGE, FIREFOX, CHROME, PERFETTO)
                .shown("\"core 201, preempted\"", CSV)
                .shown("preempted", STATS)
                .shown("\"runningNanos\"", JSON));
        SourceLocation span = SourceLocation.of("golden span", "", "", 0, 0);
        SourceLocation step = SourceLocation.of("golden step", "", "", 0, 0);
        rows.add(KindRow.of("span", script -> {
                    SpanEvent event = new SpanEvent();
                    script.sink.event(event.span(EventKind.SPAN_BEGIN, script.main, script.next(), span, 77));
                    script.sink.event(event.span(EventKind.SPAN_STEP, script.main, script.next(), step, 77));
                    script.sink.event(event.span(EventKind.SPAN_END, script.main, script.next(), span, 77));
                })
                .shown("golden span", ALL));
        SourceLocation flow = SourceLocation.of("golden flow", "", "", 0, 0);
        rows.add(KindRow.of("flow", script -> {
                    FlowEvent event = new FlowEvent();
                    String from = script.main.name();
                    script.sink.event(event.flow(EventKind.FLOW_BEGIN, script.main, script.next(), flow, 78, from));
                    script.sink.event(event.flow(EventKind.FLOW_END, script.other, script.next(), flow, 78, from));
                })
                .shown("golden flow", ALL));
        for (SampleKind kind : SampleKind.values()) {
            String function = "Golden.sample" + kind.code();
            KindRow row = KindRow.of("sample, " + kind, script -> {
                script.sink.event(new SampleEvent(
                        script.main,
                        script.next(),
                        kind,
                        1000,
                        kind == SampleKind.ALLOCATION ? "byte[]" : null,
                        SampledStacks.INSTANCE.intern(
                                GoldenScript.calls(function).calls())));
            });
            rows.add(inStats(row, kind, function)
                    .shown(function, FIREFOX, PAGE)
                    .leftOut("stack samples", CHROME, PERFETTO, CSV));
        }
    }

    private static KindRow inStats(KindRow row, SampleKind kind, String function) {
        return switch (kind) {
            case RUNNING -> row.shown(function, STATS, JSON);
            case NATIVE -> row.shown("of threads in native code", STATS).shown("\"native\":1", JSON);
            case SLEEPING -> row.shown("of threads that began to sleep", STATS).shown("\"sleeping\":1", JSON);
            case ALLOCATION -> row.shown("of allocations, together", STATS).shown("\"allocations\":1", JSON);
        };
    }
}
