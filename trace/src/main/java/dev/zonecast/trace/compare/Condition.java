package dev.zonecast.trace.compare;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that must not be: {@code NAME[.METRIC] > +5%} (slower than in the first recording by more than that, and not by
 * chance), {@code NAME[.METRIC] > 2ms} (of the second recording alone) or the same with {@code <}.
 */
public final class Condition {
    private static final Pattern SYNTAX = Pattern.compile(
            "\\s*(.+?)(?:\\.(mean|min|p50|p90|p99|max|total|count))?\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(%|ns|us|ms|s|)\\s*");

    private final String text;
    private final String name;
    private final Metric metric;
    private final boolean greater;
    private final boolean relative;
    private final double limit;

    private Condition(String text, String name, Metric metric, boolean greater, boolean relative, double limit) {
        this.text = text;
        this.name = name;
        this.metric = metric;
        this.greater = greater;
        this.relative = relative;
        this.limit = limit;
    }

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
        double scale = switch (unit) {
            case "%" -> 0.01;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            default -> 1;
        };
        return new Condition(
                text,
                matcher.group(1).trim(),
                metric,
                matcher.group(3).equals(">"),
                relative,
                Double.parseDouble(matcher.group(4)) * scale);
    }

    /** Those that meet the condition. */
    public List<Difference> metBy(Comparison comparison) {
        return comparison.differences().stream().filter(this::isMetBy).toList();
    }

    /** True if either recording has a zone or set of frames of that name. */
    public boolean hasSubject(Comparison comparison) {
        return comparison.differences().stream()
                .anyMatch(difference -> difference.subject().name().equals(name));
    }

    private boolean isMetBy(Difference difference) {
        if (!difference.subject().name().equals(name)
                || difference.b().durations().count() == 0) {
            return false;
        }
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

    /** The figure that is compared. */
    public Metric metric() {
        return metric;
    }

    /** Name of the zone or set of frames that is meant. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return text;
    }
}
