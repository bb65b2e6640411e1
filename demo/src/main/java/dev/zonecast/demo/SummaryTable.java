package dev.zonecast.demo;

import dev.zonecast.core.ZoneSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Zones as lines of a table: those of the CPU, then those of each GPU context, each part sorted by total time. */
final class SummaryTable {
    private static final List<String> FIGURES = List.of("count", "total", "mean", "p50", "p99", "max");
    private static final String GAP = "  ";

    private final List<ZoneSummary> summaries;

    SummaryTable(List<ZoneSummary> summaries) {
        this.summaries = summaries;
    }

    String text() {
        List<List<String>> rows = rows();
        if (rows.isEmpty()) {
            return String.format("no zone was recorded%n");
        }
        int[] widths = new int[FIGURES.size() + 1];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            appendRow(text, row, widths);
        }
        return text.toString();
    }

    private List<List<String>> rows() {
        Map<String, List<ZoneSummary>> parts = new LinkedHashMap<>();
        summaries.stream()
                .sorted(Comparator.comparing(ZoneSummary::kind)
                        .thenComparing(ZoneSummary::track)
                        .thenComparing(Comparator.comparingLong(ZoneSummary::totalNanos)
                                .reversed())
                        .thenComparing(ZoneSummary::name))
                .forEach(summary -> parts.computeIfAbsent(title(summary), _ -> new ArrayList<>())
                        .add(summary));
        List<List<String>> rows = new ArrayList<>();
        parts.forEach((title, zones) -> {
            if (!rows.isEmpty()) {
                rows.add(List.of());
            }
            List<String> heading = new ArrayList<>(FIGURES);
            heading.addFirst(title);
            rows.add(heading);
            zones.forEach(zone -> rows.add(row(zone)));
        });
        return rows;
    }

    private static String title(ZoneSummary summary) {
        return switch (summary.kind()) {
            case CPU -> "CPU zones";
            case GPU -> "GPU zones, " + summary.track();
        };
    }

    private static List<String> row(ZoneSummary zone) {
        return List.of(
                zone.name(),
                Long.toString(zone.count()),
                DurationText.of(zone.totalNanos()),
                DurationText.of(zone.meanNanos()),
                DurationText.of(zone.p50Nanos()),
                DurationText.of(zone.p99Nanos()),
                DurationText.of(zone.maxNanos()));
    }

    /** The name is aligned left, the figures right. */
    private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? cell + padding : GAP + padding + cell);
        }
        text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
}
