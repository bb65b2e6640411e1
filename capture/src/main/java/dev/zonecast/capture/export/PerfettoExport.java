package dev.zonecast.capture.export;

import dev.zonecast.capture.export.PerfettoPackets.Event;
import dev.zonecast.capture.stats.ZoneFilter;
import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.trace.Detail;
import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.FrameImage;
import dev.zonecast.capture.trace.LockSpan;
import dev.zonecast.capture.trace.LossAccount;
import dev.zonecast.capture.trace.LossKind;
import dev.zonecast.capture.trace.Marker;
import dev.zonecast.capture.trace.MarkerKind;
import dev.zonecast.capture.trace.Message;
import dev.zonecast.capture.trace.PlotSeries;
import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.Track;
import dev.zonecast.capture.trace.Zone;
import dev.zonecast.core.fxt.FxtLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Perfetto's own format. Unlike the recording, which Perfetto reads as it is, it has arrows from where a GPU zone was submitted,
 * screenshots, source locations as such, units of plots, waits for locks below their thread, and the time of day. Written as the
 * trace is read, in memory that does not grow: Perfetto sorts by time, events of the same time stay in the order of the file.
 */
public final class PerfettoExport implements TraceListener {
    private static final int MAX_PENDING_PICTURES = 64;
    private static final int MAX_FRAME_BEGINS = 4096;
    private static final long PROCESSES = 1L << 56;
    private static final long PLOTS = 2L << 56;
    private static final long WAITS = 3L << 56;
    private static final long ASYNC = 4L << 56;
    private static final long PICTURES = 5L << 56;
    private static final long TRACKS = 6L << 56;
    private static final long MARKERS = 7L << 56;
    private static final long LOSSES = 8L << 56;
    private static final long FLOWS_OF_TRACE = 1L << 63;

    /** Programs count their threads each for itself. */
    private record ThreadKey(long process, long koid) {}

    private final PerfettoPackets packets;
    private final ZoneFilter filter;
    private final Map<Long, String> processes = new HashMap<>();
    private final Map<Track, String> described = new HashMap<>();
    private final Map<ThreadKey, Track> threads = new HashMap<>();
    /** Of each track the depths whose zone has begun in the output and not ended. */
    private final Map<Track, BitSet> begun = new HashMap<>();
    /** Numbers and begins of the last frames. */
    private final Map<Screenshots.FrameKey, Long> frameBegins = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Screenshots.FrameKey, Long> eldest) {
            return size() > MAX_FRAME_BEGINS;
        }
    };

    /** Tracks that have a track of waits for locks below them. */
    private final BitSet waitTracks = new BitSet();

    private final Map<Screenshots.FrameKey, FrameImage> pendingPictures = new LinkedHashMap<>();
    private PlotSeries[] describedPlots = new PlotSeries[64];
    private final MarkerLanes markerLanes = new MarkerLanes();
    private final Set<Long> describedLanes = new HashSet<>();
    private long flows;
    private final Set<Long> pictureTracks = new HashSet<>();
    private Session session;
    private long notFinite;
    private long withoutLane;
    private long picturesRefused;

    /** Writes what passes a filter. */
    public PerfettoExport(OutputStream out, ZoneFilter filter) {
        this.packets = new PerfettoPackets(out);
        this.filter = filter;
    }

    /** The losses are an event at the end, on a track of their own, with an argument for each kind. */
    @Override
    public void end(LossAccount all) throws IOException {
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        all.add(LossKind.TOO_MANY_LANES, withoutLane);
        all.add(LossKind.LEFT_OUT, "frame images without their frame", picturesRefused + pendingPictures.size());
        LossAccount losses = filter.losses(all);
        if (losses.isEmpty()) {
            return;
        }
        packets.track(LOSSES, 0, "Losses", 0);
        Event event = packets.event(PerfettoPackets.INSTANT, LOSSES, packets.lastNanos())
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
        session = newSession;
        packets.clock(newSession);
    }

    @Override
    public void process(long koid, String name) throws IOException {
        processes.put(koid, name);
        packets.process(PROCESSES | (int) koid, koid, name);
    }

    private long process(long koid) throws IOException {
        if (!processes.containsKey(koid)) {
            process(koid, session == null ? "process " + koid : session.program());
        }
        return PROCESSES | (int) koid;
    }

    private static long uuid(Track track) {
        return TRACKS | track.index();
    }

    /** Describes a track when it is first used, and when it has another name. */
    private long use(Track track) throws IOException {
        String known = described.get(track);
        if (known == null || !known.equals(track.name())) {
            described.put(track, track.name());
            long process = process(track.process());
            switch (track.kind()) {
                case THREAD, PROFILER -> {
                    threads.put(new ThreadKey(track.process(), track.koid()), track);
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
        long uuid = use(track);
        if (isBegun) {
            open.clear(zone.depth());
        } else {
            begin(zone.parent(), zone.beginNanos(), open, uuid);
            begin(zone, uuid, true);
        }
        Event end = packets.event(PerfettoPackets.SLICE_END, uuid, zone.endNanos());
        if (isBegun) {
            said(zone, end);
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
            said(zone, begin);
        }
        if (flow != 0) {
            begin.flowEnd(flow);
        }
        begin.write();
    }

    private static void said(Zone zone, Event event) {
        int i = 0;
        for (String text : zone.texts()) {
            event.argument(i++ == 0 ? "text" : "text " + i, text);
        }
        i = 0;
        for (long value : zone.values()) {
            event.argument(i++ == 0 ? "value" : "value " + i, value);
        }
        if (zone.marker() != null) {
            data(zone.marker(), zone.markerValues(), event);
        }
    }

    /** Where a GPU zone was submitted, as the beginning of an arrow; 0 if the thread is not known. */
    private long submission(Zone zone) throws IOException {
        Track thread =
                threads.get(new ThreadKey(zone.track().process(), zone.track().submitter()));
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
        if (frame.isBase()) {
            frameBegins.put(Screenshots.FrameKey.of(frame), frame.beginNanos());
            FrameImage waiting = pendingPictures.remove(Screenshots.FrameKey.of(frame));
            if (waiting != null) {
                picture(waiting, frame.beginNanos());
            }
        }
    }

    @Override
    public void frameImage(FrameImage image) throws IOException {
        Long begin = frameBegins.get(Screenshots.FrameKey.of(image));
        if (begin != null) {
            picture(image, begin);
        } else if (pendingPictures.size() < MAX_PENDING_PICTURES) {
            pendingPictures.put(Screenshots.FrameKey.of(image), image);
        } else {
            picturesRefused++;
        }
    }

    private void picture(FrameImage image, long timeNanos) throws IOException {
        long track = PICTURES | (int) image.process();
        if (pictureTracks.add(track)) {
            packets.track(track, process(image.process()), "Screenshots", -3);
        }
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
            long waits = WAITS | span.track().index();
            if (!waitTracks.get(span.track().index())) {
                waitTracks.set(span.track().index());
                packets.track(waits, uuid, "waits for locks", 1);
            }
            uuid = waits;
        }
        packets.event(PerfettoPackets.SLICE_BEGIN, uuid, span.beginNanos())
                .category("lock")
                .name(span.name())
                .argument("outcome", span.outcome())
                .write();
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
            int lane = markerLanes.take(marker);
            if (lane < 0) {
                withoutLane++;
                return;
            }
            long below = MARKERS | (long) marker.track().index() << Byte.SIZE | lane;
            if (describedLanes.add(below)) {
                packets.track(below, uuid, "markers", 0);
            }
            uuid = below;
        }
        MarkerKind kind = marker.kind();
        Event event = packets.event(
                        marker.isInterval() ? PerfettoPackets.SLICE_BEGIN : PerfettoPackets.INSTANT,
                        uuid,
                        marker.beginNanos())
                .category(kind.category().name())
                .name(kind.name());
        data(kind, marker.values(), event);
        if (marker.stack() != null) {
            event.argument("stack", marker.stack().toString());
        }
        event.write();
        if (marker.isInterval()) {
            packets.event(PerfettoPackets.SLICE_END, uuid, marker.endNanos()).write();
        }
    }

    private static void data(MarkerKind kind, List<Object> values, Event event) {
        for (int i = 0; i < Math.min(values.size(), kind.fields().size()); i++) {
            String key = kind.fields().get(i).key();
            switch (values.get(i)) {
                case null -> {
                    // Missing.
                }
                case Long number -> event.argument(key, number);
                case Double number -> event.argument(key, number);
                default -> event.argument(key, values.get(i).toString());
            }
        }
    }

    @Override
    public void message(Message message) throws IOException {
        if (filter.accepts(message.track(), message.timeNanos())) {
            Event event = instant(message.track(), message.timeNanos(), "message", message.text());
            if (!message.severity().isEmpty()) {
                event.argument("severity", message.severity());
            }
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
        long uuid = PLOTS | plot.index();
        if (plot.index() >= describedPlots.length) {
            describedPlots = Arrays.copyOf(describedPlots, Math.max(plot.index() + 1, describedPlots.length * 2));
        }
        if (describedPlots[plot.index()] == null) {
            describedPlots[plot.index()] = plot;
            packets.counter(uuid, process(track.process()), plot);
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
            if (type == FxtLayout.FLOW_END) {
                step.flowEnd(FLOWS_OF_TRACE | id);
            } else {
                step.flow(FLOWS_OF_TRACE | id);
            }
            step.write();
        }
    }

    /** On one track for each number: two of one number may be open at once only if the trace is wrong. */
    @Override
    public void async(int type, Track track, long timeNanos, String category, String name, long id) throws IOException {
        if (!filter.accepts(track, timeNanos)) {
            return;
        }
        long uuid = ASYNC | (id & 0xFFFFFF);
        if (type == FxtLayout.ASYNC_BEGIN) {
            packets.track(uuid, process(track.process()), name, 2);
        }
        int kind = type == FxtLayout.ASYNC_BEGIN
                ? PerfettoPackets.SLICE_BEGIN
                : type == FxtLayout.ASYNC_END ? PerfettoPackets.SLICE_END : PerfettoPackets.INSTANT;
        packets.event(kind, uuid, timeNanos).category(category).name(name).write();
    }
}
