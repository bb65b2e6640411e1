package dev.zonecast.core.event;

import dev.zonecast.core.Statistics;
import dev.zonecast.core.kind.EventKind;

/**
 * A line about the program, a parameter of it, or the profiler's own figures (about once a second, and before the end).
 *
 * @param line of {@link EventKind#APP_INFO}
 * @param parameter of {@link EventKind#PARAMETER}
 * @param statistics of {@link EventKind#STATISTICS}
 */
public record ProgramEvent(EventKind kind, long nanos, String line, ParameterInfo parameter, Statistics statistics)
        implements Event {
    /** A line that describes the program. */
    public static ProgramEvent info(String line) {
        return new ProgramEvent(EventKind.APP_INFO, 0, line, null, null);
    }

    /** A parameter that a viewer may change. */
    public static ProgramEvent parameter(ParameterInfo parameter) {
        return new ProgramEvent(EventKind.PARAMETER, 0, null, parameter, null);
    }

    /** The profiler's own figures. */
    public static ProgramEvent statistics(long nanos, Statistics statistics) {
        return new ProgramEvent(EventKind.STATISTICS, nanos, null, null, statistics);
    }
}
