package dev.zonecast.cli.export;

import dev.zonecast.cli.export.Screenshots.Screenshot;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.BeginOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/** Writes what {@link FirefoxExport} has collected. */
final class FirefoxWriter {
    /** Of the processed format and of the one below it; 71 and later fold columns into flags. */
    private static final int PROCESSED_VERSION = 70;

    private static final int FORMAT_VERSION = 36;
    private static final int MAX_VISIBLE_THREADS = 64;

    /**
     * A track of the trace. The category of a zone is its place in the tables. The category of a sample or an allocation is its stack;
     * the length of an allocation is its size. So it is with a block, whose name is its number, below 0 for its end. Frames are the times at
     * which the thread marked one.
     */
    record ThreadData(
            Track track, Rows zones, Rows marks, Rows samples, Rows allocations, Rows blocks, LongColumn frames) {
        ThreadData(Track track, Rows.Budget budget) {
            this(
                    track,
                    new Rows(budget),
                    new Rows(budget),
                    new Rows(budget),
                    new Rows(budget),
                    new Rows(budget),
                    new LongColumn());
        }

        /** Its first event; the profile's begin if it has none. */
        long firstNanos(long base) {
            long first = Math.min(zones.leastBegin, Math.min(marks.leastBegin, samples.leastBegin));
            return first == Long.MAX_VALUE ? base : Math.max(base, first);
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

        private boolean isBytes() {
            return plot.format() == PlotSeries.Format.MEMORY;
        }

        /** A pool has a value for each of its operations. */
        private boolean isPool() {
            return isBytes() && plot.name().startsWith("memory: ");
        }

        /** Watts. */
        private boolean isPower() {
            return plot.look().category().equals("power");
        }

        /** The first value is a change too. */
        private boolean beginsAtZero() {
            return !plot.look().rate() && !isPower();
        }

        /** What the format wants of two neighbouring values. */
        private double change(int before, int row) {
            if (isPower()) {
                // Energy in pWh: 1 W for 1 ns is 1/3.6 of it.
                return value(row) * Math.max(0, times.get(row) - times.get(before)) / 3.6;
            }
            return value(row) - value(before);
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

    /** @param firstNanos of the programs that are written */
    void write(Session session, long firstNanos, TraceSummary summary, List<Screenshot> screenshots, OutputStream out)
            throws IOException {
        if (threads.isEmpty()) {
            // The front-end refuses a profile without threads.
            threads.add(new ThreadData(null, new Rows.Budget(0)));
        }
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).track() != null) {
                mainThreads.putIfAbsent(threads.get(i).track().program(), i);
            }
        }
        base = firstNanos;
        for (ThreadData thread : threads) {
            // GPU zones and such as were open for long may begin before the first event of a thread.
            base = Math.min(base, Math.min(thread.zones().leastBegin, thread.marks().leastBegin));
        }
        last = Math.max(base + 1, summary.lastNanos());
        try (JsonGenerator generator = ExportJson.generator(out)) {
            json = generator;
            millis = new Millis(json);
            markers = new MarkerColumns(json, tables, payloads, base);
            json.writeStartObject();
            meta(session).writeProperties(json);
            json.writeName("threads").writeStartArray();
            for (int i = 0; i < threads.size(); i++) {
                thread(threads.get(i), i, screenshots);
            }
            json.writeEndArray();
            counters();
            tables.writeShared(json);
            json.writeEndObject();
        }
    }

    private JsonObject meta(Session session) {
        String product = threads.stream()
                .filter(thread -> thread.track() != null)
                .map(thread -> thread.track().program())
                .distinct()
                .map(Program::title)
                .collect(Collectors.joining(", "));
        // Those of times are the usual ones.
        JsonObject units =
                new JsonObject().set("time", "ms").set("eventDelay", "ms").set("threadCPUDelta", "ns");
        int visible = Math.min(threads.size(), MAX_VISIBLE_THREADS);
        JsonObject meta = new JsonObject()
                .set("interval", Millis.of(StackSamples.intervalNanos(threads)))
                .set(
                        "startTime",
                        session == null ? 0 : session.epochMillis() + (base - session.startNanos()) / 1_000_000)
                .set("profilingStartTime", 0)
                .set("profilingEndTime", Millis.of(last - base))
                .set("processType", 0)
                .set("product", product.isEmpty() ? "trace" : product)
                .set("stackwalk", 0)
                .set("version", FORMAT_VERSION)
                .set("preprocessedProfileVersion", PROCESSED_VERSION)
                .set("symbolicated", true)
                .set("usesOnlyOneStackType", true)
                .set("sourceCodeIsNotOnSearchfox", true)
                .set("keepProfileThreadOrder", true)
                .set("importedFrom", "Zonecast")
                .set("oscpu", session == null ? null : session.system())
                .set("extra", List.of(losses()))
                .set("sampleUnits", units)
                .set("categories", tables.categories())
                .set("markerSchema", tables.schemas.all())
                .set(
                        "initialVisibleThreads",
                        IntStream.range(0, visible).boxed().toList())
                .set("initialSelectedThreads", List.of(0));
        return new JsonObject().set("meta", meta).set("libs", List.of());
    }

    /** A section of the panel with the profile's facts. */
    private JsonObject losses() {
        List<JsonObject> entries = new ArrayList<>();
        losses.byName().forEach((name, count) -> {
            if (count > 0) {
                entries.add(new JsonObject()
                        .set("label", name)
                        .set("format", "integer")
                        .set("value", count));
            }
        });
        return new JsonObject().set("label", "Losses").set("entries", entries);
    }

    /** Pictures of a program are with its first thread. */
    private void thread(ThreadData thread, int index, List<Screenshot> screenshots) throws IOException {
        Track track = thread.track();
        boolean first = track == null || mainThread(track.program()) == index;
        json.writeStartObject();
        new JsonObject()
                .set("name", track == null ? "nothing" : track.name())
                .set("processType", "default")
                .set("processName", track == null ? "nothing" : track.program().title())
                .set("isMainThread", first)
                .set("pid", pid(thread))
                .set("tid", track == null ? 0 : track.koid())
                .set("processStartupTime", 0)
                .set("processShutdownTime", JsonObject.NULL)
                .set("registerTime", Millis.of(thread.firstNanos(base) - base))
                .set(
                        "unregisterTime",
                        track == null || track.endNanos() == 0
                                ? JsonObject.NULL
                                : Millis.of(Math.clamp(track.endNanos(), base, last) - base))
                .set("pausedRanges", List.of())
                .set("showMarkersInTimeline", true)
                .writeProperties(json);
        if (thread.samples().count() > 0) {
            new StackSamples(tables, stacks, thread, base, last).write(json);
        } else {
            new ZoneSamples(tables, thread, base).write(json);
        }
        if (thread.allocations().count() > 0) {
            new StackSamples(tables, stacks, thread, base, last).writeAllocations(json);
        }
        if (thread.blocks().count() > 0) {
            new StackSamples(tables, stacks, thread, base, last).writeBlocks(json);
        }
        boolean hasPictures = first && track != null;
        markers.write(
                thread,
                screenshots.stream()
                        .filter(shot -> hasPictures && shot.program() == track.program())
                        .sorted(Comparator.comparingLong(Screenshot::timeNanos))
                        .toList());
        json.writeEndObject();
    }

    private static String pid(ThreadData thread) {
        return thread.track() == null
                ? "0"
                : Long.toString(thread.track().program().number());
    }

    private void counters() {
        json.writeName("counters").writeStartArray();
        for (Counter counter : counters) {
            boolean bytes = counter.isBytes();
            String category = counter.plot.look().category();
            String description = counter.plot.look().description();
            int main = mainThread(counter.plot.program());
            json.writeStartObject();
            new JsonObject()
                    .set("name", counter.plot.name())
                    .set("category", !category.isEmpty() ? category : bytes ? "Memory" : "Plot")
                    .set("description", description.isEmpty() ? counter.plot.name() : description)
                    .set("pid", pid(threads.get(main)))
                    .set("mainThreadIndex", main)
                    .writeProperties(json);
            samples(counter);
            new JsonObject().set("display", display(counter)).writeProperties(json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Differences. A plot that begins at 0 has a row more. */
    private void samples(Counter counter) {
        int[] order = BeginOrder.ofValues(counter.times::get, counter.times.count());
        int extra = counter.beginsAtZero() ? 1 : 0;
        json.writeName("samples").writeStartObject();
        JsonColumns columns = new JsonColumns(json, order.length + extra);
        columns.column("time", i -> millis.write(counter.times.get(order[Math.max(0, i - extra)]) - base));
        columns.column("count", i -> {
            int row = i - extra;
            if (row < 0) {
                json.writeNumber(0);
            } else {
                boolean isFirst = row == 0 && extra == 1;
                json.writeNumber(
                        isFirst ? counter.value(order[0]) : counter.change(order[Math.max(0, row - 1)], order[row]));
            }
        });
        if (counter.isPool()) {
            columns.numbers("number", i -> i < extra ? 0 : 1);
        }
        columns.end();
    }

    /** Graphs have colours of their own, most of them named as those of categories. */
    private static String color(PlotSeries plot) {
        if (plot.look().rgb() == 0) {
            return plot.format() == PlotSeries.Format.MEMORY ? "orange" : "teal";
        }
        return switch (CategoryColor.nearest(plot.look().rgb())) {
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

    private static JsonObject display(Counter counter) {
        PlotSeries plot = counter.plot;
        boolean rate = plot.look().rate() || counter.isPower();
        List<JsonObject> rows = new ArrayList<>();
        if (counter.isPower()) {
            rows.add(row("count", format("number").set("scale", "power"), "Power"));
            JsonObject energy = format("number").set("scale", "energy");
            rows.add(row("committed-range-total", energy, "Energy used in the visible range"));
        } else {
            rows.add(row(rate ? "rate" : "accumulated", format(counter.isBytes() ? "bytes" : "number"), plot.name()));
        }
        if (counter.isPool()) {
            rows.add(row("sample-number", format("number"), "allocations and frees since the previous sample"));
        }
        return new JsonObject()
                .set("graphType", rate ? "line-rate" : "line-accumulated")
                .set("unit", counter.isPower() ? "pWh" : counter.isBytes() ? "bytes" : "")
                .set("color", color(plot))
                .set("markerSchemaLocation", JsonObject.NULL)
                .set("sortWeight", counter.isPower() ? 30 : counter.isBytes() ? 20 : 60)
                .set("label", plot.name())
                .set("tooltipRows", rows);
    }

    private static JsonObject row(String source, JsonObject format, String label) {
        return new JsonObject()
                .set("type", "value")
                .set("source", source)
                .set("format", format)
                .set("label", label);
    }

    private static JsonObject format(String unit) {
        return new JsonObject().set("unit", unit);
    }
}
