package dev.zonecast.jvm;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** The period of an event in this process: JFR writes it as often as the recording with the shortest period wants it, to all. */
final class SharedPeriod {
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,9})\\s*(ns|us|ms|s|m|h|d)");

    private SharedPeriod() {}

    /** With the recordings that run. */
    static long shortestNanos(String event, Duration own) {
        return shortestNanos(
                FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .filter(recording -> recording.getState() == RecordingState.RUNNING)
                        .map(Recording::getSettings),
                event,
                own);
    }

    /** @param settings of each recording, as {@link Recording#getSettings} has them */
    static long shortestNanos(Stream<Map<String, String>> settings, String event, Duration own) {
        return settings.filter(each -> "true".equals(each.get(event + "#enabled")))
                .mapToLong(each -> nanos(each.get(event + "#period")))
                .filter(nanos -> nanos > 0)
                .reduce(own.toNanos(), Math::min);
    }

    /** 0 if it is none: an event may come once for each file of JFR. */
    private static long nanos(String period) {
        Matcher parts = PERIOD.matcher(period == null ? "" : period);
        return parts.matches() ? Long.parseLong(parts.group(1)) * nanosOf(parts.group(2)) : 0;
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> Duration.ofSeconds(1).toNanos();
            case "m" -> Duration.ofMinutes(1).toNanos();
            case "h" -> Duration.ofHours(1).toNanos();
            default -> 0;
        };
    }
}
