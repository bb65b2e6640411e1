package dev.zonecast.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The answers as Markdown, one line a question. The median bursts count: the table has the median, the least and the greatest round.
 * Beside them is what the fastest bursts of all rounds come to.
 */
final class ResultTable {
    private final List<String[]> lines = new ArrayList<>();
    private int missed;

    ResultTable() {
        lines.add(
                new String[] {"question", "ours", "beside it", "comes to", "in the rounds", "by the least", "target", ""
                });
    }

    void add(Question question, List<Score> subject, List<Score> baseline) {
        double[] values = new double[subject.size()];
        for (int round = 0; round < values.length; round++) {
            values[round] = question.goal().value().applyAsDouble(subject.get(round), baseline.get(round));
        }
        Arrays.sort(values);
        double value = median(values);
        boolean met = question.goal().isMet().test(value);
        missed += met ? 0 : 1;
        lines.add(new String[] {
            question.text(),
            nanos(subject),
            question.beside() + " " + nanos(baseline),
            question.goal().shown().apply(value),
            question.goal().shown().apply(values[0]) + " to "
                    + question.goal().shown().apply(values[values.length - 1]),
            question.goal().shown().apply(question.goal().value().applyAsDouble(least(subject), least(baseline))),
            question.goal().text(),
            question.goal().text().isEmpty() ? "" : met ? "met" : "MISSED"
        });
    }

    /** The fastest burst of all rounds. */
    private static Score least(List<Score> scores) {
        double nanos = scores.stream().mapToDouble(Score::leastNanos).min().orElseThrow();
        double bytes = scores.stream().mapToDouble(Score::bytes).min().orElseThrow();
        return new Score(nanos, nanos, bytes);
    }

    /** Questions whose target was missed. */
    int missed() {
        return missed;
    }

    private static String nanos(List<Score> scores) {
        double[] sorted = scores.stream().mapToDouble(Score::nanos).sorted().toArray();
        return String.format(Locale.ROOT, "%.2f ns", median(sorted));
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    @Override
    public String toString() {
        int[] widths = new int[lines.getFirst().length];
        for (String[] line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < lines.size(); row++) {
            for (int i = 0; i < widths.length; i++) {
                text.append("| ").append(lines.get(row)[i]).repeat(' ', widths[i] + 1 - lines.get(row)[i].length());
            }
            text.append("|\n");
            if (row == 0) {
                for (int width : widths) {
                    text.append('|').repeat('-', width + 2);
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
