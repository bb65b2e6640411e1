package dev.zonecast.fleet;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * Which zones became slower or faster from some sessions to others. The values are one for each session: the logarithm of its mean time,
 * so that a difference is a ratio. Sessions are independent of each other, single zones of a session are not. Welch's test compares the
 * means, and Holm's method corrects for the number of tests: of all that is reported, one false alarm has the probability alpha at most.
 */
final class Regressions {
    private Regressions() {}

    /**
     * What is compared.
     *
     * @param by columns of {@code sessions} whose values are compared apart
     * @param baseline condition on columns of {@code sessions}
     * @param candidate condition on columns of {@code sessions}
     * @param time {@code self_ns} or {@code total_ns}
     * @param alpha probability of a false alarm
     * @param leastChange a smaller relative change is none
     * @param leastSessions of each side
     */
    record Question(
            List<String> by,
            String baseline,
            String candidate,
            String time,
            double alpha,
            double leastChange,
            int leastSessions) {}

    /** What is known of a zone. */
    enum Verdict {
        SLOWER,
        FASTER,
        SAME,
        TOO_FEW,
        ONLY_IN_BASELINE,
        ONLY_IN_CANDIDATE
    }

    /**
     * A zone on both sides.
     *
     * @param by values of the columns
     * @param change relative: 0.05 is 5 % slower; NaN if a side has no session
     * @param low lower end of the interval of the change; NaN without a test. All intervals hold at once with the probability 1 - alpha
     * @param high upper end of the interval
     * @param probability of such a change by chance, corrected; NaN without a test
     */
    record Row(
            String kind,
            String name,
            List<String> by,
            long baselineSessions,
            long candidateSessions,
            double baselineNanos,
            double candidateNanos,
            double change,
            double low,
            double high,
            double probability,
            Verdict verdict) {}

    private record Key(String kind, String name, List<String> by) {}

    private record Side(long sessions, double mean, double variance) {
        static final Side NONE = new Side(0, Double.NaN, Double.NaN);
    }

    /** All zones: the slower ones, then the faster ones, then all others; in each the most certain first. */
    static List<Row> of(Question question, Connection connection) throws SQLException {
        Map<Key, Side[]> zones = read(question, connection);
        long tests = zones.values().stream()
                .filter(sides -> isTested(question, sides[0], sides[1]))
                .count();
        List<Row> tested = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        zones.forEach((key, sides) -> {
            Row row = row(question, tests, key, sides[0], sides[1]);
            (Double.isNaN(row.probability) ? rows : tested).add(row);
        });
        rows.addAll(corrected(question, tested));
        rows.sort(Comparator.comparing(Row::verdict)
                .thenComparingDouble(Row::probability)
                .thenComparingDouble(row -> -Math.abs(row.change))
                .thenComparing(Row::name));
        return rows;
    }

    private static Map<Key, Side[]> read(Question question, Connection connection) throws SQLException {
        String query = Queries.means(question.by, question.baseline, question.candidate, question.time);
        Map<Key, Side[]> zones = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                List<String> by = new ArrayList<>();
                for (String column : question.by) {
                    by.add(rows.getString(column));
                }
                Side side =
                        new Side(rows.getLong("sessions"), rows.getDouble("mean_log"), rows.getDouble("variance_log"));
                zones.computeIfAbsent(new Key(rows.getString("kind"), rows.getString("name"), by), key ->
                        new Side[] {Side.NONE, Side.NONE})[rows.getInt("side")] = side;
            }
        }
        return zones;
    }

    private static boolean isTested(Question question, Side a, Side b) {
        return Math.min(a.sessions, b.sessions) >= question.leastSessions;
    }

    private static Row row(Question question, long tests, Key key, Side a, Side b) {
        boolean isTested = isTested(question, a, b);
        double reach = isTested ? reach(a, b, question.alpha / tests) : Double.NaN;
        double probability = isTested ? probability(a, b) : Double.NaN;
        Verdict verdict = a.sessions == 0
                ? Verdict.ONLY_IN_CANDIDATE
                : b.sessions == 0 ? Verdict.ONLY_IN_BASELINE : isTested ? Verdict.SAME : Verdict.TOO_FEW;
        return new Row(
                key.kind,
                key.name,
                key.by,
                a.sessions,
                b.sessions,
                Math.exp(a.mean),
                Math.exp(b.mean),
                Math.expm1(b.mean - a.mean),
                Math.expm1(b.mean - a.mean - reach),
                Math.expm1(b.mean - a.mean + reach),
                probability,
                verdict);
    }

    /** Half of the interval that misses the difference of the means with a probability: Welch's, with Bonferroni's correction. */
    private static double reach(Side a, Side b, double probability) {
        double ofA = a.variance / a.sessions;
        double ofB = b.variance / b.sessions;
        if (!(ofA + ofB > 0)) {
            return 0;
        }
        double freedom = (ofA + ofB) * (ofA + ofB) / (ofA * ofA / (a.sessions - 1) + ofB * ofB / (b.sessions - 1));
        return Math.sqrt(ofA + ofB) * TDistribution.of(freedom).inverseSurvivalProbability(probability / 2);
    }

    private static double probability(Side a, Side b) {
        // Without any spread the test divides by 0.
        return a.variance + b.variance > 0
                ? TTest.withDefaults()
                        .test(a.mean, a.variance, a.sessions, b.mean, b.variance, b.sessions)
                        .getPValue()
                : a.mean == b.mean ? 1 : 0;
    }

    /** Holm, 1979: the smallest probability times the number of tests, the next one times one less, and so on. */
    private static List<Row> corrected(Question question, List<Row> tested) {
        List<Row> sorted = new ArrayList<>(tested);
        sorted.sort(Comparator.comparingDouble(Row::probability));
        List<Row> corrected = new ArrayList<>();
        double least = 0;
        for (int i = 0; i < sorted.size(); i++) {
            Row row = sorted.get(i);
            least = Math.min(1, Math.max(least, row.probability * (sorted.size() - i)));
            boolean isCertain = least < question.alpha && Math.abs(row.change) >= question.leastChange;
            Verdict verdict = !isCertain ? Verdict.SAME : row.change > 0 ? Verdict.SLOWER : Verdict.FASTER;
            corrected.add(new Row(
                    row.kind,
                    row.name,
                    row.by,
                    row.baselineSessions,
                    row.candidateSessions,
                    row.baselineNanos,
                    row.candidateNanos,
                    row.change,
                    row.low,
                    row.high,
                    least,
                    verdict));
        }
        return corrected;
    }
}
