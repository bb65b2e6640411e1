package dev.zonecast.trace.compare;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that must not be: {@code NAME[.METRIC] > +5%} (slower than in the first recording by more than that, and not by
 * chance), {@code NAME[.METRIC] > 2ms} (of the second recording alone) or the same with {@code <}.
 *
 * @param text as it was written
 * @param name of the zone or set of frames that is meant
 * @param metric the figure that is compared
 * @param greater true: it must not be above the limit
 * @param relative the change counts
 * @param limit nanoseconds, a count, or a part of the first recording's figure
 */
public record Condition(String text, String name, Metric metric, boolean greater, boolean relative, double limit) {
    private static final Map<String, Double> SCALES = Map.of("%", 0.01, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final Pattern SYNTAX = Pattern.compile(
            "\\s*(.+?)(?:\\.(mean|min|p50|p90|p99|max|total|count))?\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(%|ns|us|ms|s|)\\s*");

    /**
     * Reads a condition.
     *
     * @throws IllegalArgumentException with a line that says what is wrong
     */
    public static Condition parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no condition: write it as \"render > +5%\" or \"render.p99 > 2ms\"");
        }
        Metric metric = matcher.group(2) == null
                ? Metric.P50
                : Metric.valueOf(matcher.group(2).toUpperCase(Locale.ROOT));
        String unit = matcher.group(5);
        boolean relative = unit.equals("%");
        if (!relative && unit.isEmpty() != (metric == Metric.COUNT)) {
            throw new IllegalArgumentException(
                    "\"" + text + "\": a time needs ns, us, ms or s, a count has no unit, a change has %");
        }
        return new Condition(
                text,
                matcher.group(1).trim(),
                metric,
                matcher.group(3).equals(">"),
                relative,
                Double.parseDouble(matcher.group(4)) * SCALES.getOrDefault(unit, 1.0));
    }

    /**
     * The differences that meet the condition. If the second recording has no zone of the name, the count there is 0, and a condition
     * about a time is not met. If it has one at another place, only that place counts.
     */
    public List<Difference> metBy(List<Difference> differences) {
        List<Difference> named = differences.stream().filter(this::isNamed).toList();
        boolean isGone = named.stream().noneMatch(Condition::isInSecond);
        return named.stream()
                .filter(difference -> isInSecond(difference) || (isGone && metric == Metric.COUNT))
                .filter(this::isMetBy)
                .toList();
    }

    private boolean isNamed(Difference difference) {
        return difference.subject().name().equals(name);
    }

    private static boolean isInSecond(Difference difference) {
        return difference.b().durations().count() > 0;
    }

    /** True if either recording has a zone or set of frames of that name. */
    public boolean hasSubject(List<Difference> differences) {
        return differences.stream().anyMatch(this::isNamed);
    }

    private boolean isMetBy(Difference difference) {
        double value =
                relative ? difference.change(metric) : metric.of(difference.b().durations());
        boolean beyond = greater ? value > limit : value < limit;
        return beyond && (!relative || isCertain(difference));
    }

    /** A change of how often something is called is none of chance; one of times has to be shown. */
    private boolean isCertain(Difference difference) {
        return difference.a().durations().count() > 0
                && (metric == Metric.COUNT
                        || difference.verdict() == Difference.Verdict.SLOWER
                        || difference.verdict() == Difference.Verdict.FASTER);
    }

    @Override
    public String toString() {
        return text;
    }
}
