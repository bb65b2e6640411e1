package dev.zonecast.core.gpu;

import java.util.Arrays;

/**
 * Zones of one thread that nest: what sinks call a lane.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ZoneRow {
    /** What sinks know it by: 0 is the thread's first one. */
    final int number;

    /** The lane of each open zone, the innermost last. */
    private ZoneLane[] open = new ZoneLane[16];

    private int depth;

    /** Of its last event. */
    long lastTicks = Long.MIN_VALUE;

    ZoneRow(int number) {
        this.number = number;
    }

    void push(ZoneLane lane) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = lane;
    }

    ZoneLane innermost() {
        return open[depth - 1];
    }

    void pop() {
        open[--depth] = null;
    }

    /** The time of the row's next event. */
    long notBefore(long ticks, long nowTicks) {
        if (lastTicks > nowTicks) {
            // The CPU's counter began anew.
            lastTicks = Long.MIN_VALUE;
        }
        return Math.max(ticks, lastTicks);
    }

    /** The recorded lane with the earliest next event, of all with an open zone. At equal times the inner one. */
    ZoneLane first() {
        ZoneLane first = null;
        for (int i = depth - 1; i >= 0; i--) {
            ZoneLane lane = open[i];
            if (lane != first
                    && !lane.staged.isEmpty()
                    && (first == null || lane.staged.gpuTicks() < first.staged.gpuTicks())) {
                first = lane;
            }
        }
        return first;
    }
}
