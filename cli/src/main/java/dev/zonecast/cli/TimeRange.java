package dev.zonecast.cli;

import dev.zonecast.trace.TraceSummary;
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
            description = "only zones whose name contains TEXT; /EXPRESSION/ is a regular expression")
    private String zone;

    @Option(
            names = "--thread",
            paramLabel = "TEXT",
            description = "only threads and GPU contexts whose name contains TEXT, or matches /EXPRESSION/")
    private String thread;

    @Option(
            names = "--process",
            paramLabel = "ID",
            description = "only the programs with this process id; ID#2 is the second of them")
    private String process;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "only events from TIME on: seconds after the start, or the first message or marker whose text contains TIME")
    private String from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "only events that begin before TIME; a message or marker is the first after --since")
    private String to;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Refuses an expression that cannot be read and a time range that is empty or no number. Call it before any file is read. */
    void check() {
        ZoneFilter ignored = filter(Long.MIN_VALUE, Long.MAX_VALUE);
        Double since = seconds("--since", from);
        Double until = seconds("--until", to);
        if (since != null && until != null && since >= until) {
            throw new ParameterException(spec.commandLine(), "--since " + from + " is not before --until " + to);
        }
    }

    /** Null if it is the text of a mark. */
    private Double seconds(String option, String time) {
        if (time == null) {
            return null;
        }
        double seconds;
        try {
            seconds = Double.parseDouble(time);
        } catch (NumberFormatException e) {
            Pattern ignored = pattern(option, time);
            return null;
        }
        if (!Double.isFinite(seconds)) {
            throw new ParameterException(spec.commandLine(), "--since and --until want a number of seconds, or a mark");
        }
        return seconds;
    }

    /** Reads the last names of all threads, if some are chosen by their names. */
    void readNames(InputTrace input) throws IOException {
        if (thread != null) {
            input.readNames();
        }
    }

    /** Reads when the trace began and where its marks are, if that is needed. */
    ZoneFilter filter(InputTrace input) throws IOException {
        if (from == null && to == null) {
            return filter(Long.MIN_VALUE, Long.MAX_VALUE);
        }
        long start = input.startNanos(programs());
        long since = from == null ? Long.MIN_VALUE : nanos(input, start, "--since", from, Long.MIN_VALUE);
        long until = to == null ? Long.MAX_VALUE : nanos(input, start, "--until", to, since);
        if (since >= until) {
            throw new IOException("--since " + from + " is not before --until " + to);
        }
        return filter(since, until);
    }

    /** @param after a mark is behind this time */
    private long nanos(InputTrace input, long start, String option, String time, long after) throws IOException {
        Double seconds = seconds(option, time);
        if (seconds != null) {
            return start + Math.round(seconds * NANOS_PER_SECOND);
        }
        MarkSearch search = new MarkSearch(pattern(option, time), programs(), after);
        TraceSummary ignored = input.read("looking for " + option, search);
        if (search.firstNanos() == Long.MAX_VALUE) {
            throw new IOException("no message or marker matches " + option + " " + time
                    + ": zonecast stats FILE --show messages,markers lists them");
        }
        return search.firstNanos();
    }

    private ZoneFilter filter(long since, long until) {
        return new ZoneFilter(pattern("--zone", zone), pattern("--thread", thread), programs(), since, until);
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
            throw new IOException(
                    "nothing recorded matches " + unmatched + ": zonecast stats FILE lists zones and threads");
        }
    }

    private static void add(
            StringJoiner unmatched, ZoneFilter[] used, Predicate<ZoneFilter> matched, String option, Object value) {
        if (value != null && Arrays.stream(used).noneMatch(matched)) {
            unmatched.add(option + " " + value);
        }
    }
}
