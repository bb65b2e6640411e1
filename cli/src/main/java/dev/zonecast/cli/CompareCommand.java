package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.cli.report.ReportData;
import dev.zonecast.cli.report.ReportPage;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.compare.Comparison;
import dev.zonecast.trace.compare.Condition;
import dev.zonecast.trace.compare.Difference;
import dev.zonecast.trace.compare.Metric;
import dev.zonecast.trace.compare.Sample;
import dev.zonecast.trace.compare.SampleCollector;
import dev.zonecast.trace.compare.Subject;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What became slower or faster from one recording to another. */
@Command(
        name = "compare",
        description =
                "Prints which zones and frames became slower or faster from recording A to recording B, beyond chance.",
        mixinStandardHelpOptions = true)
final class CompareCommand extends ToolCommand {
    /** Of each recording on the page. */
    private static final int MAX_ZONES = ReportData.DEFAULT_MAX_ZONES / 2;

    @Parameters(index = "0", paramLabel = "A", description = "the recording before the change")
    private Path fileA;

    @Parameters(index = "1", paramLabel = "B", description = "the recording after the change")
    private Path fileB;

    @Mixin
    private TimeRange range;

    @Option(names = "--self", description = "compare self times: without inner zones")
    private boolean self;

    @Option(
            names = "--alpha",
            paramLabel = "PART",
            description = "expected share of false alarms among the reported changes (default: ${DEFAULT-VALUE})")
    private double alpha = 0.05;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "exit with 1 if \"NAME > +5%%\", \"NAME.METRIC > 2ms\" or \"NAME.count > 100\", or with < in place of >; METRIC"
                            + " is mean, min, p50 (default), p90, p99, max, total or count; units are ns, us, ms, s; can be repeated")
    private List<String> conditions = new ArrayList<>();

    @Option(names = "--all", description = "also print zones and frames that did not change")
    private boolean all;

    @Option(
            names = "--page",
            paramLabel = "HTML",
            description = "also write a page: frames side by side, zones by difference, flame graphs of both")
    private Path page;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        range.check();
        List<Condition> parsed = conditions();
        needFile("--page", page);
        if (page != null) {
            OutputFile.checkIsNot(fileA, page);
            OutputFile.checkIsNot(fileB, page);
        }
        InputTrace inputA = new InputTrace(fileA);
        InputTrace inputB = new InputTrace(fileB);
        range.readNames(inputA);
        range.readNames(inputB);
        ZoneFilter filterA = range.filter(inputA);
        ZoneFilter filterB = range.filter(inputB);
        LossAccount lossesA = new LossAccount();
        LossAccount lossesB = new LossAccount();
        SampleCollector a = collect(inputA, filterA, lossesA);
        SampleCollector b = collect(inputB, filterB, lossesB);
        List<Difference> comparison = Comparison.of(a, b, alpha);
        FigureTable<BoundTables.Shift> bounds = BoundTables.shifts(a.verdicts(), b.verdicts());
        range.checkMatches(filterA, filterB);
        sayUnclear(BoundTables.programs(a.verdicts()), BoundTables.programs(b.verdicts()));
        if (json) {
            printJson(generator -> {
                table(comparison).write(generator);
                bounds.write(generator);
                JsonParts.object(generator, "losses", () -> {
                    LossTable.write(generator, "A", lossesA);
                    LossTable.write(generator, "B", lossesB);
                });
            });
        } else {
            printTable(comparison);
            bounds.print(0, out());
            out().println();
            LossTable.print("losses of A", lossesA, out());
            LossTable.print("losses of B", lossesB, out());
        }
        if (page != null) {
            write(inputA, filterA, inputB, filterB, comparison);
        }
        int exit = check(parsed, comparison);
        out().flush();
        return exit;
    }

    private List<Condition> conditions() {
        if (!(alpha > 0 && alpha < 1)) {
            throw wrongOption("--alpha has to be between 0 and 1");
        }
        try {
            return conditions.stream().map(Condition::parse).toList();
        } catch (IllegalArgumentException e) {
            throw wrongOption(e.getMessage());
        }
    }

    private SampleCollector collect(InputTrace input, ZoneFilter filter, LossAccount losses) throws IOException {
        FirstReading first = new FirstReading(filter, 0);
        input.readFrames("looking for frames and waits", first);
        SampleCollector collector = new SampleCollector(filter, self, first);
        TraceSummary summary = input.read("reading " + input.file().getFileName(), collector);
        losses.addAll(filter.losses(summary.losses()));
        LossTable.printEarlyEnds(input.file(), summary, filter, err());
        return collector;
    }

    /** Frames are compared by the name of their program if a recording has several: names may be missing or there twice. */
    private void sayUnclear(Set<Program> a, Set<Program> b) {
        if (Math.max(a.size(), b.size()) < 2) {
            return;
        }
        Set<String> namesA = names(a);
        Set<String> namesB = names(b);
        sayShared("A", a, namesA);
        sayShared("B", b, namesB);
        if (!a.isEmpty() && !b.isEmpty() && Collections.disjoint(namesA, namesB)) {
            say("no frames are compared: they belong to programs of other names. A has " + String.join(", ", namesA)
                    + ", B has " + String.join(", ", namesB));
        }
    }

    private static Set<String> names(Set<Program> programs) {
        return programs.stream()
                .map(program -> program.name().isEmpty() ? "(unnamed)" : PrintableWriter.oneLine(program.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void sayShared(String recording, Set<Program> programs, Set<String> names) {
        if (names.size() < programs.size()) {
            say(recording + ": several programs with frames have one name; their frames are compared together");
        }
    }

    private void write(
            InputTrace inputA, ZoneFilter filterA, InputTrace inputB, ZoneFilter filterB, List<Difference> comparison)
            throws IOException {
        ReportPage.Recording a = ReportCommand.read(inputA, filterA, range.programs(), MAX_ZONES, 0);
        ReportPage.Recording b = ReportCommand.read(inputB, filterB, range.programs(), MAX_ZONES, 0);
        List<String> titles =
                List.of(fileA.getFileName().toString(), fileB.getFileName().toString());
        try (OutputFile target = new OutputFile(page)) {
            ReportPage.compare(
                    a,
                    b,
                    String.join(" and ", titles),
                    generator -> {
                        JsonParts.array(generator, "titles", () -> titles.forEach(generator::writeString));
                        table(comparison).write(generator);
                    },
                    target.stream());
            target.complete();
        }
        say("wrote " + OutputFile.name(page));
    }

    private void printTable(List<Difference> comparison) {
        List<Difference> shown = comparison.stream()
                .filter(difference -> all || difference.verdict() != Difference.Verdict.SAME)
                .toList();
        table(shown).printBelow(0, out());
        int same = comparison.size() - shown.size();
        if (same > 0) {
            out().println(Units.count(same) + " more without a difference beyond chance (--all shows them)");
        }
    }

    private static FigureTable<Difference> table(List<Difference> differences) {
        FigureTable<Difference> table = new FigureTable<>("differences", differences)
                .left("zone", difference -> title(difference.subject()))
                .json((json, difference) -> {
                    json.writeStringProperty("name", difference.subject().name());
                    json.writeStringProperty("function", difference.subject().function());
                    json.writeStringProperty("file", difference.subject().file());
                })
                .text("on", "on", difference -> difference.subject().kind())
                .left("verdict", difference -> word(difference.verdict()))
                .right("calls A", difference -> calls(difference.a()))
                .right("calls B", difference -> calls(difference.b()))
                .right("p50 A", difference -> median(difference.a()))
                .right("p50 B", difference -> median(difference.b()));
        for (Metric metric : List.of(Metric.P50, Metric.MEAN, Metric.P99)) {
            table.right(metric.label(), difference -> ofBoth(difference, Units.percent(difference.change(metric))));
        }
        table.right(
                        "p-value",
                        difference -> ofBoth(difference, String.format(Locale.ROOT, "%.2g", difference.probability())))
                .json((json, difference) -> {
                    json.writeStringProperty("verdict", difference.verdict().name());
                    json.writeNumberProperty("pValue", difference.probability());
                });
        for (Metric metric : Metric.values()) {
            table.json((json, difference) -> JsonParts.array(json, metric.label(), () -> {
                json.writeNumber(metric.of(difference.a().durations()));
                json.writeNumber(metric.of(difference.b().durations()));
            }));
        }
        return table;
    }

    /** With the program of a set of frames, if several of a recording have frames. */
    private static String title(Subject subject) {
        boolean isOfProgram = subject.isFrame() && !subject.function().isEmpty();
        return isOfProgram ? subject.name() + " of " + subject.function() : subject.name();
    }

    private static String calls(Sample sample) {
        return Units.count(sample.durations().count());
    }

    private static String median(Sample sample) {
        return Units.duration(Metric.P50.of(sample.durations()));
    }

    /** Blank if a recording has no such zone. */
    private static String ofBoth(Difference difference, String figure) {
        return difference.a().durations().count() > 0
                        && difference.b().durations().count() > 0
                ? figure
                : "";
    }

    private static String word(Difference.Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String value(Metric metric, Sample sample) {
        if (metric == Metric.COUNT) {
            return calls(sample);
        }
        return sample.durations().count() == 0 ? "none" : Units.duration(metric.of(sample.durations()));
    }

    /** A condition about something that neither recording has is a mistake in the condition. */
    private int check(List<Condition> parsed, List<Difference> comparison) {
        int exit = ExitCode.OK;
        for (Condition condition : parsed) {
            if (!condition.hasSubject(comparison)) {
                say("--fail-if " + condition + ": neither recording has \"" + condition.name() + "\"");
                return ExitCode.FAILED;
            }
            for (Difference difference : condition.metBy(comparison)) {
                say("--fail-if " + condition + " is met by "
                        + title(difference.subject()) + " ("
                        + difference.subject().kind() + "): "
                        + condition.metric().label() + " "
                        + value(condition.metric(), difference.a()) + " -> "
                        + value(condition.metric(), difference.b()));
                exit = ExitCode.CONDITION_MET;
            }
        }
        return exit;
    }
}
