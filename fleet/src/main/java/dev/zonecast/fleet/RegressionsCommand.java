package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which zones became slower. */
@Command(
        name = "regressions",
        description = "Which zones became slower or faster between two sets of sessions, beyond chance. "
                + "Exits with 1 if one became slower.",
        mixinStandardHelpOptions = true)
final class RegressionsCommand extends DatasetCommand {
    @Option(
            names = "--baseline",
            required = true,
            paramLabel = "COLUMN=VALUE,...",
            description = "the sessions from before, as build=1.4")
    private String baseline;

    @Option(
            names = "--candidate",
            required = true,
            paramLabel = "COLUMN=VALUE,...",
            description = "the sessions from after, as build=1.5")
    private String candidate;

    @Option(names = "--by", paramLabel = "COLUMN,...", description = "compare these apart, as gpu")
    private String by = "";

    @Option(names = "--total", description = "compare times with the zones inside; without it: self times")
    private boolean total;

    @Option(
            names = "--alpha",
            paramLabel = "PART",
            description = "probability of one false alarm among all zones (default: ${DEFAULT-VALUE})")
    private double alpha = 0.05;

    @Option(
            names = "--min-change",
            paramLabel = "PART",
            description = "a smaller change is none (default: ${DEFAULT-VALUE})")
    private double leastChange = 0.01;

    @Option(
            names = "--min-sessions",
            paramLabel = "N",
            description = "compare zones with N sessions on each side, 2 or more (default: ${DEFAULT-VALUE})")
    private int leastSessions = 5;

    @Option(names = "--all", description = "also print zones without a difference")
    private boolean all;

    @Mixin
    private FleetPage page;

    @Override
    public Integer call() throws Exception {
        if (!(alpha > 0 && alpha < 1) || !(leastChange >= 0) || leastSessions < 2) {
            throw wrongOption("--alpha: between 0 and 1; --min-change: 0 or more; --min-sessions: 2 or more");
        }
        checkPage(page.file());
        Regressions.Question question = new Regressions.Question(
                columns("--by", by),
                condition("--baseline", baseline),
                condition("--candidate", candidate),
                total ? "total_ns" : "self_ns",
                alpha,
                leastChange,
                leastSessions);
        List<Regressions.Row> rows;
        try (Connection connection = dataset().query()) {
            rows = Regressions.of(question, connection);
        }
        boolean hasBaseline = rows.stream().anyMatch(row -> row.baselineSessions() > 0);
        boolean hasCandidate = rows.stream().anyMatch(row -> row.candidateSessions() > 0);
        if (!hasBaseline || !hasCandidate) {
            String empty = hasBaseline
                    ? "--candidate (sessions that match --baseline too do not count)"
                    : hasCandidate ? "--baseline" : "--baseline and --candidate";
            throw new FleetException(
                    "no zone in the sessions of " + empty + ": "
                            + "\"zonecast fleet sql DATASET 'SELECT DISTINCT build, gpu FROM sessions'\" lists builds and GPUs");
        }
        print(table(question.by(), rows, all));
        if (!isJson()) {
            summary(rows);
            out().flush();
        }
        page.write(
                "regressions",
                "Regressions of " + title(),
                "baseline " + baseline + ", candidate " + candidate + ", " + (total ? "total" : "self") + " times",
                question.by(),
                table(question.by(), rows, true));
        boolean isSlower = rows.stream().anyMatch(row -> row.verdict() == Regressions.Verdict.SLOWER);
        return isSlower ? ExitCode.CONDITION_MET : ExitCode.OK;
    }

    private static boolean isCertain(Regressions.Row row) {
        return row.verdict() == Regressions.Verdict.SLOWER || row.verdict() == Regressions.Verdict.FASTER;
    }

    private static ResultTable table(List<String> columns, List<Regressions.Row> rows, boolean ofAll) {
        List<String> names = new ArrayList<>(List.of("verdict", "kind", "name"));
        names.addAll(columns);
        names.addAll(List.of(
                "change",
                "change_low",
                "change_high",
                "p_value",
                "baseline_ns",
                "candidate_ns",
                "baseline_sessions",
                "candidate_sessions"));
        List<List<Object>> cells = new ArrayList<>();
        for (Regressions.Row row : rows) {
            if (ofAll || isCertain(row)) {
                List<Object> line = new ArrayList<>(List.of(word(row.verdict()), row.kind(), row.name()));
                line.addAll(row.by());
                line.addAll(List.of(
                        row.change(),
                        row.low(),
                        row.high(),
                        row.probability(),
                        row.baselineNanos(),
                        row.candidateNanos(),
                        row.baselineSessions(),
                        row.candidateSessions()));
                cells.add(line);
            }
        }
        return new ResultTable(names, cells, 0);
    }

    private static String word(Regressions.Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void summary(List<Regressions.Row> rows) {
        for (Regressions.Verdict verdict : Regressions.Verdict.values()) {
            long count = rows.stream().filter(row -> row.verdict() == verdict).count();
            if (count > 0) {
                out().println(count + " " + word(verdict));
            }
        }
    }
}
