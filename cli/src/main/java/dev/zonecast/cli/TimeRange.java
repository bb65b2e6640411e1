package dev.zonecast.cli;

import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options by which a command looks at a part of a trace. */
final class TimeRange {
    private static final double NANOS_PER_SECOND = 1e9;

    @Option(
            names = "--zone",
            paramLabel = "TEXT",
            description = "only zones whose name has TEXT in it; /EXPRESSION/ is a regular expression")
    private String zone;

    @Option(names = "--thread", paramLabel = "TEXT", description = "only threads and GPU contexts of such a name")
    private String thread;

    @Option(
            names = "--process",
            paramLabel = "ID",
            description =
                    "of a recording of several programs: only those with that process id; ID#2 is the second of them")
    private String process;

    @Option(
            names = "--since",
            paramLabel = "SECONDS",
            description = "only what begins so long after the start, or later")
    private Double from;

    @Option(names = "--until", paramLabel = "SECONDS", description = "only what begins before")
    private Double to;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Refuses an expression that cannot be read and a time range that is empty or no number. Call it before any file is read. */
    void check() {
        filter(0);
        if (!isNumber(from) || !isNumber(to)) {
            throw new ParameterException(spec.commandLine(), "--since and --until want a number of seconds");
        }
        if (from != null && to != null && from >= to) {
            throw new ParameterException(spec.commandLine(), "--since " + from + " is not before --until " + to);
        }
    }

    private static boolean isNumber(Double seconds) {
        return seconds == null || Double.isFinite(seconds);
    }

    boolean needsStart() {
        return from != null || to != null;
    }

    /** Reads when the trace began if that is needed. */
    ZoneFilter filter(InputTrace input) throws IOException {
        return filter(needsStart() ? input.startNanos(programs()) : 0);
    }

    /** @param startNanos of the trace */
    ZoneFilter filter(long startNanos) {
        return new ZoneFilter(
                pattern("--zone", zone),
                pattern("--thread", thread),
                programs(),
                from == null ? Long.MIN_VALUE : startNanos + Math.round(from * NANOS_PER_SECOND),
                to == null ? Long.MAX_VALUE : startNanos + Math.round(to * NANOS_PER_SECOND));
    }

    /** The programs that are looked at. */
    ProgramChoice programs() {
        try {
            return process == null ? ProgramChoice.ALL : ProgramChoice.parse(process);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--process " + process + ": not a process id, as 7 or 7#2", e);
        }
    }

    private Pattern pattern(String option, String text) {
        try {
            return text == null ? null : ZoneFilter.pattern(text);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(spec.commandLine(), option + " " + text + ": " + e.getDescription(), e);
        }
    }

    /**
     * Fails where an option of this class matched nothing: a typing error must not look like an empty result.
     *
     * @param used one filter a recording; a match in one of them is enough
     */
    void checkMatches(ZoneFilter... used) throws IOException {
        StringJoiner unmatched = new StringJoiner(" ");
        add(unmatched, used, ZoneFilter::zoneMatched, "--zone", zone);
        add(unmatched, used, ZoneFilter::threadMatched, "--thread", thread);
        add(unmatched, used, ZoneFilter::processMatched, "--process", process);
        add(unmatched, used, ZoneFilter::timeMatched, "--since", from);
        add(unmatched, used, ZoneFilter::timeMatched, "--until", to);
        if (unmatched.length() > 0) {
            throw new IOException("nothing recorded matches " + unmatched);
        }
    }

    private static void add(
            StringJoiner unmatched, ZoneFilter[] used, Predicate<ZoneFilter> matched, String option, Object value) {
        if (value != null && Arrays.stream(used).noneMatch(matched)) {
            unmatched.add(option + " " + value);
        }
    }
}
