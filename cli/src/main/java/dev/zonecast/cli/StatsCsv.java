package dev.zonecast.cli;

import dev.zonecast.cli.export.CsvExport;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.SelfTimes;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.WaitTimes;
import dev.zonecast.trace.stats.ZoneKind;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The layout of {@code tracy-csvexport}: its columns, its way to compute them (a mean in whole nanoseconds, a standard deviation
 * around that). Names and files have no quotes, as there. GPU zones are not in it.
 */
final class StatsCsv implements TraceListener {
    private final TraceStatistics statistics;
    private final WaitTimes waits;

    /** @param waits that are not in self times */
    StatsCsv(TraceStatistics statistics, WaitTimes waits) {
        this.statistics = statistics;
        this.waits = waits;
    }

    @Override
    public void zone(TraceZone zone) {
        statistics.zone(zone);
    }

    @Override
    public Set<TraceEventKind> hidden() {
        return EnumSet.range(TraceEventKind.FRAMES, TraceEventKind.MARKER_DATA);
    }

    @Override
    public void end(LossAccount losses) {
        // The statistics have losses of tables that are not printed.
        new SelfTimes(waits).addTo(losses);
        for (ZoneStatistics zone : statistics.zones()) {
            if (!isOfProgram(zone)) {
                losses.add(
                        LossKind.LEFT_OUT,
                        "zones of kind " + zone.kind().label(),
                        zone.total().count());
            } else if (!isShown(zone)) {
                losses.add(LossKind.LEFT_OUT, "zones of 0 ns", zone.total().count());
            }
        }
    }

    private static boolean isShown(ZoneStatistics zone) {
        return isOfProgram(zone) && zone.total().sum() > 0;
    }

    private static boolean isOfProgram(ZoneStatistics zone) {
        return zone.kind() == ZoneKind.CPU || zone.kind() == ZoneKind.LUA;
    }

    /** @param choice programs whose recordings all times are a part of */
    void print(TraceSummary summary, ProgramChoice choice, boolean self, PrintWriter out) {
        out.println("name,src_file,src_line,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns");
        boolean isOne = summary.programs().size() == 1;
        double lengthNanos = Math.max(
                1,
                isOne
                        ? summary.lastNanos() - summary.firstNanos()
                        : TraceSummary.recordedNanos(summary.programs(choice::has)));
        for (ZoneStatistics zone : statistics.zones()) {
            if (isShown(zone)) {
                out.println(line(zone, self, lengthNanos));
            }
        }
    }

    private static String line(ZoneStatistics zone, boolean self, double lengthNanos) {
        Distribution times = self ? zone.self() : zone.total();
        long mean = times.sum() / times.count();
        // Tracy keeps no squares of self times: it uses those of whole times, around the mean that it prints.
        Distribution whole = zone.total();
        double deviation =
                whole.count() > 1 ? Math.sqrt(whole.squaredDeviations((double) mean) / (whole.count() - 1)) : 0;
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%d,%f,%d,%d,%d,%d,%f",
                CsvExport.cell(zone.location().displayName()),
                CsvExport.cell(zone.location().file()),
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
