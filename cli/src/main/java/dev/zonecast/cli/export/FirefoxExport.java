package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxWriter.Counter;
import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.trace.Calls;
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
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.Zone;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * The Firefox Profiler's processed format (version 70). Zones are markers. The call tree and the flame graph show samples of stacks
 * with the open zones as labels; of a thread that was not sampled, the time of its zones. The format has one column after the other, so
 * the chosen part is kept in memory, up to {@link Rows.Budget limits}.
 */
public final class FirefoxExport implements TraceListener {
    /** About 500 MiB of memory. A profile of as many zones has more than a gigabyte. */
    private static final int MAX_ZONES = 12_000_000;

    private final ZoneFilter filter;
    private final FirefoxTables tables = new FirefoxTables();
    private final LabelledStacks stacks = new LabelledStacks(tables);
    private final Map<Track, ThreadData> threads = new LinkedHashMap<>();
    private final Map<PlotSeries, Counter> counters = new LinkedHashMap<>();
    private final Screenshots screenshots = new Screenshots();
    private final Map<Screenshots.FrameKey, Long> frameBegins = new HashMap<>();
    private final Rows.Budget budget;
    private final Payloads payloads;
    private final Map<Program, Long> starts = new HashMap<>();
    private Session session;
    private ThreadData last;
    private long notFinite;
    private LossAccount losses = new LossAccount();

    /** Keeps what passes a filter. */
    public FirefoxExport(ZoneFilter filter) {
        this(filter, new Rows.Budget(MAX_ZONES));
    }

    FirefoxExport(ZoneFilter filter, Rows.Budget budget) {
        this.filter = filter;
        this.budget = budget;
        this.payloads = new Payloads(budget);
    }

    @Override
    public void end(LossAccount all) {
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        losses = filter.losses(all);
    }

    /** Writes the profile, once the trace has been read. */
    public void write(TraceSummary summary, OutputStream out) throws IOException {
        List<ThreadData> shown = new ArrayList<>(threads.values());
        Map<Program, Integer> order = new HashMap<>();
        shown.forEach(thread -> order.putIfAbsent(thread.track.program(), order.size()));
        shown.sort(Comparator.comparingInt((ThreadData thread) -> order.get(thread.track.program()))
                .thenComparingInt(FirefoxExport::rank)
                .thenComparing(
                        Comparator.comparingInt((ThreadData thread) -> thread.zones.count() + thread.samples.count())
                                .reversed()));
        placeEarlyPictures(summary.firstNanos());
        new FirefoxWriter(tables, stacks, payloads, shown, new ArrayList<>(counters.values()), losses)
                .write(session, summary, screenshots.kept(), frameBegins, out);
    }

    /** Frames that were open when the recording began have no begin in it: their pictures are shown at its start. */
    private void placeEarlyPictures(long firstNanos) {
        Map<Program, Long> firstFrames = new HashMap<>();
        frameBegins.keySet().forEach(key -> firstFrames.merge(key.program(), key.number(), Math::min));
        for (Screenshots.Screenshot picture : screenshots.kept()) {
            Screenshots.FrameKey frame = picture.frame();
            Long start = starts.get(frame.program());
            if (start != null && frame.number() < firstFrames.getOrDefault(frame.program(), Long.MAX_VALUE)) {
                frameBegins.put(frame, Math.max(start, firstNanos));
            }
        }
    }

    /** Threads with zones or samples first, the busiest before the others: the front-end opens with the first one. */
    private static int rank(ThreadData thread) {
        return switch (thread.track.kind()) {
            case THREAD -> thread.zones.count() > 0 || thread.samples.count() > 0 ? 0 : 4;
            case GPU -> 1;
            case FRAMES, VSYNC -> 2;
            case LOCK, JVM, MARKERS -> 3;
            case PROFILER -> 5;
        };
    }

    @Override
    public void session(Session newSession) {
        session = session == null ? newSession : session;
        starts.putIfAbsent(newSession.owner(), newSession.startNanos());
    }

    private ThreadData thread(Track track) {
        if (last == null || last.track != track) {
            last = threads.computeIfAbsent(track, t -> new ThreadData(t, budget));
        }
        return last;
    }

    @Override
    public void zone(Zone zone) throws IOException {
        if (!filter.accepts(zone)) {
            return;
        }
        int place = tables.place(zone.location(), ZoneKind.of(zone));
        int data = Rows.NO_DATA;
        int stack = stackOf(zone.stack());
        if (zone.marker() != null) {
            data = markerData(stack, zone.marker(), zone.markerValues());
        } else if (!zone.texts().isEmpty() || !zone.values().isEmpty() || stack >= 0) {
            List<String> all = new ArrayList<>(zone.texts());
            zone.values().forEach(value -> all.add(value.toString()));
            data = payload(stack, FirefoxSchemas.ZONE, json -> {
                MarkerColumns.where(json, zone.location(), tables);
                json.writeStringProperty("text", String.join("; ", all));
            });
        }
        thread(zone.track())
                .zones
                .add(zone.beginNanos(), zone.endNanos(), tables.name(place, zone.name()), place, data);
    }

    /** The fields of a payload. */
    private interface Fields {
        void write(JsonGenerator json);
    }

    private int payload(int stack, String type, Fields fields) throws IOException {
        return payloads.add(stack, json(type, fields));
    }

    private int markerData(int stack, MarkerKind kind, List<Object> values) throws IOException {
        String type = values.isEmpty() ? FirefoxSchemas.BARE : tables.schemas().name(kind);
        byte[] json = json(type, to -> FirefoxSchemas.values(to, kind, values, tables));
        return payloads.add(stack, PayloadTimes.behind(json, kind, values));
    }

    private static byte[] json(String type, Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = ExportJson.generator(bytes)) {
            json.writeStartObject();
            json.writeStringProperty("type", type);
            fields.write(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    @Override
    public void frame(Frame frame) throws IOException {
        if (filter.accepts(frame.track(), frame.beginNanos())) {
            String text = frame.number() < 0 ? "" : "frame " + frame.number();
            add(frame.track(), frame.beginNanos(), frame.endNanos(), frame.name(), "Frame", text, FirefoxTables.FRAMES);
        }
        if (frame.isBase()) {
            frameBegins.put(Screenshots.FrameKey.of(frame), frame.beginNanos());
        }
    }

    @Override
    public void lock(LockSpan span) throws IOException {
        if (filter.accepts(span.track(), span.beginNanos())) {
            add(
                    span.track(),
                    span.beginNanos(),
                    span.endNanos(),
                    span.hold() ? "held" : "wait for a lock",
                    "Lock",
                    span.place() == null
                            ? span.name()
                            : span.name() + " at " + span.place().place(),
                    FirefoxTables.LOCKS);
        }
    }

    @Override
    public void vsync(Track track, long timeNanos) throws IOException {
        if (filter.accepts(track, timeNanos)) {
            add(track, timeNanos, Rows.INSTANT, "vsync", "Vsync", "", FirefoxTables.FRAMES);
        }
    }

    @Override
    public void message(Message message) throws IOException {
        if (filter.acceptsTime(message.timeNanos()) && filter.acceptsTrack(message.track())) {
            String name = message.severity().isEmpty() ? "message" : message.severity();
            int data = payload(
                    stackOf(message.stack()),
                    FirefoxSchemas.MESSAGE,
                    json -> json.writeStringProperty("text", message.text()));
            thread(message.track())
                    .marks
                    .add(message.timeNanos(), Rows.INSTANT, tables.string(name), FirefoxTables.MESSAGES, data);
        }
    }

    @Override
    public void marker(Marker marker) throws IOException {
        if (!filter.acceptsTime(marker.beginNanos()) || !filter.acceptsTrack(marker.track())) {
            return;
        }
        MarkerKind kind = marker.kind();
        int stack = stackOf(marker.stack());
        int data = Rows.NO_DATA;
        if (!marker.values().isEmpty() || stack >= 0) {
            data = markerData(stack, kind, marker.values());
        }
        thread(marker.track())
                .marks
                .add(
                        marker.beginNanos(),
                        marker.isInterval() ? marker.endNanos() : Rows.INSTANT,
                        tables.string(kind.name()),
                        tables.category(kind.category()).category(),
                        data);
    }

    /** @param stack null: none */
    private int stackOf(Calls stack) {
        int at = FirefoxStacks.NONE;
        if (stack == null) {
            return at;
        }
        for (Calls.Call call : stack.calls().reversed()) {
            at = tables.stacks().method(at, call.function(), call.file(), call.line());
        }
        return at;
    }

    @Override
    public void sample(StackSample sample) throws IOException {
        if (!filter.acceptsTime(sample.timeNanos()) || !filter.acceptsTrack(sample.track())) {
            return;
        }
        ThreadData thread = thread(sample.track());
        int stack = stacks.number(sample.stack());
        if (sample.kind() == StackSample.Kind.ALLOCATION) {
            long end = sample.timeNanos() + sample.weight();
            thread.allocations.add(sample.timeNanos(), end, tables.string(sample.type()), stack, Rows.NO_DATA);
        } else {
            StackSamples.add(thread.samples, sample, stack);
        }
    }

    @Override
    public void threadStop(ThreadStop stop) throws IOException {
        if (filter.acceptsTime(stop.beginNanos()) && filter.acceptsTrack(stop.track())) {
            add(
                    stop.track(),
                    stop.beginNanos(),
                    stop.endNanos(),
                    stop.name(),
                    FirefoxSchemas.STOP,
                    stop.text(),
                    FirefoxTables.STOPS);
        }
    }

    @Override
    public void memory(MemoryEvent event) throws IOException {
        if (!filter.acceptsTime(event.timeNanos()) || !filter.acceptsTrack(event.track())) {
            return;
        }
        int data = payload(stackOf(event.stack()), FirefoxSchemas.MEMORY, json -> {
            json.writeNumberProperty("pool", tables.string(event.pool()));
            if (event.kind() != MemoryEvent.Kind.DISCARDED) {
                json.writeNumberProperty("size", event.bytes());
                json.writeStringProperty("address", "0x" + Long.toHexString(event.address()));
            }
        });
        String name = switch (event.kind()) {
            case ALLOCATED -> "allocated";
            case FREED -> "freed";
            case DISCARDED -> "discarded";
        };
        thread(event.track())
                .marks
                .add(event.timeNanos(), Rows.INSTANT, tables.string(name), FirefoxTables.MEMORY, data);
    }

    @Override
    public void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) throws IOException {
        if (filter.acceptsTime(beginNanos) && filter.acceptsTrack(carrier)) {
            add(carrier, beginNanos, endNanos, "fiber", FirefoxSchemas.FIBER, fiber, FirefoxTables.FIBERS);
        }
    }

    @Override
    public Set<Detail> hiddenDetails() {
        return Set.of(Detail.ZONE_COLORS);
    }

    private void add(Track track, long begin, long end, String name, String type, String text, int category)
            throws IOException {
        int data = payload(-1, type, json -> {
            if (!text.isEmpty()) {
                json.writeStringProperty("text", text);
            }
        });
        thread(track).marks.add(begin, end, tables.string(name), category, data);
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) throws IOException {
        if (!filter.acceptsTime(timeNanos) || !filter.acceptsTrack(track)) {
            return;
        }
        if (!Double.isFinite(value)) {
            notFinite++;
        } else {
            counters.computeIfAbsent(plot, p -> new Counter(p, budget)).add(timeNanos, value);
        }
    }

    @Override
    public void frameImage(FrameImage image) throws IOException {
        if (filter.acceptsProgram(image.program())) {
            screenshots.add(image);
        }
    }
}
