package dev.zonecast.capture.export;

import dev.zonecast.capture.stats.ZoneFilter;
import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.Zone;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A line per zone, in the order of the file: the columns of {@code tracy-csvexport -u}, then those that it has not. Texts with
 * commas, quotes or line ends are quoted as RFC 4180 says.
 */
public final class CsvExport implements TraceListener, AutoCloseable {
    private final BufferedWriter out;
    private final ZoneFilter filter;
    private final long startNanos;

    /**
     * Begins the file.
     *
     * @param startNanos of the trace: times count from there
     */
    public CsvExport(OutputStream stream, ZoneFilter filter, long startNanos) throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
        this.filter = filter;
        this.startNanos = startNanos;
        out.write(
                "name,src_file,src_line,ns_since_start,exec_time_ns,thread,value,self_time_ns,on,thread_name,depth\n");
    }

    @Override
    public void zone(Zone zone) throws IOException {
        if (!filter.accepts(zone)) {
            return;
        }
        text(zone.name());
        text(zone.location().file());
        number(zone.location().line());
        number(zone.beginNanos() - startNanos);
        number(zone.durationNanos());
        number(zone.track().koid());
        text(String.join("; ", zone.texts()));
        number(zone.selfNanos());
        text(ZoneKind.of(zone).name().toLowerCase(Locale.ROOT));
        text(zone.track().name());
        out.write(Integer.toString(zone.depth()));
        out.write('\n');
    }

    private void number(long value) throws IOException {
        out.write(Long.toString(value));
        out.write(',');
    }

    private void text(String text) throws IOException {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        out.write(plain ? text : '"' + text.replace("\"", "\"\"") + '"');
        out.write(',');
    }

    /** Writes what is left. */
    @Override
    public void close() throws IOException {
        out.flush();
    }
}
