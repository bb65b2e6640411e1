package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxWriter.Counter;
import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
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
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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
    private final NativeBlocks blocks = new NativeBlocks(stacks);
    private final Screenshots screenshots = new Screenshots();
    private final FramePictures pictures;
    private final Rows.Budget budget;
    private final Payloads payloads;
    /** The first of the file: the reader counts moments in the data of markers from there. */
    private Session first;
    /** The first that passes the filter. */
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
        pictures = new FramePictures(filter, screenshots::add);
    }

    @Override
    public void end(LossAccount all) throws IOException {
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        all.add(LossKind.LEFT_OUT, "frame images without their frame", pictures.finish());
        all.add(LossKind.LEFT_OUT, "frame images over the limit", screenshots.dropped());
        losses = filter.losses(all);
    }

    /** Writes the profile, once the trace has been read. */
    public void write(TraceSummary summary, OutputStream out) throws IOException {
        List<ThreadData> shown = new ArrayList<>(threads.values());
        Map<Program, Integer> order = new HashMap<>();
        shown.forEach(thread -> order.putIfAbsent(thread.track().program(), order.size()));
        shown.sort(Comparator.comparingInt(
                        (ThreadData thread) -> order.get(thread.track().program()))
                .thenComparingInt(FirefoxExport::rank)
                .thenComparing(Comparator.comparingInt((ThreadData thread) ->
                                thread.zones().count() + thread.samples().count())
                        .reversed()));
        long firstNanos = summary.programs(filter::acceptsProgram).stream()
                .mapToLong(RecordedProgram::firstNanos)
                .min()
                .orElse(summary.firstNanos());
        new FirefoxWriter(tables, stacks, payloads, shown, new ArrayList<>(counters.values()), losses)
                .write(session, firstNanos, summary, screenshots.kept(), out);
    }

    /** Threads with zones or samples first, the busiest before the others: the front-end opens with the first one. */
    private static int rank(ThreadData thread) {
        return switch (thread.track().kind()) {
            case THREAD -> thread.zones().count() > 0 || thread.samples().count() > 0 ? 0 : 4;
            case GPU -> 1;
            case FRAMES, VSYNC -> 2;
            case LOCK, JVM, MARKERS -> 3;
            case PROFILER -> 5;
        };
    }

    @Override
    public void session(Session newSession) {
        first = first == null ? newSession : first;
        session = session == null && filter.acceptsProgram(newSession.owner()) ? newSession : session;
        pictures.session(newSession);
    }

    private ThreadData thread(Track track) {
        if (last == null || last.track() != track) {
            last = threads.computeIfAbsent(track, t -> new ThreadData(t, budget));
        }
        return last;
    }

    @Override
    public void zone(TraceZone zone) throws IOException {
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
            JsonObject payload = MarkerColumns.zone(zone.location(), tables).set("text", String.join("; ", all));
            data = payloads.add(stack, payload, List.of());
        }
        thread(zone.track()).zones().add(zone.beginNanos(), zone.endNanos(), tables.string(zone.name()), place, data);
    }

    private int markerData(int stack, MarkerKind kind, List<Object> values) throws IOException {
        JsonObject data = tables.schemas.data(kind, values, tables::string);
        long start = first == null ? 0 : first.startNanos();
        return payloads.add(stack, data, FirefoxSchemas.moments(kind, values, start));
    }

    /** @param stack null: none */
    private int stackOf(Calls stack) {
        int at = FirefoxStacks.NONE;
        if (stack == null) {
            return at;
        }
        for (Calls.Call call : stack.calls().reversed()) {
            at = tables.stacks.method(at, call.function(), call.file(), call.line());
        }
        return at;
    }

    @Override
    public void event(TraceEvent event) throws IOException {
        if (event instanceof TraceFrame frame && frame.isBase()) {
            pictures.frame(frame);
        }
        if (!filter.acceptsThreadOf(event)) {
            if (event instanceof TraceMemoryEvent memory && memory.kind() != TraceMemoryEvent.Kind.ALLOCATED) {
                // It may be the end of another thread's block.
                blocks.add(memory, null);
            }
            return;
        }
        switch (event) {
            case TraceFrame frame -> {
                String text = frame.number() < 0 ? "" : "frame " + frame.number();
                add(frame, frame.endNanos(), frame.name(), FirefoxSchemas.FRAME, text, FirefoxTables.FRAMES);
            }
            case LockSpan span -> {
                String name = span.hold() ? "held" : "wait for a lock";
                String at = span.place() == null ? "" : " at " + span.place().place();
                add(span, span.endNanos(), name, FirefoxSchemas.LOCK, span.name() + at, FirefoxTables.LOCKS);
            }
            case TraceEvent.Vsync vsync ->
                add(vsync, Rows.INSTANT, "vsync", FirefoxSchemas.VSYNC, "", FirefoxTables.FRAMES);
            case TraceEvent.FiberRun run ->
                add(run, run.endNanos(), "fiber", FirefoxSchemas.FIBER, run.fiber(), FirefoxTables.FIBERS);
            case ThreadStop stop ->
                add(stop, stop.endNanos(), stop.name(), FirefoxSchemas.STOP, stop.text(), FirefoxTables.STOPS);
            case TraceMessage message -> {
                String name = message.severity().isEmpty() ? "message" : message.severity();
                JsonObject data = typed(FirefoxSchemas.MESSAGE).set("text", message.text());
                int payload = payloads.add(stackOf(message.stack()), data, List.of());
                mark(message, Rows.INSTANT, name, FirefoxTables.MESSAGES, payload);
            }
            case TraceMarker marker -> marker(marker);
            case TraceMemoryEvent memory -> memory(memory);
            case StackSample sample -> sample(sample);
            case TraceEvent.PlotValue value -> plotValue(value);
            case TraceEvent.Span span -> marker(span.marker());
            case TraceEvent.CoreRun run -> marker(run.marker());
            case TraceEvent.Flow flow -> marker(flow.marker());
            case TraceEvent.Step step -> {
                // Spans and flows come whole.
            }
            case TraceEvent.FrameMark mark -> {
                budget.addRow();
                thread(mark.track()).frames().add(mark.beginNanos());
            }
        }
    }

    private static JsonObject typed(String type) {
        return new JsonObject().set("type", type);
    }

    private void add(TraceEvent event, long end, String name, String type, String text, int category)
            throws IOException {
        JsonObject data = typed(type).set("text", text.isEmpty() ? null : text);
        int payload = payloads.add(FirefoxStacks.NONE, data, List.of());
        mark(event, end, name, category, payload);
    }

    private void mark(TraceEvent event, long end, String name, int category, int payload) throws IOException {
        thread(event.track()).marks().add(event.beginNanos(), end, tables.string(name), category, payload);
    }

    private void marker(TraceMarker marker) throws IOException {
        MarkerKind kind = marker.kind();
        int stack = stackOf(marker.stack());
        boolean hasData = !marker.values().isEmpty() || stack >= 0;
        int payload = hasData ? markerData(stack, kind, marker.values()) : Rows.NO_DATA;
        long end = marker.isInterval() ? marker.endNanos() : Rows.INSTANT;
        int name = tables.string(kind.name());
        int category = tables.category(kind.category()).category();
        thread(marker.track()).marks().add(marker.beginNanos(), end, name, category, payload);
    }

    private void sample(StackSample sample) throws IOException {
        ThreadData thread = thread(sample.track());
        int stack = stacks.number(sample.stack());
        if (sample.kind() == StackSample.Kind.ALLOCATION) {
            long end = sample.beginNanos() + sample.weight();
            thread.allocations().add(sample.beginNanos(), end, tables.string(sample.type()), stack, Rows.NO_DATA);
        } else {
            StackSamples.add(thread.samples(), sample, stack);
        }
    }

    private void memory(TraceMemoryEvent event) throws IOException {
        blocks.add(event, thread(event.track()));
        int stack = stackOf(event.stack());
        JsonObject data = typed(FirefoxSchemas.MEMORY).set("pool", tables.string(event.pool()));
        if (event.kind() != TraceMemoryEvent.Kind.DISCARDED) {
            data.set("size", event.bytes()).set("address", "0x" + Long.toHexString(event.address()));
        }
        int payload = payloads.add(stack, data, List.of());
        mark(event, Rows.INSTANT, event.kind().name().toLowerCase(Locale.ROOT), FirefoxTables.MEMORY, payload);
    }

    private void plotValue(TraceEvent.PlotValue value) throws IOException {
        if (Double.isFinite(value.value())) {
            counters.computeIfAbsent(value.plot(), plot -> new Counter(plot, budget))
                    .add(value.beginNanos(), value.value());
        } else {
            notFinite++;
        }
    }

    @Override
    public void frameImage(TraceFrameImage image) throws IOException {
        pictures.image(image);
    }

    @Override
    public Set<TraceEventKind> hidden() {
        return EnumSet.of(TraceEventKind.GPU_CALIBRATIONS, TraceEventKind.ZONE_COLORS);
    }
}
