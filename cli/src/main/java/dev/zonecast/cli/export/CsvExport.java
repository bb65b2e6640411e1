package dev.zonecast.cli.export;

import dev.zonecast.trace.Detail;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
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
 * {@link CsvCell}s.
 */
public final class CsvExport implements TraceListener, AutoCloseable {
    private static final int BUFFER_CHARS = 32 << 10;

    private final Writer out;
    private final ZoneFilter filter;
    private final long startNanos;
    /** Lines on their way. */
    private final StringBuilder lines = new StringBuilder(BUFFER_CHARS);

    /**
     * Begins the file.
     *
     * @param startNanos of the trace: times count from there
     */
    public CsvExport(OutputStream stream, ZoneFilter filter, long startNanos) throws IOException {
        this.out = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
        this.filter = filter;
        this.startNanos = startNanos;
        out.write(
                "name,src_file,src_line,ns_since_start,exec_time_ns,thread,value,self_time_ns,on,thread_name,depth,process\n");
    }

    @Override
    public void zone(TraceZone zone) throws IOException {
        if (!filter.accepts(zone)) {
            return;
        }
        text(zone.name());
        text(zone.location().file());
        number(zone.location().line());
        number(zone.beginNanos() - startNanos);
        number(zone.durationNanos());
        number(zone.track().koid());
        text(said(zone));
        number(zone.selfNanos());
        text(ZoneKind.of(zone).label());
        text(zone.track().name());
        number(zone.depth());
        lines.append(zone.track().program().number());
        endLine();
    }

    private static String said(TraceZone zone) {
        if (zone.marker() == null && zone.values().isEmpty()) {
            return zone.texts().isEmpty() ? "" : String.join("; ", zone.texts());
        }
        List<String> all = new ArrayList<>(zone.texts());
        zone.values().forEach(value -> all.add(value.toString()));
        if (zone.marker() != null) {
            all.addAll(zone.marker().texts(zone.markerValues()));
        }
        return String.join("; ", all);
    }

    /** A line of its own; one of a moment takes no time. */
    @Override
    public void event(TraceEvent event) throws IOException {
        if (!(event instanceof TraceMarker marker) || !filter.acceptsThreadOf(event)) {
            return;
        }
        text(marker.kind().name());
        text("");
        number(0);
        number(marker.beginNanos() - startNanos);
        number(marker.durationNanos());
        number(marker.track().koid());
        text(String.join("; ", marker.kind().texts(marker.values())));
        number(marker.durationNanos());
        text("marker");
        text(marker.track().name());
        number(0);
        lines.append(marker.track().program().number());
        endLine();
    }

    @Override
    public Set<TraceEventKind> kinds() {
        return EnumSet.of(TraceEventKind.ZONES, TraceEventKind.MARKERS);
    }

    @Override
    public Set<Detail> hiddenDetails() {
        return Set.of(Detail.ZONE_COLORS, Detail.ZONE_STACKS, Detail.MARKER_STACKS);
    }

    private void number(long value) {
        lines.append(value).append(',');
    }

    private void text(String text) {
        CsvCell.append(text, lines);
        lines.append(',');
    }

    private void endLine() throws IOException {
        lines.append('\n');
        if (lines.length() >= BUFFER_CHARS) {
            writeLines();
        }
    }

    private void writeLines() throws IOException {
        out.append(lines);
        lines.setLength(0);
    }

    /** Writes what is left. */
    @Override
    public void close() throws IOException {
        writeLines();
        out.flush();
    }
}
