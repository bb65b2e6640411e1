package dev.zonecast.cli;

import dev.zonecast.capture.live.LiveInterval;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.stats.FrameSetStatistics;
import dev.zonecast.trace.stats.PlotStatistics;
import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneStatistics;
import dev.zonecast.tracy.Welcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The tables of an interval.
 *
 * @param program that is watched
 * @param rows of each list at most
 */
record WatchView(Welcome program, int rows) {
    private static final double LOW_PART = 0.01;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String CPU_USAGE = "CPU usage";
    private static final Set<String> WARNINGS = Set.of("WARNING", "ERROR", "FATAL");

    /** Kinds of time that have a table; the last two only if there are zones. */
    private static final List<TimeKind> KINDS = List.of(TimeKind.WORK, TimeKind.GPU, TimeKind.JVM, TimeKind.WAIT);

    /**
     * The lines of a table, with fewer rows of each list where a screen is small.
     *
     * @param isPast it is about the time before the connection
     */
    List<String> lines(LiveInterval interval, boolean isPast, WatchScreen screen) {
        List<String> lines = lines(interval, isPast, screen.columns());
        for (int fewer = rows - 1; fewer > 0 && lines.size() > screen.rows(); fewer--) {
            lines = new WatchView(program, fewer).lines(interval, isPast, screen.columns());
        }
        return lines;
    }

    private List<String> lines(LiveInterval interval, boolean isPast, int columns) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        TraceStatistics statistics = interval.statistics();
        head(interval, isPast, columns, out);
        frames(statistics, columns, out);
        long frameNanos = frameNanos(statistics);
        Shares shares = frameNanos > 0
                ? new Shares("% of frame", frameNanos)
                : new Shares("% of time", Math.max(interval.nanos(), interval.traceNanos()));
        List<ZoneStatistics> all = statistics.zones();
        for (TimeKind kind : KINDS) {
            List<ZoneStatistics> zones =
                    all.stream().filter(zone -> zone.time() == kind).toList();
            if (!zones.isEmpty() || kind == TimeKind.WORK || kind == TimeKind.GPU) {
                zones(zones, kind, shares, columns, out);
            }
        }
        plots(statistics, columns, out);
        out.println();
        for (TraceMessage message : statistics.messages()) {
            if (WARNINGS.contains(message.severity())) {
                out.println(
                        TextWidth.cut(message.severity() + ": " + PrintableWriter.oneLine(message.text()), columns));
            }
        }
        out.println(TextWidth.cut(LossTable.line(interval.losses()), columns));
        out.flush();
        return text.toString().lines().toList();
    }

    /** Of which time a zone's self time is a part. */
    private record Shares(String heading, long nanos) {
        String of(ZoneStatistics zone) {
            return decimal(100.0 * zone.self().sum() / Math.max(1, nanos));
        }
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private void head(LiveInterval interval, boolean isPast, int columns, PrintWriter out) {
        StringBuilder line = new StringBuilder(PrintableWriter.oneLine(program.programName()));
        line.append(" (process ").append(program.pid()).append("), ");
        if (isPast) {
            line.append("its past: ").append(decimal(interval.traceNanos() / NANOS_PER_SECOND));
        } else {
            line.append(decimal(interval.nanos() / NANOS_PER_SECOND));
        }
        line.append(" s");
        for (PlotStatistics plot : interval.statistics().plots()) {
            if (plot.plot().name().equals(CPU_USAGE) && plot.count() > 0) {
                line.append(", CPU usage ").append(decimal(plot.mean())).append(" %");
            }
        }
        out.println(TextWidth.cut(line.toString(), columns));
    }

    private static long frameNanos(TraceStatistics statistics) {
        return statistics.frames().stream()
                .filter(FrameSetStatistics::isBase)
                .mapToLong(set -> set.durations().sum())
                .sum();
    }

    private void frames(TraceStatistics statistics, int columns, PrintWriter out) {
        out.println();
        if (statistics.frames().isEmpty()) {
            out.println("frames: none in this interval");
            return;
        }
        TextTable table = new TextTable("frames", "count", "fps", "1% low", "mean", "worst");
        statistics.frames().stream()
                .sorted(Comparator.comparing((FrameSetStatistics set) -> !set.isBase()))
                .limit(rows)
                .forEach(set -> table.row(
                        set.name(),
                        Units.count(set.durations().count()),
                        decimal(set.framesPerSecond()),
                        decimal(set.low(LOW_PART)),
                        Units.duration(set.durations().mean()),
                        Units.duration(set.durations().max())));
        table.print(out, columns);
    }

    private void zones(List<ZoneStatistics> zones, TimeKind kind, Shares shares, int columns, PrintWriter out) {
        out.println();
        if (zones.isEmpty()) {
            out.println(kind.title() + ": no zones in this interval");
            return;
        }
        TextTable table = new TextTable(kind.title(), "calls", "mean", "self", shares.heading);
        for (ZoneStatistics zone : zones.subList(0, Math.min(rows, zones.size()))) {
            table.row(
                    zone.location().displayName(),
                    Units.count(zone.total().count()),
                    Units.duration(zone.total().mean()),
                    Units.duration(zone.self().sum()),
                    shares.of(zone));
        }
        table.print(out, columns);
        more(zones.size(), out);
    }

    private void more(int all, PrintWriter out) {
        if (all > rows) {
            out.println("... and " + (all - rows) + " more");
        }
    }

    private void plots(TraceStatistics statistics, int columns, PrintWriter out) {
        List<PlotStatistics> plots = statistics.plots().stream()
                .filter(plot -> plot.count() > 0 && !plot.plot().name().equals(CPU_USAGE))
                .sorted(Comparator.comparingDouble(WatchView::change).reversed())
                .toList();
        if (plots.isEmpty()) {
            return;
        }
        out.println();
        TextTable table = new TextTable("plot", "last", "mean", "min", "max");
        for (PlotStatistics plot : plots.subList(0, Math.min(rows, plots.size()))) {
            table.row(
                    plot.plot().name(),
                    value(plot, plot.last()),
                    value(plot, plot.mean()),
                    value(plot, plot.min()),
                    value(plot, plot.max()));
        }
        table.print(out, columns);
        more(plots.size(), out);
    }

    /** Range of the values beside the greatest of them. */
    private static double change(PlotStatistics plot) {
        double greatest = Math.max(Math.abs(plot.min()), Math.abs(plot.max()));
        return greatest == 0 ? 0 : plot.max() / greatest - plot.min() / greatest;
    }

    private static String value(PlotStatistics plot, double value) {
        return Units.value(plot.plot().format(), value);
    }
}
