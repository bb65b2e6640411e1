package dev.zonecast.jvm;

import dev.zonecast.core.SourceLocation;
import jdk.jfr.consumer.RecordedEvent;

/**
 * A time span of the virtual machine. Times in JFR's ticks.
 *
 * @param text or null
 */
record Span(long beginTicks, long endTicks, SourceLocation location, String text) {
    /** JFR's ticks at the event's begin: the field's raw value, which alone loses nothing. */
    static long beginOf(RecordedEvent event) {
        return event.getLong("startTime");
    }

    static long endOf(RecordedEvent event) {
        return beginOf(event) + (event.hasField("duration") ? event.getLong("duration") : 0);
    }
}
