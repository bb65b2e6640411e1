package dev.zonecast.core.collect;

import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;

/** A run of zones that is filled from a ring. */
final class RingRun extends ZoneRun {
    /**
     * Takes begins and ends from a thread's ring as long as there is nothing about them but their place and time: up to another
     * record, one of a time for which the clock's map has more to say, or the end of the room here. All state is in local variables;
     * with it in fields the same loop takes twice as long.
     *
     * @param position of a record
     * @param end one behind the last record to read
     * @return the position of the first record that was left
     */
    long fill(ThreadTrack track, long position, long end, ClockMap clock) {
        if (track.stack != null || track.carrierName != null || !track.deferred.isEmpty()) {
            return position;
        }
        EventRing ring = track.source;
        boolean ticksAreNanos = clock.ticksAreNanos();
        long firstTicks = clock.newestTicks();
        long lastTicks = clock.staleTicks();
        long firstNanos = clock.newestNanos();
        double nanosPerTick = clock.nanosPerTick();
        long latest = track.lastNanos;
        int depth = track.depth;
        int[] openLocation = track.openLocation;
        long[] openNanos = track.openNanos;
        int at = size;
        int first = size;
        int depthBefore = depth;
        long next = position;
        while (next < end && at < CAPACITY) {
            long offset = ring.offset(next);
            long header = ring.word(offset);
            long ticks = ring.word(offset + 8);
            long time;
            if (ticksAreNanos) {
                time = ticks;
            } else if (ticks >= firstTicks && ticks <= lastTicks) {
                time = firstNanos + (long) ((ticks - firstTicks) * nanosPerTick);
            } else {
                break;
            }
            time = Math.max(time, latest);
            int id = RingLayout.id(header);
            if (RingLayout.type(header) == RingLayout.ZONE_BEGIN && depth < openLocation.length) {
                openLocation[depth] = id;
                openNanos[depth++] = time;
                locations[at] = id;
            } else if (RingLayout.type(header) == RingLayout.ZONE_END && id == 1 && depth > 0) {
                depth--;
                locations[at] = END;
            } else {
                break;
            }
            nanos[at++] = time;
            latest = time;
            next += RingLayout.SLOT_BYTES;
        }
        track.lastNanos = latest;
        track.depth = depth;
        size = at;
        begins += (at - first + depth - depthBefore) / 2;
        return next;
    }
}
