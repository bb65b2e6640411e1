package dev.zonecast.capture.export;

import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.PlotSeries;
import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.capture.trace.Track;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;

    /** A marker that is no zone; end -1: an instant. */
    record Mark(long begin, long end, int name, String type, String text, int category) {}

    /** A track of the trace. */
    static final class ThreadData {
        final Track track;
        final ZoneColumns zones = new ZoneColumns();
        final List<Mark> marks = new ArrayList<>();

        ThreadData(Track track) {
            this.track = track;
        }
    }

    /** The values of a plot. */
    static final class Counter {
        private final PlotSeries plot;
        private long[] times = new long[64];
        private double[] values = new double[64];
        private int count;

        Counter(PlotSeries plot) {
            this.plot = plot;
        }

        void add(long time, double value) {
            if (count == times.length) {
                times = Arrays.copyOf(times, count * 2);
                values = Arrays.copyOf(values, count * 2);
            }
            times[count] = time;
            values[count] = value;
            count++;
        }

        private int[] byTime() {
            Integer[] order = new Integer[count];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, Comparator.comparingLong(i -> times[i]));
            return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
        }
    }

    private final FirefoxTables tables;
    private final List<String> texts;
    private final List<ThreadData> threads;
    private final List<Counter> counters;
    private final List<byte[]> dataOfPlaces = new ArrayList<>();
    private JsonGenerator json;
    private long base;

    FirefoxWriter(FirefoxTables tables, List<String> texts, List<ThreadData> threads, List<Counter> counters) {
        this.tables = tables;
        this.texts = texts;
        this.threads = threads;
        this.counters = counters;
    }

    void write(
            Session session,
            String process,
            TraceSummary summary,
            List<Screenshots.Screenshot> screenshots,
            Map<Long, Long> frameBegins,
            OutputStream out) {
        if (threads.isEmpty()) {
            // The front-end refuses a profile without threads.
            threads.add(new ThreadData(null));
        }
        base = summary.firstNanos();
        for (ThreadData thread : threads) {
            // GPU zones and such as were open for long may begin before the first event of a thread.
            for (int i = 0; i < thread.zones.count(); i++) {
                base = Math.min(base, thread.zones.begin(i));
            }
        }
        try (JsonGenerator generator = ExportJson.generator(out)) {
            json = generator;
            json.writeStartObject();
            meta(session, process, summary);
            json.writeName("libs").writeStartArray();
            json.writeEndArray();
            json.writeName("threads").writeStartArray();
            for (int i = 0; i < threads.size(); i++) {
                thread(threads.get(i), i, process, i == 0 ? screenshots : List.of(), frameBegins);
            }
            json.writeEndArray();
            counters();
            tables.writeShared(json);
            json.writeEndObject();
        }
    }

    private void meta(Session session, String process, TraceSummary summary) {
        json.writeName("meta").writeStartObject();
        json.writeNumberProperty("interval", 1);
        long startMillis = session == null ? 0 : session.epochMillis() + (base - session.startNanos()) / 1_000_000;
        json.writeNumberProperty("startTime", startMillis);
        json.writeNumberProperty("profilingStartTime", 0);
        json.writeName("profilingEndTime");
        JsonColumns.millis(json, Math.max(1, summary.lastNanos() - base));
        json.writeNumberProperty("processType", 0);
        json.writeStringProperty("product", process.isEmpty() ? "trace" : process);
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
        tables.writeCategories(json);
        json.writeName("markerSchema").writeStartArray();
        schema("Zone", "{marker.data.text}", "where", "file-path", "text", "string");
        schema("Frame", "{marker.data.text}", "text", "string");
        schema("Message", "{marker.data.text}", "text", "string");
        schema("Lock", "{marker.data.text}", "text", "string");
        schema("Vsync", "{marker.name}", "text", "string");
        json.writeEndArray();
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

    private void schema(String name, String tableLabel, String... keysAndFormats) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("tooltipLabel", "{marker.name}");
        json.writeStringProperty("tableLabel", tableLabel);
        json.writeStringProperty("chartLabel", "{marker.name}");
        json.writeName("display").writeStartArray();
        json.writeString("marker-chart");
        json.writeString("marker-table");
        if (!name.equals("Zone")) {
            json.writeString("timeline-overview");
        }
        json.writeEndArray();
        json.writeName("fields").writeStartArray();
        for (int i = 0; i < keysAndFormats.length; i += 2) {
            json.writeStartObject();
            json.writeStringProperty("key", keysAndFormats[i]);
            json.writeStringProperty("label", keysAndFormats[i]);
            json.writeStringProperty("format", keysAndFormats[i + 1]);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static String pid(ThreadData thread) {
        return thread.track == null ? "0" : Long.toUnsignedString(thread.track.process());
    }

    private void thread(
            ThreadData thread,
            int index,
            String process,
            List<Screenshots.Screenshot> screenshots,
            Map<Long, Long> frameBegins) {
        boolean first = index == 0 || threads.subList(0, index).stream().noneMatch(t -> pid(t).equals(pid(thread)));
        json.writeStartObject();
        json.writeStringProperty("name", thread.track == null ? "nothing" : thread.track.name());
        json.writeStringProperty("processType", "default");
        json.writeStringProperty("processName", process);
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
        int[] order = thread.zones.byBegin();
        new FirefoxSamples(tables, thread.zones, order, base).write(json);
        markers(thread, order, screenshots, frameBegins);
        json.writeEndObject();
    }

    /** All columns of zones first, then of the others: the front-end sorts markers by itself. */
    private void markers(
            ThreadData thread, int[] order, List<Screenshots.Screenshot> screenshots, Map<Long, Long> frameBegins) {
        ZoneColumns zones = thread.zones;
        List<Mark> marks = new ArrayList<>(thread.marks);
        List<Screenshots.Screenshot> shown = new ArrayList<>(screenshots);
        shown.removeIf(shot -> !frameBegins.containsKey(shot.frame()) || frameBegins.get(shot.frame()) < base);
        shown.sort(Comparator.comparingLong(shot -> frameBegins.get(shot.frame())));
        int screenshotName = tables.string("CompositorScreenshot");
        for (Screenshots.Screenshot shot : shown) {
            long begin = frameBegins.get(shot.frame());
            marks.add(new Mark(begin, -1, screenshotName, "CompositorScreenshot", shot.url(), FirefoxTables.OTHER));
        }
        int zoneCount = order.length;
        json.writeName("markers").writeStartObject();
        JsonColumns columns = new JsonColumns(json, zoneCount + marks.size());
        columns.numbers("name", i -> i < zoneCount ? zones.name(order[i]) : marks.get(i - zoneCount).name);
        columns.millis(
                "startTime", i -> (i < zoneCount ? zones.begin(order[i]) : marks.get(i - zoneCount).begin) - base);
        // An instant has its time in both columns: Perfetto takes null for a column that is missing.
        columns.millis(
                "endTime",
                i -> i < zoneCount
                        ? zones.end(order[i]) - base
                        : Math.max(marks.get(i - zoneCount).end, marks.get(i - zoneCount).begin) - base);
        columns.numbers("phase", i -> i < zoneCount || marks.get(i - zoneCount).end >= 0 ? INTERVAL : INSTANT);
        columns.numbers(
                "category",
                i -> i < zoneCount ? tables.category(zones.location(order[i])) : marks.get(i - zoneCount).category);
        List<byte[]> others = new ArrayList<>();
        int shot = 0;
        for (Mark mark : marks) {
            boolean picture = mark.type.equals("CompositorScreenshot");
            others.add(picture ? screenshotData(shown.get(shot++)) : markData(mark));
        }
        columns.raw("data", i -> i < zoneCount ? zoneData(zones, order[i]) : others.get(i - zoneCount));
        columns.end();
    }

    // What a marker has, as JSON.

    /** The same of all zones of a place, but for those that somebody said something of. */
    private byte[] zoneData(ZoneColumns zones, int i) {
        int place = zones.location(i);
        if (zones.detail(i) >= 0) {
            return zoneData(place, texts.get(zones.detail(i)));
        }
        while (dataOfPlaces.size() <= place) {
            dataOfPlaces.add(zoneData(dataOfPlaces.size(), ""));
        }
        return dataOfPlaces.get(place);
    }

    private byte[] zoneData(int place, String text) {
        Location location = tables.location(place);
        String where = location.file().isEmpty() ? "" : location.file() + ":" + location.line();
        return object("type", "Zone", "where", where, "text", text);
    }

    private static byte[] markData(Mark mark) {
        return object("type", mark.type, "text", mark.text);
    }

    private byte[] screenshotData(Screenshots.Screenshot shot) {
        return ("{\"type\":\"CompositorScreenshot\",\"url\":" + tables.string(shot.url())
                        + ",\"windowID\":\"0x1\",\"windowWidth\":" + shot.width() + ",\"windowHeight\":" + shot.height()
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** An object of texts; those that are empty are left out. */
    private static byte[] object(String... namesAndTexts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator object = ExportJson.generator(bytes)) {
            object.writeStartObject();
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                if (!namesAndTexts[i + 1].isEmpty()) {
                    object.writeStringProperty(namesAndTexts[i], namesAndTexts[i + 1]);
                }
            }
            object.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Counts are differences, and the first is taken for 0: one more at the front makes the first value count. */
    private void counters() {
        json.writeName("counters").writeStartArray();
        for (Counter counter : counters) {
            boolean bytes = counter.plot.format() == PlotSeries.Format.MEMORY;
            json.writeStartObject();
            json.writeStringProperty("name", counter.plot.name());
            json.writeStringProperty("category", bytes ? "Memory" : "Plot");
            json.writeStringProperty("description", counter.plot.name());
            json.writeStringProperty("pid", pid(threads.getFirst()));
            json.writeNumberProperty("mainThreadIndex", 0);
            int[] order = counter.byTime();
            json.writeName("samples").writeStartObject();
            JsonColumns columns = new JsonColumns(json, order.length + 1);
            columns.millis("time", i -> Math.max(0, counter.times[order[Math.max(0, i - 1)]] - base));
            json.writeName("count").writeStartArray();
            json.writeNumber(0);
            double before = 0;
            for (int i : order) {
                json.writeNumber(counter.values[i] - before);
                before = counter.values[i];
            }
            json.writeEndArray();
            columns.end();
            display(counter.plot, bytes);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void display(PlotSeries plot, boolean bytes) {
        json.writeName("display").writeStartObject();
        json.writeStringProperty("graphType", "line-accumulated");
        json.writeStringProperty("unit", bytes ? "bytes" : "");
        json.writeStringProperty("color", bytes ? "orange" : "teal");
        json.writeNullProperty("markerSchemaLocation");
        json.writeNumberProperty("sortWeight", bytes ? 20 : 60);
        json.writeStringProperty("label", plot.name());
        json.writeName("tooltipRows").writeStartArray();
        json.writeStartObject();
        json.writeStringProperty("type", "value");
        json.writeStringProperty("source", "accumulated");
        json.writeName("format").writeStartObject();
        json.writeStringProperty("unit", bytes ? "bytes" : "number");
        json.writeEndObject();
        json.writeStringProperty("label", plot.name());
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }
}
