package dev.zonecast.cli.export;

import dev.zonecast.trace.TraceZone;

/**
 * A zone without a length at the end of the zone around it. Readers of the Trace Event Format take an end to be before all that happens at
 * its time, so that such a zone stands beside the one around it. It is written one nanosecond earlier. Whether the zone around it ends
 * there is known from the next zone of the track: until then the event waits.
 */
final class ZoneAtEnd {
    /** Property with the time of an event. */
    static final String TIME = "ts";

    /** Null: none waits. */
    private JsonObject event;

    private long timeNanos;
    private int depth;
    private long lastEndNanos = Long.MIN_VALUE;

    /** The event of a zone, or null: it waits for the next zone of its track. It waits if one nanosecond earlier it is in the same zone. */
    JsonObject hold(TraceZone zone, JsonObject ofZone) {
        boolean isFree = lastEndNanos < zone.beginNanos();
        lastEndNanos = zone.endNanos();
        if (!isFree
                || zone.durationNanos() != 0
                || zone.parent() == null
                || zone.parent().beginNanos() >= zone.beginNanos()) {
            return ofZone;
        }
        event = ofZone;
        timeNanos = zone.beginNanos();
        depth = zone.depth();
        return null;
    }

    /** The event that waits, or null. The zone is the next one of the track. */
    JsonObject releaseFor(TraceZone next) {
        if (event != null && next.endNanos() == timeNanos && next.depth() < depth) {
            event.replace(TIME, ChromeExport.micros(timeNanos - 1));
        }
        return release();
    }

    /** The event that waits, or null: the trace ends. */
    JsonObject release() {
        JsonObject released = event;
        event = null;
        return released;
    }
}
