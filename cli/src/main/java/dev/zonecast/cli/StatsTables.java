package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.bounds.FrameVerdict;
import dev.zonecast.trace.stats.CalibrationStatistics;
import dev.zonecast.trace.stats.FiberStatistics;
import dev.zonecast.trace.stats.FlowStatistics;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.FrameSetStatistics;
import dev.zonecast.trace.stats.LockStatistics;
import dev.zonecast.trace.stats.MarkerStatistics;
import dev.zonecast.trace.stats.MethodStatistics;
import dev.zonecast.trace.stats.PlotStatistics;
import dev.zonecast.trace.stats.PoolStatistics;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.RunStatistics;
import dev.zonecast.trace.stats.SampledZone;
import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.TimeShares;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneKind;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * The tables of {@code stats}, for people and for programs.
 *
 * @param sections that are wanted
 * @param choice programs that are looked at
 * @param losses of those programs
 */
record StatsTables(
        TraceStatistics statistics,
        TraceSummary summary,
        Set<StatsCommand.Section> sections,
        ProgramChoice choice,
        LossAccount losses) {
    private static final int PARTS_OF_FRAME = 4;
    private static final int WRITTEN_PARTS_OF_FRAME = 20;
    private static final int METHODS_OF_ZONE = 3;
    private static final int SITES_OF_POOL = 5;
    private static final int WRITTEN_SITES_OF_POOL = 20;

    /** When the first of the programs began. */
    long startNanos() {
        return summary.startNanos(choice::has);
    }

    /** Recordings of the programs that are looked at. */
    List<RecordedProgram> programs() {
        return summary.programs(choice::has);
    }

    /** Zones that ended in them. */
    long zonesRead() {
        return programs().stream().mapToLong(RecordedProgram::zones).sum();
    }

    /** How their recordings ended. */
    List<RecordingEnd> ends() {
        return summary.ends(choice::has);
    }

    /** Contents of the worst frames; none if several programs have frames. */
    FrameContents worst() {
        return statistics.hasFramesOfSeveral() ? FrameContents.NONE : statistics.contents();
    }

    /** A name, and of which program it is where there are several. */
    String ofProgram(String name, Program program) {
        return statistics.programs().size() > 1 ? name + " of " + described(program) : name;
    }

    /** The program's name; with its id where programs have one name, or none. */
    private String described(Program program) {
        String name = program.name();
        long ofThatName = statistics.programs().stream()
                .filter(other -> other.name().equals(name))
                .count();
        return name.isEmpty() ? program.id() : ofThatName > 1 ? name + " (" + program.id() + ")" : name;
    }

    /** The table of a section that has one and nothing else. */
    FigureTable<?> of(StatsCommand.Section section) {
        return switch (section) {
            case CATEGORIES -> categories();
            case BOUNDS -> BoundTables.shares(this);
            case MARKERS -> markers();
            case LOCKS -> locks();
            case PLOTS -> plots();
            case MEMORY -> memory();
            case THREADS -> threads();
            case FIBERS -> fibers();
            case FLOWS -> flows();
            case GPU -> gpuClocks();
            default -> throw new IllegalArgumentException(section.name());
        };
    }

    /** A table whose rows belong to programs. Several programs may have one process id. */
    <T> FigureTable<T> ofPrograms(
            String array, Collection<T> rows, String heading, Function<T, String> name, Function<T, Program> program) {
        return new FigureTable<>(array, rows)
                .left(heading, row -> ofProgram(name.apply(row), program.apply(row)))
                .json((json, row) -> {
                    json.writeStringProperty("name", name.apply(row));
                    program(json, program.apply(row));
                });
    }

    /** The properties that say which program a row belongs to. */
    static void program(JsonGenerator json, Program program) {
        json.writeNumberProperty("process", program.processId());
        json.writeStringProperty("programId", program.id());
    }

    /**
     * Zones by place.
     *
     * @param time of the columns for people
     * @param zones all of each kind of time among them
     */
    FigureTable<ZoneStatistics> zones(TimeKind time, List<ZoneStatistics> zones) {
        TimeShares shares = new TimeShares(zones);
        FigureTable<ZoneStatistics> table = new FigureTable<>("zones", zones)
                .left(time.title(), zone -> place(zone.location()))
                .left("on", zone -> zone.kind().label())
                .right("count", zone -> Units.count(zone.total().count()))
                .right("self", zone -> Units.duration(zone.self().sum()))
                .json((json, zone) -> {
                    json.writeStringProperty("name", zone.location().displayName());
                    json.writeStringProperty("function", zone.location().function());
                    json.writeStringProperty("file", zone.location().file());
                    json.writeNumberProperty("line", zone.location().line());
                    json.writeStringProperty("on", on(zone.kind()));
                    json.writeStringProperty(
                            "category", zone.location().category().toString());
                    json.writeStringProperty("time", zone.time().name());
                    JsonParts.number(json, "selfShare", shares.of(zone));
                })
                .number("waitedNanos", ZoneStatistics::waitedNanos)
                .number("count", zone -> zone.total().count())
                .distribution("totalNanos", ZoneStatistics::total)
                .distribution("selfNanos", ZoneStatistics::self)
                .number("ranNanos", zone -> zone.ran().sum());
        if (time != TimeKind.WAIT) {
            table.right("self %", zone -> decimal(100 * shares.of(zone)));
            if (zones.stream().anyMatch(zone -> zone.waitedNanos() > 0)) {
                table.right("waited", zone -> Units.duration(zone.waitedNanos()));
            }
        }
        if (zones.stream().anyMatch(zone -> zone.ran().count() > 0)) {
            table.right("on a core", zone -> Units.duration(zone.ran().sum()));
        }
        GpuColumns.addCounts(table, zones);
        return table.spread(ZoneStatistics::total, "total", "mean", "min", "p50", "p90", "p99", "max", "std");
    }

    private FigureTable<CategoryTime> categories() {
        return new FigureTable<>("categories", CategoryTime.of(statistics.zones()))
                .text("category", "name", CategoryTime::category)
                .left("time", row -> row.time().title())
                .json((json, row) -> json.writeStringProperty("time", row.time().name()))
                .count("places", "places", CategoryTime::places)
                .count("count", "count", CategoryTime::count)
                .duration("self", "selfNanos", CategoryTime::selfNanos)
                .decimal(
                        "self %",
                        "selfShare",
                        CategoryTime::share,
                        row -> row.time() == TimeKind.WAIT ? "" : decimal(100 * row.share()));
    }

    private static String on(ZoneKind kind) {
        return kind.label().toUpperCase(Locale.ROOT);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String percent(long part, long whole) {
        return decimal(100.0 * part / whole);
    }

    static String place(Location location) {
        String file = location.file();
        int slash = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
        return file.isEmpty()
                ? location.displayName()
                : location.displayName() + "  " + file.substring(slash + 1) + ":" + location.line();
    }

    FigureTable<MethodStatistics> methods() {
        FigureTable<MethodStatistics> table = new FigureTable<>(
                        "methods", statistics.samples().methods())
                .text("method", "name", MethodStatistics::function)
                .json((json, method) -> json.writeStringProperty("file", method.file()));
        return samples(table, MethodStatistics::self, MethodStatistics::total)
                .number("selfNanos", MethodStatistics::selfNanos)
                .number("totalNanos", MethodStatistics::totalNanos);
    }

    static void zone(JsonGenerator json, Location location, ZoneKind kind) {
        json.writeStringProperty("name", location.displayName());
        json.writeStringProperty("file", location.file());
        json.writeNumberProperty("line", location.line());
        json.writeStringProperty("on", on(kind));
    }

    private <T> FigureTable<T> samples(FigureTable<T> table, ToLongFunction<T> self, ToLongFunction<T> total) {
        long all = statistics.samples().samples();
        return table.count("self", "selfSamples", self)
                .right("self %", row -> percent(self.applyAsLong(row), all))
                .count("total", "totalSamples", total)
                .right("total %", row -> percent(total.applyAsLong(row), all));
    }

    FigureTable<SampledZone> sampledZones() {
        FigureTable<SampledZone> table = new FigureTable<>(
                        "sampledZones", statistics.sampleZones().zones())
                .left("samples in zone", zone -> place(zone.location()))
                .json((json, zone) -> zone(json, zone.location(), zone.kind()));
        return samples(table, SampledZone::self, SampledZone::total)
                .left(
                        "mostly in",
                        zone -> zone.methods().stream()
                                .limit(METHODS_OF_ZONE)
                                .map(method -> method.function() + " " + percent(method.samples(), zone.self()) + " %")
                                .collect(Collectors.joining(", ")))
                .json((json, zone) -> JsonParts.objects(json, "methods", zone.methods(), method -> {
                    json.writeStringProperty("name", method.function());
                    json.writeNumberProperty("selfSamples", method.samples());
                }));
    }

    FigureTable<FrameSetStatistics> frames() {
        FigureTable<FrameSetStatistics> table = ofPrograms(
                "frames", statistics.frames(), "frames", FrameSetStatistics::name, FrameSetStatistics::program);
        table.count("count", "count", set -> set.durations().count());
        rate(table, "fps", "framesPerSecond", FrameSetStatistics::framesPerSecond);
        rate(table, "1% low", "low1Percent", set -> set.low(0.01));
        rate(table, "0.1% low", "low01Percent", set -> set.low(0.001));
        return table.spread(FrameSetStatistics::durations, "mean", "min", "p50", "p90", "p99", "max", "std")
                .distribution("durationNanos", FrameSetStatistics::durations);
    }

    private static void rate(
            FigureTable<FrameSetStatistics> table,
            String heading,
            String name,
            ToDoubleFunction<FrameSetStatistics> rate) {
        table.right(heading, set -> decimal(rate.applyAsDouble(set)))
                .json((json, set) -> json.writeNumberProperty(name, rate.applyAsDouble(set)));
    }

    /** The worst frames by their places among those. */
    FigureTable<Integer> worstFrames() {
        FrameContents worst = worst();
        List<TraceFrame> frames = worst.frames();
        Map<TraceFrame, FrameVerdict> verdicts = verdicts(frames);
        return new FigureTable<>(
                        "worstFrames", IntStream.range(0, frames.size()).boxed().toList())
                .left("worst frames", i -> "frame " + frames.get(i).number())
                .right("at", i -> Units.time(frames.get(i).beginNanos() - startNanos()))
                .right("time", i -> Units.duration(frames.get(i).durationNanos()))
                .left("bound by", i -> BoundTables.text(verdicts.get(frames.get(i))))
                .left("most of it in", i -> list(worst.of(i, PARTS_OF_FRAME), StatsTables::part))
                .left(
                        "longer than usual",
                        i -> list(
                                worst.longerThanUsual(i, PARTS_OF_FRAME),
                                part -> part.location().displayName() + " +" + Units.duration(part.excessNanos())))
                .left(
                        "its thread waited",
                        i -> list(
                                worst.waitsOf(i, PARTS_OF_FRAME),
                                wait -> wait.name() + ' ' + Units.duration(wait.nanos())))
                .left(
                        "JVM events",
                        i -> list(
                                worst.jvmOf(i, PARTS_OF_FRAME),
                                part -> part.location().displayName() + ' ' + Units.duration(part.nanos())))
                .json((json, i) -> frame(json, worst, i))
                .json((json, i) -> {
                    if (verdicts.containsKey(frames.get(i))) {
                        JsonParts.object(json, "bound", () -> BoundTables.write(json, verdicts.get(frames.get(i))));
                    }
                });
    }

    private Map<TraceFrame, FrameVerdict> verdicts(List<TraceFrame> frames) {
        Set<TraceFrame> wanted = new HashSet<>(frames);
        return statistics.verdicts().all().stream()
                .filter(verdict -> wanted.contains(verdict.frame()))
                .collect(Collectors.toMap(FrameVerdict::frame, Function.identity(), (first, again) -> first));
    }

    private static String part(FrameContents.Part part) {
        String name = part.location().displayName() + ' ' + Units.duration(part.longestNanos());
        return part.threads() == 1 ? name : name + " on one of " + part.threads() + " threads";
    }

    private static <T> String list(List<T> parts, Function<T, String> text) {
        return parts.stream().map(text).collect(Collectors.joining(", "));
    }

    private void frame(JsonGenerator json, FrameContents worst, int i) {
        TraceFrame frame = worst.frames().get(i);
        json.writeNumberProperty("number", frame.number());
        json.writeNumberProperty("beginNanos", frame.beginNanos() - startNanos());
        json.writeNumberProperty("durationNanos", frame.durationNanos());
        JsonParts.objects(json, "zones", worst.of(i, WRITTEN_PARTS_OF_FRAME), part -> {
            json.writeStringProperty("name", part.location().displayName());
            json.writeStringProperty("on", on(part.kind()));
            json.writeNumberProperty("selfNanos", part.selfNanos());
            json.writeNumberProperty("longestNanos", part.longestNanos());
            json.writeNumberProperty("threads", part.threads());
            json.writeNumberProperty("usualNanos", Math.round(part.usualNanos()));
            json.writeNumberProperty("count", part.count());
        });
        JsonParts.objects(json, "longerThanUsual", worst.longerThanUsual(i, WRITTEN_PARTS_OF_FRAME), part -> {
            json.writeStringProperty("name", part.location().displayName());
            json.writeStringProperty("on", on(part.kind()));
            json.writeNumberProperty("excessNanos", part.excessNanos());
        });
        JsonParts.objects(json, "waits", worst.waitsOf(i, WRITTEN_PARTS_OF_FRAME), part -> {
            json.writeStringProperty("name", part.name());
            json.writeNumberProperty("nanos", part.nanos());
        });
        JsonParts.objects(json, "jvm", worst.jvmOf(i, WRITTEN_PARTS_OF_FRAME), part -> {
            json.writeStringProperty("name", part.location().displayName());
            json.writeStringProperty("track", part.track());
            json.writeNumberProperty("nanos", part.nanos());
            json.writeNumberProperty("count", part.count());
        });
    }

    FigureTable<MarkerStatistics> markers() {
        return new FigureTable<>("markers", statistics.markers())
                .text("marker", "name", marker -> marker.kind().name())
                .left("category", marker -> marker.kind().category().toString())
                .json((json, marker) -> {
                    json.writeStringProperty(
                            "category", marker.kind().category().name());
                    json.writeStringProperty(
                            "subcategory", marker.kind().category().subcategory());
                })
                .text("schema", "schema", marker -> marker.kind().schema())
                .count("count", "count", MarkerStatistics::count)
                .number("instants", MarkerStatistics::instants)
                .right("intervals", marker -> Units.count(marker.durations().count()))
                .spread(marker -> ifAny(marker.durations()), "total", "mean", "p50", "p99", "max")
                .distribution("durationNanos", MarkerStatistics::durations);
    }

    private static Distribution ifAny(Distribution durations) {
        return durations.count() == 0 ? null : durations;
    }

    FigureTable<LockStatistics> locks() {
        return ofPrograms("locks", statistics.locks(), "lock", LockStatistics::name, LockStatistics::program)
                .count("holds", "holds", lock -> lock.holds().count())
                .right("held", lock -> Units.duration(lock.holds().sum()))
                .spread(LockStatistics::holds, "p50", "p99", "max")
                .distribution("heldNanos", LockStatistics::holds)
                .count("waits", "waits", lock -> lock.waits().count())
                .right("waited", lock -> Units.duration(lock.waits().sum()))
                .spread(LockStatistics::waits, "p50", "p99", "max")
                .distribution("waitedNanos", LockStatistics::waits);
    }

    FigureTable<PlotStatistics> plots() {
        FigureTable<PlotStatistics> table = ofPrograms(
                        "plots",
                        statistics.plots(),
                        "plot",
                        plot -> plot.plot().name(),
                        plot -> plot.plot().program())
                .json((json, plot) ->
                        json.writeStringProperty("format", plot.plot().format().name()))
                .count("count", "count", PlotStatistics::count)
                .countIfAny("not finite", "notFinite", PlotStatistics::notFinite);
        value(table, "min", PlotStatistics::min);
        value(table, "mean", PlotStatistics::mean);
        value(table, "max", PlotStatistics::max);
        value(table, "last", PlotStatistics::last);
        return table;
    }

    private static void value(FigureTable<PlotStatistics> table, String name, ToDoubleFunction<PlotStatistics> value) {
        table.decimal(name, name, value, plot -> Units.value(plot.plot().format(), value.applyAsDouble(plot)));
    }

    FigureTable<PoolStatistics> memory() {
        return ofPrograms(
                        "memory", statistics.memory().pools(), "memory", PoolStatistics::name, PoolStatistics::program)
                .count("allocations", "allocations", PoolStatistics::allocations)
                .bytes("bytes", "allocatedBytes", PoolStatistics::allocatedBytes)
                .count("frees", "frees", PoolStatistics::frees)
                .bytes("bytes", "freedBytes", PoolStatistics::freedBytes)
                .bytes("peak", "peakBytes", PoolStatistics::peakBytes)
                .count("live at the end", "liveBlocks", PoolStatistics::liveBlocks)
                .bytes("bytes", "liveBytes", PoolStatistics::liveBytes)
                .countIfAny("unmatched", "unmatched", PoolStatistics::unmatched)
                .number("untracked", PoolStatistics::untracked)
                .json((json, pool) -> PoolSite.table(
                                this, PoolSite.of(pool, WRITTEN_SITES_OF_POOL).toList())
                        .write(json));
    }

    /** Sites of all pools whose calls are known. */
    FigureTable<PoolSite> sites() {
        return PoolSite.table(
                this,
                statistics.memory().pools().stream()
                        .filter(pool -> pool.sites().stream().anyMatch(site -> site.stack() != null))
                        .flatMap(pool -> PoolSite.of(pool, SITES_OF_POOL))
                        .toList());
    }

    /** Threads whose runs on cores were recorded. */
    private FigureTable<RunStatistics> threads() {
        return ofPrograms(
                        "threads",
                        statistics.runs(),
                        "thread",
                        thread -> thread.track().name(),
                        thread -> thread.track().program())
                .count("runs", "runs", RunStatistics::runs)
                .duration("running", "runningNanos", RunStatistics::runningNanos)
                .duration("preempted", "preemptedNanos", RunStatistics::preemptedNanos)
                .duration("waiting", "waitingNanos", RunStatistics::waitingNanos)
                .count("moves", "moves", RunStatistics::moves);
    }

    FigureTable<FiberStatistics> fibers() {
        return ofPrograms("fibers", statistics.fibers(), "fiber", FiberStatistics::name, FiberStatistics::program)
                .count("runs", "runs", fiber -> fiber.runs().count())
                .right("time", fiber -> Units.duration(fiber.runs().sum()))
                .spread(FiberStatistics::runs, "p50", "p99", "max")
                .count("on threads", "carriers", FiberStatistics::carriers)
                .distribution("runNanos", FiberStatistics::runs);
    }

    private FigureTable<FlowStatistics> flows() {
        return ofPrograms("flows", statistics.flows(), "flow", FlowStatistics::name, FlowStatistics::program)
                .count("count", "count", flow -> flow.waits().count())
                .right("queued", flow -> Units.duration(flow.waits().sum()))
                .spread(FlowStatistics::waits, "mean", "p50", "p99", "max")
                .distribution("queuedNanos", FlowStatistics::waits)
                .right(
                        "ran",
                        flow -> ifAny(flow.runs()) == null
                                ? ""
                                : Units.duration(flow.runs().sum()))
                .spread(flow -> ifAny(flow.runs()), "mean", "p50", "p99", "max")
                .distribution("ranNanos", FlowStatistics::runs);
    }

    FigureTable<CalibrationStatistics> gpuClocks() {
        return GpuColumns.addClock(ofPrograms(
                "gpuClocks",
                statistics.calibrations(),
                "GPU clock",
                clock -> clock.context().displayName(),
                clock -> clock.context().program()));
    }

    FigureTable<TraceMessage> messages() {
        return new FigureTable<>("messages", statistics.messages())
                .left("time", message -> Units.time(message.beginNanos() - startNanos()))
                .number("timeNanos", message -> message.beginNanos() - startNanos())
                .text("severity", "severity", TraceMessage::severity)
                .left(
                        "thread",
                        message -> ofProgram(
                                message.track().name(), message.track().program()))
                .json((json, message) ->
                        json.writeStringProperty("thread", message.track().name()))
                .text("message", "text", TraceMessage::text);
    }
}
