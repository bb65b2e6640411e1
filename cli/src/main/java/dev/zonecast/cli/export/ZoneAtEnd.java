package dev.zonecast.cli.export;

import dev.zonecast.trace.Zone;
import java.util.function.LongFunction;

/**
 * A zone without a length at the end of the zone around it. Readers of the Trace Event Format take an end to be before all that happens at
 * its time, so that such a zone stands beside the one around it. It is written one nanosecond earlier. Whether the zone around it ends
 * there is known from the next zone of the track: until then the text of the event waits.
 */
final class ZoneAtEnd {
    private static final String TIME = "\"ts\":";

    private final LongFunction<String> micros;
    /** Null: none waits. */
    private String event;

    private long timeNanos;
    private int depth;
    private long lastEndNanos = Long.MIN_VALUE;

    /** Of a track; the function makes the text of a time. */
    ZoneAtEnd(LongFunction<String> micros) {
        this.micros = micros;
    }

    /** Whether the zone has to wait for the next one of its track: one nanosecond earlier it would be in the same zone and in no other. */
    boolean mayHold(Zone zone) {
        boolean isFree = lastEndNanos < zone.beginNanos();
        lastEndNanos = zone.endNanos();
        return isFree
                && zone.durationNanos() == 0
                && zone.parent() != null
                && zone.parent().beginNanos() < zone.beginNanos();
    }

    void hold(Zone zone, String text) {
        event = text;
        timeNanos = zone.beginNanos();
        depth = zone.depth();
    }

    /** The event that waits, or null. The zone is the next one of the track. */
    String releaseFor(Zone next) {
        boolean isAtEnd = event != null && next.endNanos() == timeNanos && next.depth() < depth;
        String released = release();
        if (!isAtEnd) {
            return released;
        }
        // A quotation mark in a text is escaped: this is the event's own time.
        String time = TIME + micros.apply(timeNanos);
        int at = released.indexOf(time);
        return released.substring(0, at) + TIME + micros.apply(timeNanos - 1) + released.substring(at + time.length());
    }

    /** The event that waits, or null: the trace ends. */
    String release() {
        String released = event;
        event = null;
        return released;
    }
}
