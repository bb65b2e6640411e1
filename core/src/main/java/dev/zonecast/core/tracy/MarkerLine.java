package dev.zonecast.core.tracy;

import dev.zonecast.core.collect.MarkerEvent;
import dev.zonecast.core.marker.MarkerFormat;

/**
 * Markers as lines of text. The protocol has no intervals that overlap on a thread: such a marker is a line at its end, which says how
 * long it was.
 */
final class MarkerLine {
    private MarkerLine() {}

    static String of(MarkerEvent marker) {
        String details = marker.details();
        StringBuilder line = new StringBuilder(marker.definition().name());
        switch (marker.phase()) {
            case START -> line.append(" begins");
            case INTERVAL, END -> {
                double millis = (marker.nanos() - marker.beginNanos()) / 1e6;
                line.append(" (").append(MarkerFormat.DURATION.show(millis)).append(')');
            }
            default -> {
                // The name says it.
            }
        }
        if (!details.isEmpty()) {
            line.append(": ").append(details);
        }
        if (marker.stack() != null) {
            line.append('\n').append(marker.stack());
        }
        return line.toString();
    }
}
