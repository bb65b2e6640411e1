package dev.zonecast.cli;

import dev.zonecast.cli.export.ExportJson;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.compare.Comparison;
import dev.zonecast.trace.compare.Condition;
import dev.zonecast.trace.compare.Difference;
import dev.zonecast.trace.compare.Metric;
import dev.zonecast.trace.compare.Sample;
import dev.zonecast.trace.compare.SampleCollector;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** What became slower or faster from one recording to another. */
@Command(
        name = "compare",
        description = "Which zones and frames became slower or faster from recording A to recording B, beyond chance.",
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "the recording from before")
    private Path fileA;

    @Parameters(index = "1", paramLabel = "B", description = "the recording from after")
    private Path fileB;

    @Mixin
    private TimeRange range;

    @Option(names = "--self", description = "compare times without the zones inside")
    private boolean self;

    @Option(
            names = "--alpha",
            paramLabel = "PART",
            description = "expected part of false alarms among what is reported (default: ${DEFAULT-VALUE})")
    private double alpha = 0.05;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "exit with 1 if \"NAME > +5%%\", \"NAME.METRIC > +5%%\" or \"NAME.METRIC > 2ms\"; METRIC is mean, "
                            + "min, p50 (default), p90, p99, max, total or count; may be given again")
    private List<String> conditions = new ArrayList<>();

    @Option(names = "--all", description = "also print what is the same")
    private boolean all;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        range.check();
        List<Condition> parsed = conditions();
        InputTrace inputA = new InputTrace(fileA);
        InputTrace inputB = new InputTrace(fileB);
        ZoneFilter filterA = range.filter(inputA);
        ZoneFilter filterB = range.filter(inputB);
        LossAccount lossesA = new LossAccount();
        LossAccount lossesB = new LossAccount();
        Comparison comparison =
                Comparison.of(collect(inputA, filterA, lossesA), collect(inputB, filterB, lossesB), alpha);
        range.checkMatches(filterA, filterB);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(comparison, lossesA, lossesB, out);
        } else {
            printTable(comparison, out);
            out.println();
            LossTable.print("losses of A", lossesA, out);
            LossTable.print("losses of B", lossesB, out);
        }
        int exit = check(parsed, comparison, spec.commandLine().getErr());
        out.flush();
        return exit;
    }

    private List<Condition> conditions() {
        if (!(alpha > 0 && alpha < 1)) {
            throw new ParameterException(spec.commandLine(), "--alpha has to be between 0 and 1");
        }
        try {
            return conditions.stream().map(Condition::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private SampleCollector collect(InputTrace input, ZoneFilter filter, LossAccount losses) throws IOException {
        FirstReading first = new FirstReading(filter, 0);
        if (self) {
            input.readFrames("looking for waits", first);
        }
        SampleCollector collector = new SampleCollector(filter, self, first.waits());
        TraceSummary summary = input.read("reading " + input.file().getFileName(), collector);
        losses.addAll(filter.losses(summary.losses()));
        LossTable.printEarlyEnds(input.file(), summary, spec.commandLine().getErr());
        return collector;
    }

    private void printTable(Comparison comparison, PrintWriter out) {
        TextTable table = new TextTable(
                        "zone", "on", "verdict", "calls A", "calls B", "p50 A", "p50 B", "p50", "mean", "p99",
                        "p-value")
                .left(1)
                .left(2);
        int same = 0;
        for (Difference difference : comparison.differences()) {
            if (!all && difference.verdict() == Difference.Verdict.SAME) {
                same++;
                continue;
            }
            boolean both = difference.a().durations().count() > 0
                    && difference.b().durations().count() > 0;
            table.row(
                    difference.subject().name(),
                    difference.subject().kind(),
                    word(difference.verdict()),
                    Units.count(difference.a().durations().count()),
                    Units.count(difference.b().durations().count()),
                    Units.duration(Metric.P50.of(difference.a().durations())),
                    Units.duration(Metric.P50.of(difference.b().durations())),
                    both ? Units.percent(difference.change(Metric.P50)) : "",
                    both ? Units.percent(difference.change(Metric.MEAN)) : "",
                    both ? Units.percent(difference.change(Metric.P99)) : "",
                    both ? String.format(Locale.ROOT, "%.2g", difference.probability()) : "");
        }
        table.print(out);
        if (same > 0) {
            out.println(Units.count(same) + " more without a difference beyond chance (--all shows them)");
        }
    }

    private static String word(Difference.Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void printJson(Comparison comparison, LossAccount lossesA, LossAccount lossesB, PrintWriter out) {
        try (JsonGenerator generator = ExportJson.generator(out)) {
            generator.writeStartObject();
            generator.writeName("differences").writeStartArray();
            for (Difference difference : comparison.differences()) {
                generator.writeStartObject();
                generator.writeStringProperty("name", difference.subject().name());
                generator.writeStringProperty("function", difference.subject().function());
                generator.writeStringProperty("file", difference.subject().file());
                generator.writeStringProperty("on", difference.subject().kind());
                generator.writeStringProperty("verdict", difference.verdict().name());
                generator.writeNumberProperty("pValue", difference.probability());
                for (Metric metric : Metric.values()) {
                    generator.writeName(metric.label()).writeStartArray();
                    generator.writeNumber(metric.of(difference.a().durations()));
                    generator.writeNumber(metric.of(difference.b().durations()));
                    generator.writeEndArray();
                }
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeName("losses").writeStartObject();
            LossTable.write(generator, "A", lossesA);
            LossTable.write(generator, "B", lossesB);
            generator.writeEndObject();
            generator.writeEndObject();
        }
        out.println();
    }

    private static String value(Metric metric, Sample sample) {
        double value = metric.of(sample.durations());
        return sample.durations().count() == 0
                ? "none"
                : metric == Metric.COUNT ? Units.number(value) : Units.duration(value);
    }

    /** A condition about something that neither recording has is a mistake in the condition. */
    private static int check(List<Condition> conditions, Comparison comparison, PrintWriter err) {
        int exit = ExitCode.OK;
        for (Condition condition : conditions) {
            if (!condition.hasSubject(comparison)) {
                err.println(
                        "zonecast: --fail-if " + condition + ": neither recording has \"" + condition.name() + "\"");
                return ExitCode.FAILED;
            }
            for (Difference difference : condition.metBy(comparison)) {
                err.println("zonecast: --fail-if " + condition + " is met by "
                        + difference.subject().name() + " ("
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
