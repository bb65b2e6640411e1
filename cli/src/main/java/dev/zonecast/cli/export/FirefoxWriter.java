package dev.zonecast.cli.export;

import dev.zonecast.core.marker.CategoryColor;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BeginOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** Writes what {@link FirefoxExport} has collected. */
final class FirefoxWriter {
    /** Of the processed format and of the one below it; 71 and later fold columns into flags. */
    private static final int PROCESSED_VERSION = 70;

    private static final int FORMAT_VERSION = 36;
    private static final int MAX_VISIBLE_THREADS = 64;

    /**
     * A track of the trace. The category of a zone is its place in the tables. The category of a sample or an allocation is its stack;
     * the length of an allocation is its size.
     */
    static final class ThreadData {
        final Track track;
        final Rows zones;
        final Rows marks;
        final Rows samples;
        final Rows allocations;

        ThreadData(Track track, Rows.Budget budget) {
            this.track = track;
            zones = new Rows(budget);
            marks = new Rows(budget);
            samples = new Rows(budget);
            allocations = new Rows(budget);
        }
    }

    /** The values of a plot. */
    static final class Counter {
        private final PlotSeries plot;
        private final Rows.Budget budget;
        private final LongColumn times = new LongColumn();
        private final LongColumn bits = new LongColumn();

        Counter(PlotSeries plot, Rows.Budget budget) {
            this.plot = plot;
            this.budget = budget;
        }

        void add(long time, double value) throws TooLargeException {
            budget.addRow();
            times.add(time);
            bits.add(Double.doubleToRawLongBits(value));
        }

        private double value(int row) {
            return Double.longBitsToDouble(bits.get(row));
        }
    }

    private final FirefoxTables tables;
    private final LabelledStacks stacks;
    private final Payloads payloads;
    private final List<ThreadData> threads;
    private final List<Counter> counters;
    private final LossAccount losses;
    /** Of each process. */
    private final Map<Program, Integer> mainThreads = new HashMap<>();

    private MarkerColumns markers;
    private JsonGenerator json;
    private Millis millis;
    private long base;
    private long last;

    FirefoxWriter(
            FirefoxTables tables,
            LabelledStacks stacks,
            Payloads payloads,
            List<ThreadData> threads,
            List<Counter> counters,
            LossAccount losses) {
        this.losses = losses;
        this.tables = tables;
        this.stacks = stacks;
        this.payloads = payloads;
        this.threads = threads;
        this.counters = counters;
    }

    void write(
            Session session,
            TraceSummary summary,
            List<Screenshots.Screenshot> screenshots,
            Map<Screenshots.FrameKey, Long> frameBegins,
            OutputStream out)
            throws IOException {
        if (threads.isEmpty()) {
            // The front-end refuses a profile without threads.
            threads.add(new ThreadData(null, new Rows.Budget(0)));
        }
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).track != null) {
                mainThreads.putIfAbsent(threads.get(i).track.program(), i);
            }
        }
        base = summary.firstNanos();
        for (ThreadData thread : threads) {
            // GPU zones and such as were open for long may begin before the first event of a thread.
            base = Math.min(base, Math.min(thread.zones.leastBegin(), thread.marks.leastBegin()));
        }
        last = Math.max(base + 1, summary.lastNanos());
        try (JsonGenerator generator = ExportJson.generator(out)) {
            json = generator;
            millis = new Millis(json);
            markers = new MarkerColumns(
                    json, tables, payloads, frameBegins, base, session == null ? 0 : session.startNanos() - base);
            json.writeStartObject();
            meta(session);
            json.writeName("libs").writeStartArray();
            json.writeEndArray();
            json.writeName("threads").writeStartArray();
            Set<Program> seen = new HashSet<>();
            for (int i = 0; i < threads.size(); i++) {
                Track track = threads.get(i).track;
                // Those of a program are with its first thread.
                List<Screenshots.Screenshot> shown = track == null || !seen.add(track.program())
                        ? List.of()
                        : screenshots.stream()
                                .filter(shot -> shot.frame().program() == track.program())
                                .toList();
                thread(threads.get(i), i, shown);
            }
            json.writeEndArray();
            counters();
            tables.writeShared(json);
            json.writeEndObject();
        }
    }

    private void meta(Session session) {
        json.writeName("meta").writeStartObject();
        json.writeName("interval");
        millis.write(StackSamples.intervalNanos(threads));
        long startMillis = session == null ? 0 : session.epochMillis() + (base - session.startNanos()) / 1_000_000;
        json.writeNumberProperty("startTime", startMillis);
        json.writeNumberProperty("profilingStartTime", 0);
        json.writeName("profilingEndTime");
        millis.write(last - base);
        json.writeNumberProperty("processType", 0);
        String product = threads.stream()
                .filter(thread -> thread.track != null)
                .map(thread -> thread.track.program())
                .distinct()
                .map(Program::title)
                .collect(Collectors.joining(", "));
        json.writeStringProperty("product", product.isEmpty() ? "trace" : product);
        json.writeNumberProperty("stackwalk", 0);
        json.writeNumberProperty("version", FORMAT_VERSION);
        json.writeNumberProperty("preprocessedProfileVersion", PROCESSED_VERSION);
        json.writeBooleanProperty("symbolicated", true);
        json.writeBooleanProperty("usesOnlyOneStackType", true);
        json.writeBooleanProperty("sourceCodeIsNotOnSearchfox", true);
        json.writeBooleanProperty("keepProfileThreadOrder", true);
        json.writeStringProperty("importedFrom", "Zonecast");
        if (session != null) {
            json.writeStringProperty("oscpu", session.system());
        }
        losses();
        // Those of times are the usual ones.
        json.writeName("sampleUnits").writeStartObject();
        json.writeStringProperty("time", "ms");
        json.writeStringProperty("eventDelay", "ms");
        json.writeStringProperty("threadCPUDelta", "ns");
        json.writeEndObject();
        tables.writeCategories(json);
        tables.schemas().write(json);
        json.writeName("initialVisibleThreads").writeStartArray();
        for (int i = 0; i < Math.min(threads.size(), MAX_VISIBLE_THREADS); i++) {
            json.writeNumber(i);
        }
        json.writeEndArray();
        json.writeName("initialSelectedThreads").writeStartArray();
        json.writeNumber(0);
        json.writeEndArray();
        json.writeEndObject();
    }

    /** A section of the panel with the profile's facts. */
    private void losses() {
        json.writeName("extra").writeStartArray();
        json.writeStartObject();
        json.writeStringProperty("label", "Losses");
        json.writeName("entries").writeStartArray();
        losses.byName().forEach((name, count) -> {
            if (count > 0) {
                json.writeStartObject();
                json.writeStringProperty("label", name);
                json.writeStringProperty("format", "integer");
                json.writeNumberProperty("value", count);
                json.writeEndObject();
            }
        });
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static String pid(ThreadData thread) {
        return thread.track == null ? "0" : Long.toString(thread.track.program().number());
    }

    private void thread(ThreadData thread, int index, List<Screenshots.Screenshot> screenshots) throws IOException {
        boolean first = thread.track == null || mainThread(thread.track.program()) == index;
        json.writeStartObject();
        json.writeStringProperty("name", thread.track == null ? "nothing" : thread.track.name());
        json.writeStringProperty("processType", "default");
        json.writeStringProperty(
                "processName",
                thread.track == null ? "nothing" : thread.track.program().title());
        json.writeBooleanProperty("isMainThread", first);
        json.writeStringProperty("pid", pid(thread));
        json.writeNumberProperty("tid", thread.track == null ? 0 : thread.track.koid());
        json.writeNumberProperty("processStartupTime", 0);
        json.writeNullProperty("processShutdownTime");
        json.writeNumberProperty("registerTime", 0);
        json.writeNullProperty("unregisterTime");
        json.writeName("pausedRanges").writeStartArray();
        json.writeEndArray();
        json.writeBooleanProperty("showMarkersInTimeline", true);
        if (thread.samples.count() > 0) {
            new StackSamples(tables, stacks, thread, base, last).write(json);
        } else {
            new ZoneSamples(tables, thread.zones, base).write(json);
        }
        if (thread.allocations.count() > 0) {
            new StackSamples(tables, stacks, thread, base, last).writeAllocations(json);
        }
        markers.write(thread, screenshots);
        json.writeEndObject();
    }

    private void counters() {
        json.writeName("counters").writeStartArray();
        for (Counter counter : counters) {
            boolean bytes = counter.plot.format() == PlotSeries.Format.MEMORY;
            json.writeStartObject();
            json.writeStringProperty("name", counter.plot.name());
            String category = counter.plot.category();
            json.writeStringProperty("category", !category.isEmpty() ? category : bytes ? "Memory" : "Plot");
            String description = counter.plot.description();
            json.writeStringProperty("description", description.isEmpty() ? counter.plot.name() : description);
            int main = mainThread(counter.plot.program());
            json.writeStringProperty("pid", pid(threads.get(main)));
            json.writeNumberProperty("mainThreadIndex", main);
            samples(counter);
            display(counter.plot, bytes);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /**
     * Counts are differences, and the first is taken for 0: one more at the front makes the first value count. Of a rate the first
     * value is what others are counted from: it may be of long before the recording, and two samples of one time have no rate.
     */
    private void samples(Counter counter) {
        int[] order = BeginOrder.of(counter.times::get, counter.times.count());
        int extra = counter.plot.isRate() ? 0 : 1;
        int count = 0;
        double before = 0;
        json.writeName("samples").writeStartObject();
        json.writeName("time").writeStartArray();
        for (int row : order) {
            for (int i = count == 0 ? 0 : extra; i < 1 + extra; i++) {
                millis.write(counter.times.get(row) - base);
                count++;
            }
        }
        json.writeEndArray();
        json.writeName("count").writeStartArray();
        if (extra > 0) {
            json.writeNumber(0);
        } else {
            before = order.length == 0 ? 0 : counter.value(order[0]);
        }
        for (int row : order) {
            json.writeNumber(counter.value(row) - before);
            before = counter.value(row);
        }
        json.writeEndArray();
        json.writeNumberProperty("length", count);
        json.writeEndObject();
    }

    /** Graphs have colours of their own, most of them named as those of categories. */
    private static String color(PlotSeries plot) {
        if (plot.rgb() == 0) {
            return plot.format() == PlotSeries.Format.MEMORY ? "orange" : "teal";
        }
        return switch (CategoryColor.nearest(plot.rgb())) {
            case LIGHTBLUE, BLUE -> "blue";
            case GREEN -> "green";
            case GREY -> "grey";
            case DARKGREY -> "ink";
            case MAGENTA -> "magenta";
            case ORANGE, BROWN -> "orange";
            case PURPLE -> "purple";
            case RED, LIGHTRED -> "red";
            case YELLOW -> "yellow";
        };
    }

    /** The first thread of a program; if it has none, of all. */
    private int mainThread(Program program) {
        return mainThreads.getOrDefault(program, 0);
    }

    private void display(PlotSeries plot, boolean bytes) {
        json.writeName("display").writeStartObject();
        json.writeStringProperty("graphType", plot.isRate() ? "line-rate" : "line-accumulated");
        json.writeStringProperty("unit", bytes ? "bytes" : "");
        json.writeStringProperty("color", color(plot));
        json.writeNullProperty("markerSchemaLocation");
        json.writeNumberProperty("sortWeight", bytes ? 20 : 60);
        json.writeStringProperty("label", plot.name());
        json.writeName("tooltipRows").writeStartArray();
        json.writeStartObject();
        json.writeStringProperty("type", "value");
        json.writeStringProperty("source", plot.isRate() ? "rate" : "accumulated");
        json.writeName("format").writeStartObject();
        json.writeStringProperty("unit", bytes ? "bytes" : "number");
        json.writeEndObject();
        json.writeStringProperty("label", plot.name());
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }
}
