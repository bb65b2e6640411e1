package dev.zonecast.capture.cli;

import dev.zonecast.capture.stats.ZoneFilter;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
            description = "of a recording of several programs: only that one's, by its process id")
    private Long process;

    @Option(
            names = "--since",
            paramLabel = "SECONDS",
            description = "only what begins so long after the start, or later")
    private Double from;

    @Option(names = "--until", paramLabel = "SECONDS", description = "only what begins before")
    private Double to;

    boolean needsStart() {
        return from != null || to != null;
    }

    /** @param startNanos of the trace */
    ZoneFilter filter(long startNanos) {
        return new ZoneFilter(
                pattern(zone),
                pattern(thread),
                process == null ? ZoneFilter.ANY_PROCESS : process,
                from == null ? Long.MIN_VALUE : startNanos + Math.round(from * NANOS_PER_SECOND),
                to == null ? Long.MAX_VALUE : startNanos + Math.round(to * NANOS_PER_SECOND));
    }

    private static Pattern pattern(String text) {
        try {
            return text == null ? null : ZoneFilter.pattern(text);
        } catch (PatternSyntaxException e) {
            throw new TypeConversionException(text + ": " + e.getDescription());
        }
    }
}
