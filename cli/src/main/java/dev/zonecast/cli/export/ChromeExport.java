package dev.zonecast.cli.export;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.Marker;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.MemoryEvent;
import dev.zonecast.trace.Message;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.Zone;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * The "Trace Event Format" of Chrome, which Perfetto and many more read: complete events for zones, frames and locks, counters for
 * plots, instants for messages, flows from the submission of a GPU zone to the zone. Times are microseconds of the trace's clock
 * with three decimals. Written as it is read, in memory that does not grow.
 */
public final class ChromeExport implements TraceListener, AutoCloseable {
    /** Sign, digits of the greatest number, point and three decimals. */
    private static final int NUMBER_CHARS = 24;

    private final ZoneFilter filter;
    private final JsonGenerator file;
    /** The file, or the text of a zone that waits. */
    private JsonGenerator json;

    private final char[] digits = new char[NUMBER_CHARS];
    private long flows;
    private long pairs;
    private long notFinite;
    private LossAccount losses = new LossAccount();
    private final Map<Track, ZoneAtEnd> atEnds = new HashMap<>();

    /** Begins the file. */
    public ChromeExport(OutputStream out, ZoneFilter filter) {
        this.filter = filter;
        file = ExportJson.generator(out);
        json = file;
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ns");
        json.writeName("traceEvents").writeStartArray();
    }

    @Override
    public void end(LossAccount all) {
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        losses = filter.losses(all);
    }

    /** Ends the file. */
    @Override
    public void close() {
        atEnds.values().forEach(atEnd -> raw(atEnd.release()));
        json.writeEndArray();
        // Viewers show these as facts of the trace.
        json.writeName("otherData").writeStartObject();
        json.writeName("losses").writeStartObject();
        losses.byName().forEach(json::writeNumberProperty);
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
        json.close();
    }

    @Override
    public void program(Program program) {
        if (!program.name().isEmpty() || program.number() != program.processId()) {
            named("process_name", program, -1, program.title());
        }
    }

    @Override
    public void track(Track track) {
        named("thread_name", track.program(), track.koid(), track.name());
    }

    private void named(String what, Program program, long thread, String name) {
        json.writeStartObject();
        json.writeStringProperty("ph", "M");
        json.writeStringProperty("name", what);
        json.writeNumberProperty("pid", program.number());
        if (thread >= 0) {
            json.writeNumberProperty("tid", thread);
        }
        json.writeName("args").writeStartObject();
        json.writeStringProperty("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void raw(String event) {
        if (event != null) {
            json.writeRawValue(event);
        }
    }

    private void begin(String phase, String category, String name, Track track, long timeNanos) {
        json.writeStartObject();
        json.writeStringProperty("ph", phase);
        json.writeStringProperty("cat", category.isEmpty() ? "trace" : category);
        json.writeStringProperty("name", name);
        json.writeNumberProperty("pid", track.program().number());
        json.writeNumberProperty("tid", track.koid());
        micros("ts", timeNanos);
    }

    private void micros(String name, long nanos) {
        int at = micros(nanos);
        json.writeName(name).writeNumber(digits, at, NUMBER_CHARS - at);
    }

    /** Fills the digits from some place on. As a decimal fraction: a double would lose nanoseconds in the digits before the point. */
    private int micros(long nanos) {
        // Not made positive: the least number has no counterpart.
        long rest = nanos;
        int at = NUMBER_CHARS;
        while (rest != 0 || at >= NUMBER_CHARS - 4) {
            if (at == NUMBER_CHARS - 3) {
                digits[--at] = '.';
            }
            digits[--at] = (char) ('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        if (nanos < 0) {
            digits[--at] = '-';
        }
        return at;
    }

    @Override
    public void zone(Zone zone) {
        if (!filter.accepts(zone)) {
            return;
        }
        ZoneAtEnd atEnd = atEnds.computeIfAbsent(zone.track(), track -> new ZoneAtEnd(this::microsText));
        raw(atEnd.releaseFor(zone));
        if (atEnd.mayHold(zone)) {
            atEnd.hold(zone, textOf(zone));
        } else {
            writeZone(zone);
        }
        if (zone.cpuBeginNanos() != 0) {
            submission(zone);
        }
    }

    private String textOf(Zone zone) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator waiting = ExportJson.generator(text)) {
            json = waiting;
            writeZone(zone);
        } finally {
            json = file;
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private String microsText(long nanos) {
        int at = micros(nanos);
        return new String(digits, at, NUMBER_CHARS - at);
    }

    private void writeZone(Zone zone) {
        begin("X", ZoneKind.of(zone).label(), zone.name(), zone.track(), zone.beginNanos());
        micros("dur", zone.durationNanos());
        json.writeName("args").writeStartObject();
        Location location = zone.location();
        if (!location.file().isEmpty()) {
            json.writeStringProperty("loc", location.place());
        }
        if (!location.function().isEmpty()) {
            json.writeStringProperty("function", location.function());
        }
        List<String> texts = zone.texts();
        for (int i = 0; i < texts.size(); i++) {
            json.writeStringProperty(i == 0 ? "text" : "text " + (i + 1), texts.get(i));
        }
        List<Long> values = zone.values();
        for (int i = 0; i < values.size(); i++) {
            json.writeNumberProperty(i == 0 ? "value" : "value " + (i + 1), values.get(i));
        }
        if (zone.marker() != null) {
            markerData(zone.marker(), zone.markerValues());
        }
        stack(zone.stack());
        if (zone.rgb() != 0) {
            json.writeStringProperty("color", String.format(Locale.ROOT, "#%06X", zone.rgb()));
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Intervals may overlap: an asynchronous pair is all that has no thread's nesting. */
    @Override
    public void marker(Marker marker) {
        if (!filter.accepts(marker.track(), marker.beginNanos())) {
            return;
        }
        String category = marker.kind().category().name();
        String id = marker.isInterval() ? ownId() : "";
        if (marker.isInterval()) {
            begin("b", category, marker.kind().name(), marker.track(), marker.beginNanos());
            localId(id);
        } else {
            begin("i", category, marker.kind().name(), marker.track(), marker.beginNanos());
            json.writeStringProperty("s", "t");
        }
        json.writeName("args").writeStartObject();
        markerData(marker.kind(), marker.values());
        stack(marker.stack());
        json.writeEndObject();
        json.writeEndObject();
        if (marker.isInterval()) {
            async("e", category, marker.kind().name(), marker.track(), marker.endNanos(), id);
        }
    }

    /** @param stack null: none */
    private void stack(Calls stack) {
        if (stack != null) {
            json.writeStringProperty("stack", stack.text());
        }
    }

    /** An id that the trace's own spans do not have. */
    private String ownId() {
        return "span " + ++pairs;
    }

    private void markerData(MarkerKind kind, List<Object> values) {
        for (int i = 0; i < values.size(); i++) {
            switch (values.get(i)) {
                case Long number ->
                    json.writeNumberProperty(kind.fields().get(i).key(), number);
                case Double number
                when Double.isFinite(number) ->
                    json.writeNumberProperty(kind.fields().get(i).key(), number);
                case null -> {
                    // Missing.
                }
                default ->
                    json.writeStringProperty(
                            kind.fields().get(i).key(), values.get(i).toString());
            }
        }
    }

    /** An arrow from where a GPU zone was submitted; it binds to the zone of that thread that is around the time. */
    private void submission(Zone zone) {
        flows++;
        json.writeStartObject();
        json.writeStringProperty("ph", "s");
        json.writeStringProperty("cat", "submit");
        json.writeStringProperty("name", "submit");
        json.writeNumberProperty("pid", zone.track().program().number());
        json.writeNumberProperty("tid", zone.track().submitter());
        micros("ts", zone.cpuBeginNanos());
        json.writeNumberProperty("id", flows);
        json.writeEndObject();
        begin("f", "submit", "submit", zone.track(), zone.beginNanos());
        json.writeStringProperty("bp", "e");
        json.writeNumberProperty("id", flows);
        json.writeEndObject();
    }

    @Override
    public void frame(Frame frame) {
        if (!filter.accepts(frame.track(), frame.beginNanos())) {
            return;
        }
        begin("X", "frame", frame.name(), frame.track(), frame.beginNanos());
        micros("dur", frame.durationNanos());
        if (frame.number() >= 0) {
            json.writeName("args").writeStartObject();
            json.writeNumberProperty("number", frame.number());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    @Override
    public void lock(LockSpan span) {
        if (filter.accepts(span.track(), span.beginNanos())) {
            // A wait may overlap zones of its thread: as an event of its own that belongs to none.
            if (span.hold()) {
                begin("X", "lock", span.name(), span.track(), span.beginNanos());
                micros("dur", span.durationNanos());
                if (span.place() != null) {
                    json.writeName("args").writeStartObject();
                    json.writeStringProperty("loc", span.place().place());
                    json.writeEndObject();
                }
                json.writeEndObject();
            } else {
                pair("lock", span.name(), span.track(), span.beginNanos(), span.endNanos());
            }
        }
    }

    @Override
    public void vsync(Track track, long timeNanos) {
        if (filter.accepts(track, timeNanos)) {
            instant("vsync", track.name(), track, timeNanos);
        }
    }

    @Override
    public void message(Message message) {
        if (filter.accepts(message.track(), message.timeNanos())) {
            String category = message.severity().isEmpty()
                    ? "message"
                    : message.severity().toLowerCase(Locale.ROOT);
            begin("i", category, message.text(), message.track(), message.timeNanos());
            json.writeStringProperty("s", "t");
            if (message.stack() != null) {
                json.writeName("args").writeStartObject();
                stack(message.stack());
                json.writeEndObject();
            }
            json.writeEndObject();
        }
    }

    private void instant(String category, String name, Track track, long timeNanos) {
        begin("i", category, name, track, timeNanos);
        json.writeStringProperty("s", "t");
        json.writeEndObject();
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) {
        if (!filter.accepts(track, timeNanos)) {
            return;
        }
        if (!Double.isFinite(value)) {
            notFinite++;
            return;
        }
        begin("C", "plot", plot.name(), track, timeNanos);
        json.writeName("args").writeStartObject();
        json.writeNumberProperty("value", value);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Runs on a thread may overlap its zones: a pair of events that belongs to none. */
    @Override
    public void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) {
        if (filter.accepts(carrier, beginNanos)) {
            pair("fiber", fiber, carrier, beginNanos, endNanos);
        }
    }

    /** What stops a thread may overlap the ends of its zones by the uncertainty of the clocks. */
    @Override
    public void threadStop(ThreadStop stop) {
        if (filter.accepts(stop.track(), stop.beginNanos())) {
            String name = stop.text().isEmpty() ? stop.name() : stop.name() + " " + stop.text();
            pair("stop", name, stop.track(), stop.beginNanos(), stop.endNanos());
        }
    }

    private void pair(String category, String name, Track track, long beginNanos, long endNanos) {
        String id = ownId();
        async("b", category, name, track, beginNanos, id);
        async("e", category, name, track, endNanos, id);
    }

    @Override
    public void memory(MemoryEvent event) {
        if (!filter.accepts(event.track(), event.timeNanos())) {
            return;
        }
        String what = event.kind().name().toLowerCase(Locale.ROOT);
        begin("i", "memory", what + " " + event.pool(), event.track(), event.timeNanos());
        json.writeStringProperty("s", "t");
        json.writeName("args").writeStartObject();
        if (event.kind() != MemoryEvent.Kind.DISCARDED) {
            json.writeStringProperty("address", "0x" + Long.toHexString(event.address()));
            json.writeNumberProperty("bytes", event.bytes());
        }
        stack(event.stack());
        json.writeEndObject();
        json.writeEndObject();
    }

    @Override
    public void flow(int type, Track track, long timeNanos, String category, String name, long id) {
        if (filter.accepts(track, timeNanos)) {
            String phase = type == FxtLayout.FLOW_BEGIN ? "s" : type == FxtLayout.FLOW_STEP ? "t" : "f";
            begin(phase, category, name, track, timeNanos);
            json.writeStringProperty("bp", "e");
            // Flows may lead from process to process, but not from one joined file to the next.
            int file = track.program().file();
            json.writeStringProperty("id", (file == 0 ? "flow " : "flow " + file + "/") + Long.toUnsignedString(id));
            json.writeEndObject();
        }
    }

    @Override
    public void async(int type, Track track, long timeNanos, String category, String name, long id) {
        if (filter.accepts(track, timeNanos)) {
            String phase = type == FxtLayout.ASYNC_BEGIN ? "b" : type == FxtLayout.ASYNC_INSTANT ? "n" : "e";
            async(phase, category, name, track, timeNanos, "0x" + Long.toHexString(id));
        }
    }

    private void async(String phase, String category, String name, Track track, long timeNanos, String id) {
        begin(phase, category, name, track, timeNanos);
        localId(id);
        json.writeEndObject();
    }

    /** An id of the process: a plain {@code id} is one for all processes. */
    private void localId(String id) {
        json.writeName("id2").writeStartObject();
        json.writeStringProperty("local", id);
        json.writeEndObject();
    }
}
