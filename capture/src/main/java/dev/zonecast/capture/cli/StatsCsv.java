package dev.zonecast.capture.cli;

import dev.zonecast.capture.stats.Distribution;
import dev.zonecast.capture.stats.TraceStatistics;
import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.stats.ZoneStatistics;
import dev.zonecast.capture.trace.TraceSummary;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * The layout of {@code tracy-csvexport}: its columns, its way to compute them (a mean in whole nanoseconds, a standard deviation
 * around that), and like it no quotes around names. GPU zones are not in it.
 */
final class StatsCsv {
    private StatsCsv() {}

    static void print(TraceStatistics statistics, TraceSummary summary, boolean self, PrintWriter out) {
        out.println("name,src_file,src_line,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns");
        double lengthNanos = Math.max(1, summary.lastNanos() - summary.firstNanos());
        for (ZoneStatistics zone : statistics.zones()) {
            if (zone.kind() != ZoneKind.GPU
                    && zone.kind() != ZoneKind.JVM
                    && zone.total().sum() > 0) {
                out.println(line(zone, self, lengthNanos));
            }
        }
    }

    private static String line(ZoneStatistics zone, boolean self, double lengthNanos) {
        Distribution times = self ? zone.self() : zone.total();
        long mean = times.sum() / times.count();
        // Tracy has no sum of the squares of self times: it takes that of whole times, and the whole total.
        Distribution whole = zone.total();
        double squares = whole.sumOfSquares() - 2.0 * whole.sum() * mean + (double) mean * mean * whole.count();
        double deviation = whole.count() > 1 ? Math.sqrt(Math.max(0, squares / (whole.count() - 1))) : 0;
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%d,%f,%d,%d,%d,%d,%f",
                zone.location().displayName(),
                zone.location().file(),
                zone.location().line(),
                times.sum(),
                100 * times.sum() / lengthNanos,
                times.count(),
                mean,
                times.min(),
                times.max(),
                deviation);
    }
}
