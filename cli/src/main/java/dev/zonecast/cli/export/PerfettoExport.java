package dev.zonecast.cli.export;

import dev.zonecast.cli.export.PerfettoPackets.Event;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.Detail;
import dev.zonecast.trace.Frame;
import dev.zonecast.trace.FrameImage;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.Marker;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.MemoryEvent;
import dev.zonecast.trace.Message;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RingLoad;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.Zone;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Perfetto's own format. Unlike the recording, which Perfetto reads as it is, it has arrows from where a GPU zone was submitted,
 * screenshots, source locations as such, units of plots, waits for locks below their thread, and the time of day. Written as the
 * trace is read, in memory that does not grow: Perfetto sorts by time, events of the same time stay in the order of the file.
 */
public final class PerfettoExport implements TraceListener {
    /** Perfetto drops the begins of deeper slices, but not their ends, which then end the slices around them. */
    static final int MAX_LEVELS = 512;

    /** Programs count their threads each for itself. */
    private record ThreadKey(Program program, long koid) {}

    private final PerfettoPackets packets;
    private final ZoneFilter filter;
    private final Map<Program, String> programs = new HashMap<>();
    private final Map<Track, String> described = new HashMap<>();
    private final Map<ThreadKey, Track> threads = new HashMap<>();
    /** Of each track the depths whose zone has begun in the output and not ended. */
    private final Map<Track, BitSet> begun = new HashMap<>();
    /** Tracks below others that are described. */
    private final Set<Long> describedBelow = new HashSet<>();

    private PlotSeries[] describedPlots = new PlotSeries[64];
    private final Lanes markerLanes = new Lanes();
    private final Lanes stopLanes = new Lanes();
    private final PerfettoPictures pictures;
    private long flows;
    private long notFinite;
    private long withoutLane;
    private long tooDeep;

    /** Writes what passes a filter. */
    public PerfettoExport(OutputStream out, ZoneFilter filter) {
        this.packets = new PerfettoPackets(out);
        this.filter = filter;
        pictures = new PerfettoPictures(filter, this::picture);
    }

    /** The losses are an event at the end, on a track of their own, with an argument for each kind. */
    @Override
    public void end(LossAccount all) throws IOException {
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        all.add(LossKind.TOO_MANY_LANES, withoutLane);
        all.add(LossKind.LEFT_OUT, "frame images without their frame", pictures.finish());
        all.add(LossKind.LEFT_OUT, "zones nested deeper than " + MAX_LEVELS, tooDeep);
        LossAccount losses = filter.losses(all);
        if (losses.isEmpty()) {
            return;
        }
        packets.track(PerfettoIds.ACCOUNT, 0, "Losses", 0);
        Event event = packets.event(PerfettoPackets.INSTANT, PerfettoIds.ACCOUNT, packets.lastNanos())
                .category("losses")
                .name("losses");
        losses.byName().forEach((name, count) -> {
            if (count > 0) {
                event.argument(name, count);
            }
        });
        event.write();
    }

    // --- tracks

    @Override
    public void session(Session newSession) throws IOException {
        packets.clock(newSession);
        pictures.session(newSession);
    }

    @Override
    public void program(Program program) throws IOException {
        if (!program.name().isEmpty()) {
            process(program);
        }
    }

    /** Describes a program when it is first used, and when it has another name. */
    private long process(Program program) throws IOException {
        long uuid = PerfettoIds.PROCESSES | program.number();
        if (!program.title().equals(programs.put(program, program.title()))) {
            packets.process(uuid, program);
        }
        return uuid;
    }

    private static long uuid(Track track) {
        return PerfettoIds.TRACKS | track.index();
    }

    /** A track below another one, or below a program. */
    private long below(long uuid, long parent, String name, int rank) throws IOException {
        if (describedBelow.add(uuid)) {
            packets.track(uuid, parent, name, rank);
        }
        return uuid;
    }

    /** Describes a track when it is first used, and when it has another name. */
    private long use(Track track) throws IOException {
        String known = described.get(track);
        if (known == null || !known.equals(track.name())) {
            described.put(track, track.name());
            long process = process(track.program());
            switch (track.kind()) {
                case THREAD, PROFILER -> {
                    threads.put(new ThreadKey(track.program(), track.koid()), track);
                    packets.thread(uuid(track), track);
                }
                case FRAMES, VSYNC -> packets.track(uuid(track), process, track.name(), -2);
                case GPU -> packets.track(uuid(track), process, track.name() + " (GPU)", -1);
                case LOCK -> packets.track(uuid(track), process, "lock " + track.name(), 1);
                case JVM -> packets.track(uuid(track), process, track.name(), 2);
                case MARKERS -> {
                    // Intervals are delivered with the thread that they are about.
                }
            }
        }
        return uuid(track);
    }

    // --- zones

    @Override
    public void zone(Zone zone) throws IOException {
        Track track = zone.track();
        BitSet open = begun.computeIfAbsent(track, t -> new BitSet());
        boolean isBegun = open.get(zone.depth());
        if (!isBegun && !filter.accepts(zone)) {
            return;
        }
        if (!isBegun && zone.depth() + zone.levelsInside() > MAX_LEVELS) {
            tooDeep++;
            return;
        }
        long uuid = use(track);
        if (isBegun) {
            open.clear(zone.depth());
        } else {
            begin(zone.parent(), zone.beginNanos(), open, uuid);
            begin(zone, uuid, true);
        }
        Event end = packets.event(PerfettoPackets.SLICE_END, uuid, zone.endNanos());
        if (isBegun) {
            PerfettoArguments.zone(zone, end);
        }
        if (zone.isCutOff()) {
            end.argument("ended by", "end of recording");
        }
        end.write();
    }

    /** Zones around one that began at the same time have to come before it. What is said of them later is in their ends. */
    private void begin(Zone outer, long timeNanos, BitSet open, long uuid) throws IOException {
        if (outer == null || outer.beginNanos() != timeNanos || open.get(outer.depth()) || !filter.accepts(outer)) {
            return;
        }
        begin(outer.parent(), timeNanos, open, uuid);
        begin(outer, uuid, false);
        open.set(outer.depth());
    }

    private void begin(Zone zone, long uuid, boolean complete) throws IOException {
        long flow = zone.cpuBeginNanos() == 0 ? 0 : submission(zone);
        Event begin = packets.event(PerfettoPackets.SLICE_BEGIN, uuid, zone.beginNanos())
                .category(ZoneKind.of(zone).label())
                .name(zone.name())
                .location(zone.location());
        if (complete) {
            PerfettoArguments.zone(zone, begin);
        }
        if (flow != 0) {
            begin.flowEnd(flow);
        }
        begin.write();
    }

    /** Where a GPU zone was submitted, as the beginning of an arrow; 0 if the thread is not known. */
    private long submission(Zone zone) throws IOException {
        Track thread =
                threads.get(new ThreadKey(zone.track().program(), zone.track().submitter()));
        if (thread == null) {
            return 0;
        }
        flows++;
        packets.event(PerfettoPackets.INSTANT, use(thread), zone.cpuBeginNanos())
                .category("submit")
                .name(zone.name())
                .flow(flows)
                .write();
        return flows;
    }

    // --- the rest

    @Override
    public void frame(Frame frame) throws IOException {
        if (frame.isBase()) {
            pictures.frame(frame);
        }
        if (!filter.accepts(frame.track(), frame.beginNanos())) {
            return;
        }
        Event begin = packets.event(PerfettoPackets.SLICE_BEGIN, use(frame.track()), frame.beginNanos())
                .category("frame")
                .name(frame.name());
        if (frame.number() >= 0) {
            begin.argument("number", frame.number());
        }
        begin.write();
        packets.event(PerfettoPackets.SLICE_END, uuid(frame.track()), frame.endNanos())
                .write();
    }

    @Override
    public void frameImage(FrameImage image) throws IOException {
        pictures.image(image);
    }

    private void picture(FrameImage image, long timeNanos) throws IOException {
        long track =
                below(PerfettoIds.PICTURES | image.program().number(), process(image.program()), "Screenshots", -3);
        // The front-end knows them by this category and name.
        packets.event(PerfettoPackets.INSTANT, track, timeNanos)
                .category("android_screenshot")
                .name("Screenshot")
                .argument("frame", image.frame())
                .jpeg(Screenshots.jpeg(image))
                .write();
    }

    @Override
    public void lock(LockSpan span) throws IOException {
        if (!filter.accepts(span.track(), span.beginNanos())) {
            return;
        }
        long uuid = use(span.track());
        if (!span.hold()) {
            // A wait may overlap zones of its thread.
            uuid = below(PerfettoIds.WAITS | span.track().index(), uuid, "waits for locks", 1);
        }
        Event begin = packets.event(PerfettoPackets.SLICE_BEGIN, uuid, span.beginNanos())
                .category("lock")
                .name(span.name())
                .argument("outcome", span.outcome());
        if (span.place() != null) {
            begin.location(span.place()).argument("loc", span.place().place());
        }
        begin.write();
        packets.event(PerfettoPackets.SLICE_END, uuid, span.endNanos()).write();
    }

    @Override
    public void vsync(Track track, long timeNanos) throws IOException {
        if (filter.accepts(track, timeNanos)) {
            instant(track, timeNanos, "vsync", track.name()).write();
        }
    }

    @Override
    public void marker(Marker marker) throws IOException {
        if (!filter.accepts(marker.track(), marker.beginNanos())) {
            return;
        }
        long uuid = use(marker.track());
        if (marker.isInterval()) {
            int lane = markerLanes.take(marker.track(), marker.beginNanos(), marker.endNanos());
            if (lane < 0) {
                withoutLane++;
                return;
            }
            uuid = below(PerfettoIds.MARKERS | (long) marker.track().index() << Byte.SIZE | lane, uuid, "markers", 0);
        }
        MarkerKind kind = marker.kind();
        Event event = packets.event(
                        marker.isInterval() ? PerfettoPackets.SLICE_BEGIN : PerfettoPackets.INSTANT,
                        uuid,
                        marker.beginNanos())
                .category(kind.category().name())
                .name(kind.name());
        PerfettoArguments.data(kind, marker.values(), event);
        PerfettoArguments.stack(marker.stack(), event);
        event.write();
        if (marker.isInterval()) {
            packets.event(PerfettoPackets.SLICE_END, uuid, marker.endNanos()).write();
        }
    }

    @Override
    public void message(Message message) throws IOException {
        if (filter.accepts(message.track(), message.timeNanos())) {
            Event event = instant(message.track(), message.timeNanos(), "message", message.text());
            if (!message.severity().isEmpty()) {
                event.argument("severity", message.severity());
            }
            PerfettoArguments.stack(message.stack(), event);
            event.write();
        }
    }

    private Event instant(Track track, long timeNanos, String category, String name) throws IOException {
        long uuid = use(track);
        return packets.event(PerfettoPackets.INSTANT, uuid, timeNanos)
                .category(category)
                .name(name);
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) throws IOException {
        if (!filter.accepts(track, timeNanos)) {
            return;
        }
        if (!Double.isFinite(value)) {
            notFinite++;
            return;
        }
        long uuid = PerfettoIds.PLOTS | plot.index();
        if (plot.index() >= describedPlots.length) {
            describedPlots = Arrays.copyOf(describedPlots, Math.max(plot.index() + 1, describedPlots.length * 2));
        }
        if (describedPlots[plot.index()] == null) {
            describedPlots[plot.index()] = plot;
            packets.counter(uuid, process(plot.program()), plot.name(), plot.format());
        }
        packets.value(uuid, timeNanos, value);
    }

    @Override
    public Set<Detail> hiddenDetails() {
        return Set.of(Detail.ZONE_COLORS, Detail.LOCK_PLACES);
    }

    @Override
    public void flow(int type, Track track, long timeNanos, String category, String name, long id) throws IOException {
        if (filter.accepts(track, timeNanos)) {
            Event step = instant(track, timeNanos, category, name);
            long flow = PerfettoIds.flow(track.program(), id);
            if (type == FxtLayout.FLOW_END) {
                step.flowEnd(flow);
            } else {
                step.flow(flow);
            }
            step.write();
        }
    }

    /** Runs may overlap zones of their thread. */
    @Override
    public void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) throws IOException {
        if (filter.accepts(carrier, beginNanos)) {
            long uuid = below(PerfettoIds.FIBERS | carrier.index(), use(carrier), "fibers", 1);
            packets.event(PerfettoPackets.SLICE_BEGIN, uuid, beginNanos)
                    .category("fiber")
                    .name(fiber)
                    .write();
            packets.event(PerfettoPackets.SLICE_END, uuid, endNanos).write();
        }
    }

    /** Stops may overlap each other, and zones of their thread. */
    @Override
    public void threadStop(ThreadStop stop) throws IOException {
        Track track = stop.track();
        if (!filter.accepts(track, stop.beginNanos())) {
            return;
        }
        int lane = stopLanes.take(track, stop.beginNanos(), stop.endNanos());
        if (lane < 0) {
            withoutLane++;
            return;
        }
        long uuid = below(PerfettoIds.STOPS | (long) track.index() << Byte.SIZE | lane, use(track), "stops", 1);
        Event begin = packets.event(PerfettoPackets.SLICE_BEGIN, uuid, stop.beginNanos())
                .category("stop")
                .name(stop.name());
        if (!stop.text().isEmpty()) {
            begin.argument("text", stop.text());
        }
        begin.write();
        packets.event(PerfettoPackets.SLICE_END, uuid, stop.endNanos()).write();
    }

    @Override
    public void memory(MemoryEvent event) throws IOException {
        Track track = event.track();
        if (!filter.accepts(track, event.timeNanos())) {
            return;
        }
        long uuid = below(PerfettoIds.MEMORY | track.index(), use(track), "blocks of memory", 1);
        Event instant = packets.event(PerfettoPackets.INSTANT, uuid, event.timeNanos())
                .category("memory")
                .name(event.kind().name().toLowerCase(Locale.ROOT))
                .argument("pool", event.pool());
        if (event.kind() != MemoryEvent.Kind.DISCARDED) {
            instant.argument("address", "0x" + Long.toHexString(event.address()))
                    .argument("bytes", event.bytes());
        }
        PerfettoArguments.stack(event.stack(), instant);
        instant.write();
    }

    /** As counters, under the names that they have in the recording. */
    @Override
    public void statistics(ProfilerStatistics statistics) throws IOException {
        Program program = statistics.program();
        if (!filter.acceptsProgram(program) || !filter.acceptsTime(statistics.timeNanos())) {
            return;
        }
        counter(PerfettoIds.LOSSES, program, "profiler losses", statistics.timeNanos(), statistics.losses());
        if (!statistics.ringUse().equals(RingLoad.NONE)) {
            counter(
                    PerfettoIds.RING_USE,
                    program,
                    "fullest ring, percent",
                    statistics.timeNanos(),
                    statistics.ringUse().percent());
        }
    }

    private void counter(long kind, Program program, String name, long timeNanos, long value) throws IOException {
        long uuid = kind | program.number();
        if (describedBelow.add(uuid)) {
            packets.counter(
                    uuid,
                    process(program),
                    name,
                    kind == PerfettoIds.RING_USE ? PlotSeries.Format.PERCENTAGE : PlotSeries.Format.NUMBER);
        }
        packets.value(uuid, timeNanos, (double) value);
    }

    /** On one track for each span: two of one id may be open at once only if the trace is wrong. */
    @Override
    public void async(int type, Track track, long timeNanos, String category, String name, long id) throws IOException {
        if (!filter.accepts(track, timeNanos)) {
            return;
        }
        long uuid = PerfettoIds.span(track.program(), category, id);
        if (type != FxtLayout.ASYNC_END) {
            packets.track(uuid, process(track.program()), name, 2);
        }
        int kind = type == FxtLayout.ASYNC_BEGIN
                ? PerfettoPackets.SLICE_BEGIN
                : type == FxtLayout.ASYNC_END ? PerfettoPackets.SLICE_END : PerfettoPackets.INSTANT;
        packets.event(kind, uuid, timeNanos).category(category).name(name).write();
    }
}
