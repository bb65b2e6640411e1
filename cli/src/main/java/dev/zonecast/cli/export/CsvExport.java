package dev.zonecast.cli.export;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A line per zone, in the order of the file: the columns of {@code tracy-csvexport -u}, then those that it has not. Texts are
 * {@link #cell}s.
 */
public final class CsvExport implements TraceListener, Closeable {
    private static final String FORMULA_BEGINS = "=+-@\t\r";
    private static final int BUFFER_CHARS = 32 << 10;

    private final Writer out;
    private final ZoneFilter filter;
    private final long startNanos;
    private final MarkerMoments moments;

    /**
     * Begins the file.
     *
     * @param startNanos of the trace: times count from there
     */
    public CsvExport(OutputStream stream, ZoneFilter filter, long startNanos) throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), BUFFER_CHARS);
        this.filter = filter;
        moments = new MarkerMoments(filter, () -> startNanos);
        this.startNanos = startNanos;
        out.write(
                "name,src_file,src_line,ns_since_start,exec_time_ns,thread,value,self_time_ns,on,thread_name,depth,process\n");
    }

    @Override
    public void program(Program program) {
        moments.program(program);
    }

    @Override
    public void session(Session session) throws IOException {
        moments.session(session);
    }

    @Override
    public void zone(TraceZone zone) throws IOException {
        if (filter.accepts(zone)) {
            Location at = zone.location();
            String on = ZoneKind.of(zone).label();
            String place = cell(zone.name()) + ',' + cell(at.file()) + ',' + at.line();
            row(
                    place,
                    zone.track(),
                    zone.beginNanos(),
                    zone.durationNanos(),
                    said(zone),
                    zone.selfNanos() + "," + on,
                    zone.depth());
        }
    }

    private void row(String place, Track track, long begin, long nanos, String value, String self, int depth)
            throws IOException {
        out.append(place + ',' + (begin - startNanos) + ',' + nanos + ',' + track.koid() + ',' + cell(value) + ',');
        out.append(self
                + ','
                + cell(track.name())
                + ','
                + depth
                + ','
                + track.program().number()
                + '\n');
    }

    /**
     * A text as a cell of CSV. A text with a comma, a quote or a line end is quoted by RFC 4180. A text that a spreadsheet would run
     * as a formula, because it begins with {@code = + - @} or with a tab or a carriage return, gets an apostrophe in front.
     */
    public static String cell(String text) {
        String cell = !text.isEmpty() && FORMULA_BEGINS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean isPlain =
                cell.indexOf(',') < 0 && cell.indexOf('"') < 0 && cell.indexOf('\n') < 0 && cell.indexOf('\r') < 0;
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    private String said(TraceZone zone) {
        List<String> all = new ArrayList<>(zone.texts());
        zone.values().forEach(value -> all.add(value.toString()));
        if (zone.marker() != null) {
            all.addAll(texts(zone.marker(), zone.markerValues()));
        }
        return String.join("; ", all);
    }

    private List<String> texts(MarkerKind kind, List<Object> values) {
        return kind.texts(moments.fromStart(kind, values));
    }

    /** A line of its own; one of a moment takes no time. */
    @Override
    public void event(TraceEvent event) throws IOException {
        if (filter.acceptsThreadOf(event)) {
            switch (event) {
                case TraceMarker marker -> marker(marker, "marker");
                case TraceEvent.Span span -> marker(span.marker(), "span");
                case TraceEvent.CoreRun run -> marker(run.marker(), "core");
                case TraceEvent.Flow flow -> marker(flow.marker(), "flow");
                default -> {
                    // Has no line.
                }
            }
        }
    }

    private void marker(TraceMarker marker, String on) throws IOException {
        String values = String.join("; ", texts(marker.kind(), marker.values()));
        long nanos = marker.durationNanos();
        row(
                cell(marker.kind().name()) + ",,0",
                marker.track(),
                marker.beginNanos(),
                nanos,
                values,
                nanos + "," + on,
                0);
    }

    @Override
    public Set<TraceEventKind> hidden() {
        EnumSet<TraceEventKind> hidden = EnumSet.range(TraceEventKind.FRAMES, TraceEventKind.ASYNCS);
        hidden.removeAll(EnumSet.of(
                TraceEventKind.MARKERS, TraceEventKind.CORE_RUNS, TraceEventKind.FLOWS, TraceEventKind.ASYNCS));
        hidden.addAll(EnumSet.of(TraceEventKind.ZONE_COLORS, TraceEventKind.ZONE_STACKS, TraceEventKind.MARKER_STACKS));
        return hidden;
    }

    /** Writes what is left. */
    @Override
    public void close() throws IOException {
        out.flush();
    }
}
