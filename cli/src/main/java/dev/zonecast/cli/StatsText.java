package dev.zonecast.cli;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.Message;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.FrameSetStatistics;
import dev.zonecast.trace.stats.LockStatistics;
import dev.zonecast.trace.stats.MarkerStatistics;
import dev.zonecast.trace.stats.MethodStatistics;
import dev.zonecast.trace.stats.PlotStatistics;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.SampleZones;
import dev.zonecast.trace.stats.SampledZone;
import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.TimeShares;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The figures of a trace for people. */
final class StatsText {
    private static final int PARTS_OF_FRAME = 4;
    private static final int METHODS_OF_ZONE = 3;

    private final StatsFigures figures;
    private final PrintWriter out;

    StatsText(StatsFigures figures, PrintWriter out) {
        this.figures = figures;
        this.out = out;
    }

    void print(Path file, int limit) {
        ResourcesText resources = new ResourcesText(figures, out);
        head(file);
        for (StatsCommand.Section section : StatsCommand.Section.values()) {
            if (figures.sections().contains(section)) {
                switch (section) {
                    case ZONES -> zones(limit);
                    case METHODS -> methods(limit);
                    case FRAMES -> frames();
                    case MARKERS -> markers();
                    case LOCKS -> locks();
                    case PLOTS -> plots();
                    case MEMORY -> resources.memory();
                    case FIBERS -> resources.fibers();
                    case GPU -> resources.gpuClocks();
                    case MESSAGES -> messages();
                    case LOSSES -> losses();
                }
            }
        }
    }

    private void head(Path file) {
        TraceSummary summary = figures.summary();
        out.printf(
                Locale.ROOT,
                "%s: %s, %s, %s zones%n",
                file.getFileName(),
                Units.bytes(summary.bytes()),
                Units.duration(TraceSummary.recordedNanos(figures.programs())),
                Units.count(summary.zones()));
        for (Session session : figures.statistics().sessions()) {
            out.printf(
                    Locale.ROOT,
                    "%s, process %s, %s; %s%s; clock: %s%n",
                    PrintableWriter.oneLine(session.program()),
                    session.owner().id(),
                    Instant.ofEpochMilli(session.epochMillis()),
                    // A program that another client recorded may be none of Java's.
                    session.java().isEmpty() ? "" : "Java " + session.java() + "; ",
                    PrintableWriter.oneLine(session.system()),
                    PrintableWriter.oneLine(session.clock()));
        }
        for (RecordingEnd end : summary.ends()) {
            if (!end.reason().equals("ENDED") || end.droppedRecords() + end.damaged() > 0) {
                out.println(end.text());
            }
        }
        for (RecordedProgram program : figures.programs()) {
            if (program.cut()) {
                String of = program.label().isEmpty() ? "" : " of " + PrintableWriter.oneLine(program.label());
                out.println("The recording" + of + " was cut short: its end is missing.");
            }
        }
    }

    private void zones(int limit) {
        List<ZoneStatistics> zones = figures.statistics().zones();
        TimeShares shares = new TimeShares(zones);
        for (TimeKind time : TimeKind.values()) {
            List<ZoneStatistics> ofKind =
                    zones.stream().filter(zone -> zone.time() == time).toList();
            if (!ofKind.isEmpty()) {
                zones(time, ofKind, shares, limit);
            }
        }
    }

    /** A table for each kind of time: they have no total in common. */
    private void zones(TimeKind time, List<ZoneStatistics> zones, TimeShares shares, int limit) {
        List<String> columns = new ArrayList<>(List.of(time.title(), "on", "count", "self"));
        boolean isWait = time == TimeKind.WAIT;
        boolean anyWaited = !isWait && zones.stream().anyMatch(zone -> zone.waitedNanos() > 0);
        if (!isWait) {
            columns.add("self %");
        }
        if (anyWaited) {
            columns.add("waited");
        }
        columns.addAll(List.of("total", "mean", "min", "p50", "p90", "p99", "max", "std"));
        TextTable table = new TextTable(columns.toArray(String[]::new)).left(1);
        int shown = limit <= 0 ? zones.size() : Math.min(limit, zones.size());
        for (ZoneStatistics zone : zones.subList(0, shown)) {
            Distribution total = zone.total();
            List<String> cells = new ArrayList<>(List.of(
                    place(zone.location()),
                    zone.kind().label(),
                    Units.count(total.count()),
                    Units.duration(zone.self().sum())));
            if (!isWait) {
                cells.add(String.format(Locale.ROOT, "%.1f", 100 * shares.of(zone)));
            }
            if (anyWaited) {
                cells.add(Units.duration(zone.waitedNanos()));
            }
            cells.addAll(List.of(
                    Units.duration(total.sum()),
                    Units.duration(total.mean()),
                    Units.duration(total.min()),
                    Units.duration(total.percentile(0.5)),
                    Units.duration(total.percentile(0.9)),
                    Units.duration(total.percentile(0.99)),
                    Units.duration(total.max()),
                    Units.duration(total.standardDeviation())));
            table.row(cells.toArray(String[]::new));
        }
        out.println();
        table.print(out);
        if (shown < zones.size()) {
            out.println("... and " + (zones.size() - shown) + " more (--limit 0 shows all)");
        }
    }

    private void methods(int limit) {
        SampleStatistics samples = figures.statistics().samples();
        otherSamples(samples);
        if (samples.samples() == 0) {
            return;
        }
        List<MethodStatistics> methods = samples.methods();
        int shown = limit <= 0 ? methods.size() : Math.min(limit, methods.size());
        TextTable table = new TextTable("method", "self", "self %", "total", "total %");
        for (MethodStatistics method : methods.subList(0, shown)) {
            table.row(
                    method.function(),
                    Units.count(method.self()),
                    percent(method.self(), samples.samples()),
                    Units.count(method.total()),
                    percent(method.total(), samples.samples()));
        }
        out.println();
        out.println(Units.count(samples.samples()) + " samples of " + Units.duration(samples.nanos())
                + " of processor time");
        table.print(out);
        if (shown < methods.size()) {
            out.println("... and " + (methods.size() - shown) + " more (--limit 0 shows all)");
        }
        sampledZones(limit);
    }

    private void otherSamples(SampleStatistics samples) {
        StringJoiner line = new StringJoiner(", ");
        long inNative = samples.count(StackSample.Kind.NATIVE);
        long asleep = samples.count(StackSample.Kind.SLEEPING);
        long allocations = samples.count(StackSample.Kind.ALLOCATION);
        if (inNative > 0) {
            line.add(Units.count(inNative) + " looks at threads in native code");
        }
        if (asleep > 0) {
            line.add(Units.count(asleep) + " threads that fell asleep");
        }
        if (allocations > 0) {
            line.add(Units.count(allocations) + " samples of allocations of " + Units.bytes(samples.allocatedBytes()));
        }
        if (line.length() > 0) {
            out.println();
            out.println("beside what ran: " + line);
        }
    }

    private void sampledZones(int limit) {
        SampleZones samples = figures.statistics().sampleZones();
        List<SampledZone> zones = samples.zones();
        if (zones.isEmpty()) {
            return;
        }
        TextTable table = new TextTable("samples in zone", "self", "self %", "total", "total %", "mostly in").left(5);
        int shown = limit <= 0 ? zones.size() : Math.min(limit, zones.size());
        for (SampledZone zone : zones.subList(0, shown)) {
            table.row(
                    place(zone.location()),
                    Units.count(zone.self()),
                    percent(zone.self(), samples.samples()),
                    Units.count(zone.total()),
                    percent(zone.total(), samples.samples()),
                    zone.methods().stream()
                            .limit(METHODS_OF_ZONE)
                            .map(method -> method.function() + " " + percent(method.samples(), zone.self()) + " %")
                            .collect(Collectors.joining(", ")));
        }
        out.println();
        table.print(out);
        if (shown < zones.size()) {
            out.println("... and " + (zones.size() - shown) + " more (--limit 0 shows all)");
        }
        if (samples.beyondLimit() > 0) {
            out.println(Units.count(samples.beyondLimit()) + " samples more than can be held against zones");
        }
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f", 100.0 * part / whole);
    }

    private static String place(Location location) {
        String file = location.file();
        int slash = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
        return file.isEmpty()
                ? location.displayName()
                : location.displayName() + "  " + file.substring(slash + 1) + ":" + location.line();
    }

    private void frames() {
        if (figures.statistics().frames().isEmpty()) {
            return;
        }
        TextTable table = new TextTable(
                "frames", "count", "fps", "1% low", "0.1% low", "mean", "min", "p50", "p90", "p99", "max", "std");
        for (FrameSetStatistics set : figures.statistics().frames()) {
            Distribution times = set.durations();
            table.row(
                    figures.ofProgram(set.name(), set.program()),
                    Units.count(times.count()),
                    rate(set.framesPerSecond()),
                    rate(set.low(0.01)),
                    rate(set.low(0.001)),
                    Units.duration(times.mean()),
                    Units.duration(times.min()),
                    Units.duration(times.percentile(0.5)),
                    Units.duration(times.percentile(0.9)),
                    Units.duration(times.percentile(0.99)),
                    Units.duration(times.max()),
                    Units.duration(times.standardDeviation()));
        }
        out.println();
        table.print(out);
        worstFrames();
    }

    private static String rate(double framesPerSecond) {
        return String.format(Locale.ROOT, "%.1f", framesPerSecond);
    }

    private void worstFrames() {
        FrameContents worst = figures.worst();
        if (worst.frames().isEmpty()) {
            if (figures.statistics().hasFramesOfSeveral()) {
                out.println("The worst frames of one program, and why they were slow: --process ID");
            }
            return;
        }
        out.println();
        TextTable table = new TextTable(
                        "worst frames",
                        "at",
                        "time",
                        "most of it in",
                        "longer than usual",
                        "its thread waited",
                        "JVM events")
                .left(3)
                .left(4)
                .left(5)
                .left(6);
        for (int i = 0; i < worst.frames().size(); i++) {
            Frame frame = worst.frames().get(i);
            table.row(
                    "frame " + frame.number(),
                    Units.time(frame.beginNanos() - figures.startNanos()),
                    Units.duration(frame.durationNanos()),
                    list(worst.of(i, PARTS_OF_FRAME), StatsText::part),
                    list(worst.longerThanUsual(i, PARTS_OF_FRAME), StatsText::excess),
                    list(worst.waitsOf(i, PARTS_OF_FRAME), wait -> wait.name() + ' ' + Units.duration(wait.nanos())),
                    list(
                            worst.jvmOf(i, PARTS_OF_FRAME),
                            part -> part.location().displayName() + ' ' + Units.duration(part.nanos())));
        }
        table.print(out);
    }

    private static String part(FrameContents.Part part) {
        String name = part.location().displayName() + ' ' + Units.duration(part.longestNanos());
        return part.threads() == 1 ? name : name + " on one of " + part.threads() + " threads";
    }

    private static String excess(FrameContents.Part part) {
        return part.location().displayName() + " +" + Units.duration(part.excessNanos());
    }

    private static <T> String list(List<T> parts, Function<T, String> text) {
        return parts.stream().map(text).collect(Collectors.joining(", "));
    }

    private void markers() {
        if (figures.statistics().markers().isEmpty()) {
            return;
        }
        out.println();
        TextTable table = new TextTable(
                        "marker", "category", "schema", "count", "intervals", "total", "mean", "p50", "p99", "max")
                .left(1)
                .left(2);
        for (MarkerStatistics marker : figures.statistics().markers()) {
            Distribution times = marker.durations();
            boolean any = times.count() > 0;
            table.row(
                    marker.kind().name(),
                    marker.kind().category().toString(),
                    marker.kind().schema(),
                    Units.count(marker.count()),
                    Units.count(times.count()),
                    any ? Units.duration(times.sum()) : "",
                    any ? Units.duration(times.mean()) : "",
                    any ? Units.duration(times.percentile(0.5)) : "",
                    any ? Units.duration(times.percentile(0.99)) : "",
                    any ? Units.duration(times.max()) : "");
        }
        table.print(out);
    }

    private void locks() {
        if (figures.statistics().locks().isEmpty()) {
            return;
        }
        out.println();
        TextTable table =
                new TextTable("lock", "holds", "held", "p50", "p99", "max", "waits", "waited", "p50", "p99", "max");
        for (LockStatistics lock : figures.statistics().locks()) {
            Distribution holds = lock.holds();
            Distribution waits = lock.waits();
            table.row(
                    figures.ofProgram(lock.name(), lock.program()),
                    Units.count(holds.count()),
                    Units.duration(holds.sum()),
                    Units.duration(holds.percentile(0.5)),
                    Units.duration(holds.percentile(0.99)),
                    Units.duration(holds.max()),
                    Units.count(waits.count()),
                    Units.duration(waits.sum()),
                    Units.duration(waits.percentile(0.5)),
                    Units.duration(waits.percentile(0.99)),
                    Units.duration(waits.max()));
        }
        table.print(out);
    }

    private void plots() {
        if (figures.statistics().plots().isEmpty()) {
            return;
        }
        out.println();
        TextTable table = new TextTable("plot", "count", "not finite", "min", "mean", "max", "last");
        for (PlotStatistics plot : figures.statistics().plots()) {
            PlotSeries.Format format = plot.plot().format();
            table.row(
                    figures.ofProgram(plot.plot().name(), plot.plot().program()),
                    Units.count(plot.count()),
                    plot.notFinite() == 0 ? "" : Units.count(plot.notFinite()),
                    value(format, plot.min()),
                    value(format, plot.mean()),
                    value(format, plot.max()),
                    value(format, plot.last()));
        }
        table.print(out);
    }

    private static String value(PlotSeries.Format format, double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return switch (format) {
            case MEMORY -> Units.bytes(value);
            case PERCENTAGE -> Units.number(value) + " %";
            case NUMBER -> Units.number(value);
        };
    }

    private void messages() {
        Map<String, Long> counts = figures.statistics().messageCounts();
        if (counts.isEmpty()) {
            return;
        }
        out.println();
        StringBuilder line = new StringBuilder("messages:");
        counts.forEach((severity, count) -> line.append(' ')
                .append(Units.count(count))
                .append(severity.isEmpty() ? " about the program" : " " + severity));
        out.println(line);
        TextTable table = new TextTable("time", "severity", "thread", "message")
                .left(1)
                .left(2)
                .left(3);
        for (Message message : figures.statistics().messages()) {
            table.row(
                    Units.time(message.timeNanos() - figures.startNanos()),
                    message.severity(),
                    figures.ofProgram(message.track().name(), message.track().program()),
                    message.text());
        }
        if (!figures.statistics().messages().isEmpty()) {
            table.print(out);
        }
    }

    private void losses() {
        out.println();
        for (ProfilerStatistics profiler : figures.statistics().profilers()) {
            if (profiler.ringUse().highPercent() > 0) {
                out.println(figures.ofProgram("fullest ring", profiler.program()) + ": "
                        + profiler.ringUse().highPercent() + " %");
            }
        }
        LossTable.print("losses", figures.losses(), out);
    }
}
