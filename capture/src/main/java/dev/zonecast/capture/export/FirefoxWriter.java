package dev.zonecast.capture.export;

import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.PlotSeries;
import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.capture.trace.Track;
import dev.zonecast.core.marker.CategoryColor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Writes what {@link FirefoxExport} has collected. */
final class FirefoxWriter {
    /** Of the processed format and of the one below it; 71 and later fold columns into flags. */
    private static final int PROCESSED_VERSION = 70;

    private static final int FORMAT_VERSION = 36;
    private static final int MAX_VISIBLE_THREADS = 64;
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /** A millisecond has as many nanoseconds, as a power of ten. */
    private static final int NANOS_EXPONENT = 6;

    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;

    /** End of a row of marks that stands for a moment. */
    static final long INSTANT_END = Long.MIN_VALUE;

    /** In place of a payload's place: it has none, or a zone's usual one. */
    static final long NO_DATA = -1;

    /**
     * A track of the trace. Rows have begin, end, name below category (of zones: place) and the payload's place; those of samples: see
     * {@link StackSamples}.
     */
    static final class ThreadData {
        final Track track;
        final SpillRows zones;
        final SpillRows marks;
        final SpillRows samples;
        final SpillRows allocations;

        ThreadData(Track track, SpillFile spill) {
            this.track = track;
            zones = new SpillRows(spill);
            marks = new SpillRows(spill);
            samples = new SpillRows(spill);
            allocations = new SpillRows(spill);
        }
    }

    /** The values of a plot: rows with time and value. */
    static final class Counter {
        private final PlotSeries plot;
        private final SpillRows values;

        Counter(PlotSeries plot, SpillFile spill) {
            this.plot = plot;
            values = new SpillRows(spill);
        }

        void add(long time, double value) throws IOException {
            values.add(time, Double.doubleToRawLongBits(value), 0, 0);
        }

        private double value(int row) {
            return Double.longBitsToDouble(values.get(row, SpillRows.END));
        }
    }

    private final FirefoxTables tables;
    private final LabelledStacks stacks;
    private final SpillFile spill;
    private final List<ThreadData> threads;
    private final List<Counter> counters;
    private final List<byte[]> dataOfPlaces = new ArrayList<>();
    private JsonGenerator json;
    private long base;
    private long last;

    FirefoxWriter(
            FirefoxTables tables,
            LabelledStacks stacks,
            SpillFile spill,
            List<ThreadData> threads,
            List<Counter> counters) {
        this.tables = tables;
        this.stacks = stacks;
        this.spill = spill;
        this.threads = threads;
        this.counters = counters;
    }

    void write(
            Session session,
            Map<Long, String> processes,
            TraceSummary summary,
            List<Screenshots.Screenshot> screenshots,
            Map<Long, Long> frameBegins,
            OutputStream out) {
        if (threads.isEmpty()) {
            // The front-end refuses a profile without threads.
            threads.add(new ThreadData(null, spill));
        }
        base = summary.firstNanos();
        for (ThreadData thread : threads) {
            // GPU zones and such as were open for long may begin before the first event of a thread.
            base = Math.min(base, Math.min(thread.zones.leastBegin(), thread.marks.leastBegin()));
        }
        last = Math.max(base + 1, summary.lastNanos());
        try (JsonGenerator generator = ExportJson.generator(out)) {
            json = generator;
            json.writeStartObject();
            meta(session, processes);
            json.writeName("libs").writeStartArray();
            json.writeEndArray();
            json.writeName("threads").writeStartArray();
            for (int i = 0; i < threads.size(); i++) {
                thread(threads.get(i), i, processes, i == 0 ? screenshots : List.of(), frameBegins);
            }
            json.writeEndArray();
            counters();
            tables.writeShared(json);
            json.writeEndObject();
        }
    }

    private void meta(Session session, Map<Long, String> processes) {
        json.writeName("meta").writeStartObject();
        json.writeName("interval");
        JsonColumns.millis(json, StackSamples.intervalNanos(threads));
        long startMillis = session == null ? 0 : session.epochMillis() + (base - session.startNanos()) / 1_000_000;
        json.writeNumberProperty("startTime", startMillis);
        json.writeNumberProperty("profilingStartTime", 0);
        json.writeName("profilingEndTime");
        JsonColumns.millis(json, last - base);
        json.writeNumberProperty("processType", 0);
        String product = String.join(", ", processes.values());
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

    private static String pid(ThreadData thread) {
        return thread.track == null ? "0" : Long.toUnsignedString(thread.track.process());
    }

    private void thread(
            ThreadData thread,
            int index,
            Map<Long, String> processes,
            List<Screenshots.Screenshot> screenshots,
            Map<Long, Long> frameBegins) {
        boolean first = index == 0 || threads.subList(0, index).stream().noneMatch(t -> pid(t).equals(pid(thread)));
        json.writeStartObject();
        json.writeStringProperty("name", thread.track == null ? "nothing" : thread.track.name());
        json.writeStringProperty("processType", "default");
        String process = thread.track == null ? null : processes.get(thread.track.process());
        json.writeStringProperty("processName", process == null ? "process " + pid(thread) : process);
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
        markers(thread, screenshots, frameBegins);
        json.writeEndObject();
    }

    /** All columns of zones first, then of the others, then of pictures: the front-end sorts markers by itself. */
    private void markers(ThreadData thread, List<Screenshots.Screenshot> screenshots, Map<Long, Long> frameBegins) {
        SpillRows zones = thread.zones;
        SpillRows marks = thread.marks;
        List<Screenshots.Screenshot> shown = new ArrayList<>(screenshots);
        shown.removeIf(shot -> !frameBegins.containsKey(shot.frame()) || frameBegins.get(shot.frame()) < base);
        shown.sort(Comparator.comparingLong(shot -> frameBegins.get(shot.frame())));
        int screenshotName = tables.string("CompositorScreenshot");
        int zoneCount = zones.count();
        int rowCount = zoneCount + marks.count();
        json.writeName("markers").writeStartObject();
        JsonColumns columns = new JsonColumns(json, rowCount + shown.size());
        columns.numbers("name", i -> i >= rowCount ? screenshotName : (int) word(thread, i, SpillRows.NAME));
        columns.millis("startTime", i -> begin(thread, i, shown, frameBegins) - base);
        // An instant has its time in both columns: Perfetto takes null for a column that is missing.
        columns.millis("endTime", i -> {
            long end = i < rowCount ? word(thread, i, SpillRows.END) : INSTANT_END;
            return (end == INSTANT_END ? begin(thread, i, shown, frameBegins) : end) - base;
        });
        columns.numbers(
                "phase", i -> i < rowCount && word(thread, i, SpillRows.END) != INSTANT_END ? INTERVAL : INSTANT);
        columns.numbers("category", i -> {
            if (i >= rowCount) {
                return FirefoxTables.OTHER;
            }
            int high = (int) (word(thread, i, SpillRows.NAME) >>> 32);
            return i < zoneCount ? tables.category(high) : high;
        });
        columns.raw(
                "data",
                i -> i < rowCount ? payload(thread, i, i < zoneCount) : screenshotData(shown.get(i - rowCount)));
        columns.end();
    }

    /** A word of a thread's zones, and behind them of its marks. */
    private static long word(ThreadData thread, int i, int column) {
        int zoneCount = thread.zones.count();
        return i < zoneCount ? thread.zones.get(i, column) : thread.marks.get(i - zoneCount, column);
    }

    private static long begin(
            ThreadData thread, int i, List<Screenshots.Screenshot> shown, Map<Long, Long> frameBegins) {
        int rowCount = thread.zones.count() + thread.marks.count();
        return i < rowCount
                ? word(thread, i, SpillRows.BEGIN)
                : frameBegins.get(shown.get(i - rowCount).frame());
    }

    private byte[] payload(ThreadData thread, int i, boolean zone) {
        long at = word(thread, i, SpillRows.DATA);
        if (at == NO_DATA) {
            return zone ? zoneData((int) (word(thread, i, SpillRows.NAME) >>> 32)) : NULL;
        }
        byte[] data = spill.bytes(at);
        int stack = spill.number(at);
        if (stack < 0) {
            return data;
        }
        String time = millis(word(thread, i, SpillRows.BEGIN) - base);
        String text = new String(data, 0, data.length - 1, StandardCharsets.UTF_8);
        return (text + ",\"cause\":{\"stack\":" + stack + ",\"time\":" + time + "}}").getBytes(StandardCharsets.UTF_8);
    }

    private static String millis(long nanos) {
        return BigDecimal.valueOf(Math.max(0, nanos), NANOS_EXPONENT)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** The same of all zones of a place, but for those that somebody said something of. */
    private byte[] zoneData(int place) {
        while (dataOfPlaces.size() <= place) {
            Location location = tables.location(dataOfPlaces.size());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (JsonGenerator object = ExportJson.generator(bytes)) {
                object.writeStartObject();
                object.writeStringProperty("type", FirefoxSchemas.ZONE);
                where(object, location);
                object.writeEndObject();
            }
            dataOfPlaces.add(bytes.toByteArray());
        }
        return dataOfPlaces.get(place);
    }

    private byte[] screenshotData(Screenshots.Screenshot shot) {
        return ("{\"type\":\"CompositorScreenshot\",\"url\":" + tables.string(shot.url())
                        + ",\"windowID\":\"0x1\",\"windowWidth\":" + shot.width() + ",\"windowHeight\":" + shot.height()
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Place of a zone in the source, if it is known. */
    static void where(JsonGenerator json, Location location) {
        if (!location.file().isEmpty()) {
            json.writeStringProperty("where", location.file() + ":" + location.line());
        }
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
            int main = mainThread(counter.plot.process());
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
        SpillRows values = counter.values;
        int extra = counter.plot.isRate() ? 0 : 1;
        int[] count = {0};
        double[] before = {0};
        json.writeName("samples").writeStartObject();
        json.writeName("time").writeStartArray();
        values.inOrder(row -> {
            long time = Math.max(0, values.get(row, SpillRows.BEGIN) - base);
            for (int i = count[0] == 0 ? 0 : extra; i < 1 + extra; i++) {
                JsonColumns.millis(json, time);
                count[0]++;
            }
        });
        json.writeEndArray();
        json.writeName("count").writeStartArray();
        if (extra > 0) {
            json.writeNumber(0);
        } else {
            before[0] = first(counter);
        }
        values.inOrder(row -> {
            json.writeNumber(counter.value(row) - before[0]);
            before[0] = counter.value(row);
        });
        json.writeEndArray();
        json.writeNumberProperty("length", count[0]);
        json.writeEndObject();
    }

    private static double first(Counter counter) {
        return counter.value(counter.values.new Cursor().next());
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

    /** The first thread of a process; if it has none, of all. */
    private int mainThread(long process) {
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).track != null && threads.get(i).track.process() == process) {
                return i;
            }
        }
        return 0;
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
