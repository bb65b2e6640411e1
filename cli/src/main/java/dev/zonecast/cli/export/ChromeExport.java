package dev.zonecast.cli.export;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * The "Trace Event Format" of Chrome, which Perfetto and many more read: complete events for zones, frames and locks, counters for
 * plots, instants for messages, flows from the submission of a GPU zone to the zone. Times are microseconds of the trace's clock
 * with three decimals. Written as it is read, in memory that does not grow.
 */
public final class ChromeExport implements TraceListener, Closeable {
    private static final int NANOS_EXPONENT = 3;

    /** Arguments of our own: a marker's field of such a name gets another one. */
    private static final Set<String> TAKEN = Set.of("loc", "function", "stack", "color");

    private final ZoneFilter filter;
    private final EventFilter events;
    private final MarkerMoments moments;
    private final JsonGenerator json;
    private long flows;
    private long pairs;
    private long notFinite;
    private LossAccount losses = new LossAccount();
    private final Map<Track, ZoneAtEnd> atEnds = new HashMap<>();

    /**
     * Begins the file.
     *
     * @param start moments in the data of markers count from there
     */
    public ChromeExport(OutputStream out, ZoneFilter filter, MarkerMoments.Start start) {
        this.filter = filter;
        events = new EventFilter(filter);
        moments = new MarkerMoments(filter, start);
        json = ExportJson.generator(out);
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ns");
        json.writeName("traceEvents").writeStartArray();
    }

    @Override
    public Set<TraceEventKind> hidden() {
        return EnumSet.of(TraceEventKind.GPU_CALIBRATIONS, TraceEventKind.FRAME_IMAGES, TraceEventKind.SAMPLES);
    }

    @Override
    public void end(LossAccount all) {
        all.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        losses = filter.losses(all);
    }

    /** Ends the file. */
    @Override
    public void close() {
        atEnds.values().forEach(atEnd -> write(atEnd.release()));
        json.writeEndArray();
        JsonObject counts = new JsonObject();
        losses.byName().forEach(counts::set);
        // Viewers show these as facts of the trace.
        new JsonObject()
                .set("otherData", new JsonObject().set("losses", counts))
                .writeProperties(json);
        json.writeEndObject();
        json.close();
    }

    /** @param event null: none */
    private void write(JsonObject event) {
        if (event != null) {
            event.write(json);
        }
    }

    // --- parts of events

    private static JsonObject begin(String phase, String category, String name, Track track, long timeNanos) {
        return new JsonObject()
                .set("ph", phase)
                .set("cat", category.isEmpty() ? "trace" : category)
                .set("name", name)
                .set("pid", track.program().number())
                .set("tid", track.koid())
                .set(ZoneAtEnd.TIME, micros(timeNanos));
    }

    private static JsonObject complete(String category, String name, Track track, long begin, long end) {
        return begin("X", category, name, track, begin).set("dur", micros(end - begin));
    }

    private static JsonObject instant(String category, String name, TraceEvent event) {
        return begin("i", category, name, event.track(), event.beginNanos()).set("s", "t");
    }

    /** An id of the process: a plain {@code id} is one for all processes. */
    private static JsonObject async(
            String phase, String category, String name, Track track, long timeNanos, String id) {
        return begin(phase, category, name, track, timeNanos).set("id2", new JsonObject().set("local", id));
    }

    /** Spans that may overlap zones of their thread: a pair of events that belongs to none. */
    private void pair(String category, String name, Track track, long begin, long end, JsonObject args) {
        // The trace's own spans have no such ids.
        String id = "span " + ++pairs;
        write(async("b", category, name, track, begin, id).set("args", args));
        write(async("e", category, name, track, end, id));
    }

    /** A double would lose nanoseconds. */
    static BigDecimal micros(long nanos) {
        return BigDecimal.valueOf(nanos, NANOS_EXPONENT);
    }

    private static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }

    /** @param stack null: none */
    private static String text(Calls stack) {
        return stack == null ? null : stack.text();
    }

    // --- events

    @Override
    public void session(Session session) throws IOException {
        moments.session(session);
    }

    @Override
    public void program(Program program) {
        moments.program(program);
        if (!program.name().isEmpty() || program.number() != program.processId()) {
            named("process_name", program, null, program.title());
        }
    }

    @Override
    public void track(Track track) {
        named("thread_name", track.program(), track.koid(), track.name());
    }

    private void named(String what, Program program, Long thread, String name) {
        write(new JsonObject()
                .set("ph", "M")
                .set("name", what)
                .set("pid", program.number())
                .set("tid", thread)
                .set("args", new JsonObject().set("name", name)));
    }

    @Override
    public void zone(TraceZone zone) {
        if (filter.accepts(zone)) {
            ZoneAtEnd atEnd = atEnds.computeIfAbsent(zone.track(), track -> new ZoneAtEnd());
            write(atEnd.releaseFor(zone));
            write(atEnd.hold(zone, event(zone)));
            if (zone.cpuBeginNanos() != 0) {
                submission(zone);
            }
        }
    }

    private JsonObject event(TraceZone zone) {
        Location location = zone.location();
        JsonObject args = new JsonObject()
                .set("loc", location.file().isEmpty() ? null : location.place())
                .set("function", location.function().isEmpty() ? null : location.function())
                .setAll(Argument.of(zone, moments, TAKEN))
                .set("stack", text(zone.stack()))
                .set("color", zone.rgb() == 0 ? null : String.format(Locale.ROOT, "#%06X", zone.rgb()));
        return complete(ZoneKind.of(zone).label(), zone.name(), zone.track(), zone.beginNanos(), zone.endNanos())
                .set("args", args);
    }

    /** An arrow from where a GPU zone was submitted; it binds to the zone of that thread that is around the time. */
    private void submission(TraceZone zone) {
        flows++;
        write(new JsonObject()
                .set("ph", "s")
                .set("cat", "submit")
                .set("name", "submit")
                .set("pid", zone.track().program().number())
                .set("tid", zone.track().submitter())
                .set(ZoneAtEnd.TIME, micros(zone.cpuBeginNanos()))
                .set("id", flows));
        write(begin("f", "submit", "submit", zone.track(), zone.beginNanos())
                .set("bp", "e")
                .set("id", flows));
    }

    @Override
    public void event(TraceEvent event) {
        if (!events.accepts(event)) {
            return;
        }
        switch (event) {
            case TraceFrame frame -> {
                JsonObject args = frame.number() < 0 ? null : new JsonObject().set("number", frame.number());
                write(complete("frame", frame.name(), frame.track(), frame.beginNanos(), frame.endNanos())
                        .set("args", args));
            }
            case LockSpan span -> lock(span);
            case TraceEvent.Vsync vsync -> write(instant("vsync", vsync.track().name(), vsync));
            case TraceMarker marker -> marker(marker);
            case TraceMessage message -> message(message);
            case TraceMemoryEvent memory -> memory(memory);
            case TraceEvent.PlotValue value -> plotValue(value);
            case TraceEvent.FiberRun run ->
                pair("fiber", run.fiber(), run.track(), run.beginNanos(), run.endNanos(), null);
            case ThreadStop stop -> {
                String name = stop.text().isEmpty() ? stop.name() : stop.name() + " " + stop.text();
                pair("stop", name, stop.track(), stop.beginNanos(), stop.endNanos(), null);
            }
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
                // The format has no sampled stacks.
            }
        }
    }

    private void lock(LockSpan span) {
        if (span.hold()) {
            JsonObject args = span.place() == null
                    ? null
                    : new JsonObject().set("loc", span.place().place());
            write(complete("lock", span.name(), span.track(), span.beginNanos(), span.endNanos())
                    .set("args", args));
        } else {
            pair("lock", span.name(), span.track(), span.beginNanos(), span.endNanos(), null);
        }
    }

    private void marker(TraceMarker marker) {
        String category = marker.kind().category().name();
        String name = marker.kind().name();
        JsonObject args = new JsonObject()
                .setAll(Argument.of(marker.kind(), moments.fromStart(marker.kind(), marker.values()), TAKEN))
                .set("stack", text(marker.stack()));
        if (marker.isInterval()) {
            pair(category, name, marker.track(), marker.beginNanos(), marker.endNanos(), args);
        } else {
            write(instant(category, name, marker).set("args", args));
        }
    }

    private void message(TraceMessage message) {
        String severity = message.severity().toLowerCase(Locale.ROOT);
        JsonObject args = message.stack() == null ? null : new JsonObject().set("stack", text(message.stack()));
        write(instant(severity.isEmpty() ? "message" : severity, message.text(), message)
                .set("args", args));
    }

    private void memory(TraceMemoryEvent event) {
        JsonObject args = new JsonObject();
        if (event.kind() != TraceMemoryEvent.Kind.DISCARDED) {
            args.set("address", hex(event.address())).set("bytes", event.bytes());
        }
        args.set("stack", text(event.stack()));
        String what = event.kind().name().toLowerCase(Locale.ROOT);
        write(instant("memory", what + " " + event.pool(), event).set("args", args));
    }

    private void plotValue(TraceEvent.PlotValue value) {
        if (Double.isFinite(value.value())) {
            write(begin("C", "plot", value.plot().name(), value.track(), value.beginNanos())
                    .set("args", new JsonObject().set("value", value.value())));
        } else {
            notFinite++;
        }
    }

    private void step(TraceEvent.Step step) {
        String phase = switch (step.type()) {
            case FxtLayout.FLOW_BEGIN -> "s";
            case FxtLayout.FLOW_STEP -> "t";
            case FxtLayout.ASYNC_BEGIN -> "b";
            case FxtLayout.ASYNC_INSTANT -> "n";
            default -> step.isFlow() ? "f" : "e";
        };
        if (step.isFlow()) {
            // Readers know no flow of one process, and Perfetto reads the id of a flow as a hexadecimal number.
            write(begin(phase, step.category(), step.name(), step.track(), step.beginNanos())
                    .set("bp", "e")
                    .set("id", hex(PerfettoIds.flow(step))));
        } else {
            write(async(phase, step.category(), step.name(), step.track(), step.beginNanos(), hex(step.id())));
        }
    }
}
