package dev.zonecast.cli.export;

import dev.zonecast.cli.export.PerfettoPackets.Event;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RingLoad;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
    private final EventFilter events;
    private final MarkerMoments moments;
    private final Map<Program, String> programs = new HashMap<>();
    private final Map<Track, String> described = new HashMap<>();
    private final Map<ThreadKey, Track> threads = new HashMap<>();
    /** Of each track the depths whose zone has begun in the output and not ended. */
    private final Map<Track, BitSet> begun = new HashMap<>();

    private final WaitingSlices waiting;
    /** Programs whose zones say which zone is around them. */
    private final Set<Program> ours = new HashSet<>();
    /** Tracks below others that are described. */
    private final Set<Long> describedBelow = new HashSet<>();

    private final Lanes markerLanes = new Lanes();
    private final Lanes stopLanes = new Lanes();
    private final FramePictures pictures;
    private long flows;
    private long notFinite;
    private long withoutLane;
    private long tooDeep;

    /**
     * Writes what passes a filter.
     *
     * @param start moments in the data of markers count from there
     */
    public PerfettoExport(OutputStream out, ZoneFilter filter, MarkerMoments.Start start) {
        this.packets = new PerfettoPackets(out);
        waiting = new WaitingSlices(packets);
        this.filter = filter;
        events = new EventFilter(filter);
        moments = new MarkerMoments(filter, start);
        pictures = new FramePictures(filter, this::picture);
    }

    /** The losses are an event at the end, on a track of their own, with an argument for each kind. */
    @Override
    public void end(LossAccount all) throws IOException {
        waiting.writeAll();
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        all.add(LossKind.TOO_MANY_LANES, withoutLane);
        all.add(LossKind.LEFT_OUT, "frame images without their frame", pictures.finish());
        all.add(LossKind.LEFT_OUT, "zones nested deeper than " + MAX_LEVELS, tooDeep);
        LossAccount losses = filter.losses(all);
        if (losses.isEmpty()) {
            return;
        }
        packets.track(PerfettoIds.ACCOUNT, 0, "Losses", 0);
        Event event = packets.event(PerfettoPackets.INSTANT, PerfettoIds.ACCOUNT, packets.lastNanos)
                .category("losses")
                .name("losses");
        losses.byName().forEach((name, count) -> event.argument(name, count == 0 ? null : count));
        event.write();
    }

    // --- tracks

    @Override
    public void session(Session newSession) throws IOException {
        ours.add(newSession.owner());
        if (filter.acceptsProgram(newSession.owner())) {
            packets.clock(newSession);
        }
        pictures.session(newSession);
        moments.session(newSession);
    }

    @Override
    public void program(Program program) throws IOException {
        moments.program(program);
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
    public void zone(TraceZone zone) throws IOException {
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
            waiting.write(track);
            open.clear(zone.depth());
            end(zone, uuid, true).write();
            return;
        }
        begin(zone.parent(), zone.beginNanos(), open, uuid);
        Event begin = begin(zone, uuid, true);
        if (ours.contains(track.program())) {
            begin.write();
            end(zone, uuid, false).write();
        } else {
            waiting.add(zone, begin.hold(), end(zone, uuid, false).hold());
        }
    }

    private Event end(TraceZone zone, long uuid, boolean isBegun) {
        Event end = packets.event(PerfettoPackets.SLICE_END, uuid, zone.endNanos());
        if (isBegun) {
            // A name that came after the begin was written: the end of a slice cannot rename it.
            boolean isRenamed = !zone.name().equals(zone.location().displayName());
            end.argument("name", isRenamed ? zone.name() : null)
                    .arguments(Argument.of(zone, moments))
                    .argument("stack", zone.stack());
        }
        return end.argument("ended by", zone.isCutOff() ? "end of recording" : null);
    }

    /** Zones around one that began at the same time have to come before it. Their ends have what is known only later. */
    private void begin(TraceZone outer, long timeNanos, BitSet open, long uuid) throws IOException {
        if (outer == null || outer.beginNanos() != timeNanos || open.get(outer.depth())) {
            return;
        }
        // One that is not wanted may have wanted ones around it.
        begin(outer.parent(), timeNanos, open, uuid);
        if (filter.accepts(outer)) {
            waiting.write(outer.track());
            begin(outer, uuid, false).write();
            open.set(outer.depth());
        }
    }

    private Event begin(TraceZone zone, long uuid, boolean complete) throws IOException {
        long flow = zone.cpuBeginNanos() == 0 ? 0 : submission(zone);
        Event begin = packets.event(PerfettoPackets.SLICE_BEGIN, uuid, zone.beginNanos())
                .category(ZoneKind.of(zone).label())
                .name(zone.name())
                .location(zone.location());
        if (complete) {
            begin.arguments(Argument.of(zone, moments)).argument("stack", zone.stack());
        }
        if (flow != 0) {
            begin.flowEnd(flow);
        }
        return begin;
    }

    /** Where a GPU zone was submitted, as the beginning of an arrow; 0 if the thread is not known. */
    private long submission(TraceZone zone) throws IOException {
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
    public void event(TraceEvent event) throws IOException {
        if (event instanceof TraceFrame frame && frame.isBase()) {
            pictures.frame(frame);
        }
        if (!events.accepts(event)) {
            return;
        }
        switch (event) {
            case TraceFrame frame -> frame(frame);
            case LockSpan span -> lock(span);
            case TraceEvent.Vsync vsync ->
                instant(use(vsync.track()), vsync, "vsync", vsync.track().name())
                        .write();
            case TraceMarker marker -> marker(marker);
            case TraceMessage message ->
                instant(use(message.track()), message, "message", message.text())
                        .argument("severity", message.severity().isEmpty() ? null : message.severity())
                        .argument("stack", message.stack())
                        .write();
            case TraceEvent.PlotValue value -> plotValue(value);
            case TraceEvent.FiberRun run -> {
                // Runs may overlap zones of their thread.
                long uuid = below(PerfettoIds.FIBERS | run.track().index(), use(run.track()), "fibers", 1);
                slice(uuid, run.endNanos(), begin(uuid, run, "fiber", run.fiber()));
            }
            case ThreadStop stop -> stop(stop);
            case TraceMemoryEvent memory -> memory(memory);
            case TraceEvent.Step step -> step(step);
            case TraceEvent.CoreRun run -> marker(run.marker());
            case TraceEvent.Span span -> {
                // Its steps are shown.
            }
            case TraceEvent.Flow flow -> {
                // Its steps are shown.
            }
            case TraceEvent.FrameMark mark -> {
                // The frame is an event.
            }
            case StackSample sample -> {
                // Perfetto has no sampled stacks of Java.
            }
        }
    }

    private Event instant(long uuid, TraceEvent event, String category, String name) {
        return packets.event(PerfettoPackets.INSTANT, uuid, event.beginNanos())
                .category(category)
                .name(name);
    }

    private Event begin(long uuid, TraceEvent event, String category, String name) {
        return packets.event(PerfettoPackets.SLICE_BEGIN, uuid, event.beginNanos())
                .category(category)
                .name(name);
    }

    private void slice(long uuid, long endNanos, Event begin) throws IOException {
        begin.write();
        packets.event(PerfettoPackets.SLICE_END, uuid, endNanos).write();
    }

    private void frame(TraceFrame frame) throws IOException {
        long uuid = use(frame.track());
        Event begin = begin(uuid, frame, "frame", frame.name());
        slice(uuid, frame.endNanos(), begin.argument("number", frame.number() < 0 ? null : frame.number()));
    }

    @Override
    public void frameImage(TraceFrameImage image) throws IOException {
        pictures.image(image);
    }

    private void picture(TraceFrameImage image, long timeNanos) throws IOException {
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

    private void lock(LockSpan span) throws IOException {
        long uuid = use(span.track());
        if (!span.hold()) {
            // A wait may overlap zones of its thread.
            uuid = below(PerfettoIds.WAITS | span.track().index(), uuid, "waits for locks", 1);
        }
        Event begin = begin(uuid, span, "lock", span.name()).argument("outcome", span.outcome());
        if (span.place() != null) {
            begin.location(span.place()).argument("loc", span.place().place());
        }
        slice(uuid, span.endNanos(), begin);
    }

    /** Markers and stops may overlap each other, and zones of their thread. Returns 0 if all lanes are taken. */
    private long lane(Lanes lanes, long kind, Track track, long begin, long end, String name, int rank)
            throws IOException {
        int lane = lanes.take(track, begin, end);
        if (lane < 0) {
            withoutLane++;
            return 0;
        }
        return below(kind | (long) track.index() << Byte.SIZE | lane, use(track), name, rank);
    }

    private void marker(TraceMarker marker) throws IOException {
        Track track = marker.track();
        String category = marker.kind().category().name();
        String name = marker.kind().name();
        List<Argument> data = Argument.of(marker.kind(), moments.fromStart(marker.kind(), marker.values()));
        long uuid = use(track);
        if (!marker.isInterval()) {
            instant(uuid, marker, category, name)
                    .arguments(data)
                    .argument("stack", marker.stack())
                    .write();
            return;
        }
        uuid = lane(markerLanes, PerfettoIds.MARKERS, track, marker.beginNanos(), marker.endNanos(), "markers", 0);
        if (uuid != 0) {
            Event begin = begin(uuid, marker, category, name).arguments(data).argument("stack", marker.stack());
            slice(uuid, marker.endNanos(), begin);
        }
    }

    private void plotValue(TraceEvent.PlotValue value) throws IOException {
        if (Double.isFinite(value.value())) {
            PlotSeries plot = value.plot();
            counter(PerfettoIds.PLOTS | plot.index(), plot.program(), plot.name(), plot.format());
            packets.value(PerfettoIds.PLOTS | plot.index(), value.beginNanos(), value.value());
        } else {
            notFinite++;
        }
    }

    @Override
    public Set<TraceEventKind> hidden() {
        return EnumSet.of(TraceEventKind.GPU_CALIBRATIONS, TraceEventKind.SAMPLES, TraceEventKind.ZONE_COLORS);
    }

    private void stop(ThreadStop stop) throws IOException {
        long uuid = lane(stopLanes, PerfettoIds.STOPS, stop.track(), stop.beginNanos(), stop.endNanos(), "stops", 1);
        if (uuid != 0) {
            Event begin = begin(uuid, stop, "stop", stop.name());
            slice(uuid, stop.endNanos(), begin.argument("text", stop.text().isEmpty() ? null : stop.text()));
        }
    }

    private void memory(TraceMemoryEvent event) throws IOException {
        Track track = event.track();
        long uuid = below(PerfettoIds.MEMORY | track.index(), use(track), "blocks of memory", 1);
        Event instant = instant(uuid, event, "memory", event.kind().name().toLowerCase(Locale.ROOT))
                .argument("pool", event.pool());
        if (event.kind() != TraceMemoryEvent.Kind.DISCARDED) {
            instant.argument("address", "0x" + Long.toHexString(event.address()))
                    .argument("bytes", event.bytes());
        }
        instant.argument("stack", event.stack()).write();
    }

    /** As counters, under the names that they have in the recording. */
    @Override
    public void statistics(ProfilerStatistics statistics) throws IOException {
        Program program = statistics.program();
        long time = statistics.timeNanos();
        if (!filter.acceptsProgram(program) || !filter.acceptsTime(time)) {
            return;
        }
        long losses = PerfettoIds.LOSSES | program.number();
        counter(losses, program, "profiler losses", PlotSeries.Format.NUMBER);
        packets.value(losses, time, (double) statistics.losses());
        if (!statistics.ringUse().equals(RingLoad.NONE)) {
            long ringUse = PerfettoIds.RING_USE | program.number();
            counter(ringUse, program, "fullest ring, percent", PlotSeries.Format.PERCENTAGE);
            packets.value(ringUse, time, (double) statistics.ringUse().percent());
        }
    }

    /** Describes a counter when it is first used. */
    private void counter(long uuid, Program program, String name, PlotSeries.Format format) throws IOException {
        if (describedBelow.add(uuid)) {
            packets.counter(uuid, process(program), name, format);
        }
    }

    private void step(TraceEvent.Step step) throws IOException {
        Program program = step.track().program();
        if (step.isFlow()) {
            Event event = instant(use(step.track()), step, step.category(), step.name());
            long flow = PerfettoIds.flow(step);
            (step.type() == FxtLayout.FLOW_END ? event.flowEnd(flow) : event.flow(flow)).write();
            return;
        }
        // On one track for each span: two of one id may be open at once only if the trace is wrong.
        long uuid = PerfettoIds.span(program, step.category(), step.id());
        // A step has a name of its own: it names the track only where the span's begin is not in the trace.
        boolean isNew = step.type() == FxtLayout.ASYNC_END ? describedBelow.remove(uuid) : describedBelow.add(uuid);
        if (step.type() == FxtLayout.ASYNC_BEGIN || (isNew && step.type() == FxtLayout.ASYNC_INSTANT)) {
            packets.track(uuid, process(program), step.name(), 2);
        }
        int kind = switch (step.type()) {
            case FxtLayout.ASYNC_BEGIN -> PerfettoPackets.SLICE_BEGIN;
            case FxtLayout.ASYNC_END -> PerfettoPackets.SLICE_END;
            default -> PerfettoPackets.INSTANT;
        };
        packets.event(kind, uuid, step.beginNanos())
                .category(step.category())
                .name(step.name())
                .write();
    }
}
