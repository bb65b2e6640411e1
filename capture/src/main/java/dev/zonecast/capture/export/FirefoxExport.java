package dev.zonecast.capture.export;

import dev.zonecast.capture.export.FirefoxWriter.Counter;
import dev.zonecast.capture.export.FirefoxWriter.Mark;
import dev.zonecast.capture.export.FirefoxWriter.ThreadData;
import dev.zonecast.capture.stats.ZoneFilter;
import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.FrameImage;
import dev.zonecast.capture.trace.LockSpan;
import dev.zonecast.capture.trace.Message;
import dev.zonecast.capture.trace.PlotSeries;
import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.capture.trace.Track;
import dev.zonecast.capture.trace.Zone;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Firefox Profiler's processed format (version 70). Zones are markers, and weighted samples of their stacks: the call tree and
 * the flame graph show where time went. The format has a column after the other, so that about 40 bytes of memory are needed for
 * each zone.
 */
public final class FirefoxExport implements TraceListener {
    private final ZoneFilter filter;
    private final FirefoxTables tables = new FirefoxTables();
    private final Map<Track, ThreadData> threads = new LinkedHashMap<>();
    private final Map<PlotSeries, Counter> counters = new LinkedHashMap<>();
    private final Screenshots screenshots = new Screenshots();
    private final Map<Long, Long> frameBegins = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private ThreadData last;
    private String process = "";
    private Session session;

    /** Keeps what passes a filter. */
    public FirefoxExport(ZoneFilter filter) {
        this.filter = filter;
    }

    /** Writes the profile, once the trace has been read. */
    public void write(TraceSummary summary, OutputStream out) {
        List<ThreadData> shown = new ArrayList<>(threads.values());
        shown.sort(Comparator.comparingInt(FirefoxExport::rank));
        new FirefoxWriter(tables, texts, shown, new ArrayList<>(counters.values()))
                .write(session, process, summary, screenshots.kept(), frameBegins, out);
    }

    /** Threads with zones first: the front-end opens with the first one. */
    private static int rank(ThreadData thread) {
        return switch (thread.track.kind()) {
            case THREAD -> thread.zones.count() > 0 ? 0 : 4;
            case GPU -> 1;
            case FRAMES, VSYNC -> 2;
            case LOCK, JVM -> 3;
            case PROFILER -> 5;
        };
    }

    @Override
    public void session(Session newSession) {
        session = newSession;
        process = newSession.program();
    }

    @Override
    public void process(long koid, String name) {
        if (process.isEmpty()) {
            process = name;
        }
    }

    private ThreadData thread(Track track) {
        if (last == null || last.track != track) {
            last = threads.computeIfAbsent(track, ThreadData::new);
        }
        return last;
    }

    @Override
    public void zone(Zone zone) {
        if (!filter.accepts(zone)) {
            return;
        }
        int place = tables.place(zone.location(), ZoneKind.of(zone));
        int detail = -1;
        List<String> said = zone.texts();
        List<Long> values = zone.values();
        if (!said.isEmpty() || !values.isEmpty()) {
            List<String> all = new ArrayList<>(said);
            values.forEach(value -> all.add(value.toString()));
            detail = texts.size();
            texts.add(String.join("; ", all));
        }
        thread(zone.track())
                .zones
                .add(zone.beginNanos(), zone.endNanos(), tables.name(place, zone.name()), place, detail);
    }

    @Override
    public void frame(Frame frame) {
        if (filter.acceptsTime(frame.beginNanos())) {
            String text = frame.number() < 0 ? "" : "frame " + frame.number();
            add(frame.track(), frame.beginNanos(), frame.endNanos(), frame.name(), "Frame", text, FirefoxTables.FRAMES);
        }
        if (frame.isBase()) {
            frameBegins.put(frame.number(), frame.beginNanos());
        }
    }

    @Override
    public void lock(LockSpan span) {
        if (filter.acceptsTime(span.beginNanos())) {
            add(
                    span.track(),
                    span.beginNanos(),
                    span.endNanos(),
                    span.hold() ? "held" : "wait for a lock",
                    "Lock",
                    span.name(),
                    FirefoxTables.LOCKS);
        }
    }

    @Override
    public void vsync(Track track, long timeNanos) {
        if (filter.acceptsTime(timeNanos)) {
            add(track, timeNanos, -1, "vsync", "Vsync", "", FirefoxTables.FRAMES);
        }
    }

    @Override
    public void message(Message message) {
        if (filter.acceptsTime(message.timeNanos())) {
            String name = message.severity().isEmpty() ? "message" : message.severity();
            add(message.track(), message.timeNanos(), -1, name, "Message", message.text(), FirefoxTables.MESSAGES);
        }
    }

    private void add(Track track, long begin, long end, String name, String type, String text, int category) {
        thread(track).marks.add(new Mark(begin, end, tables.string(name), type, text, category));
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) {
        if (filter.acceptsTime(timeNanos) && Double.isFinite(value)) {
            counters.computeIfAbsent(plot, Counter::new).add(timeNanos, value);
        }
    }

    @Override
    public void frameImage(FrameImage image) throws IOException {
        screenshots.add(image);
    }
}
