package dev.zonecast.demo;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.concurrent.locks.LockSupport;

/** Keeps frames at least an interval apart. */
final class FramePacer {
    private static final SourceLocation WAIT = SourceLocation.here("frame limit", 0x777777);

    private final long intervalNanos;
    private long nextNanos;

    /** @param framesPerSecond 0 for no limit */
    FramePacer(int framesPerSecond) {
        intervalNanos = framesPerSecond == 0 ? 0 : 1_000_000_000L / framesPerSecond;
        nextNanos = System.nanoTime() + intervalNanos;
    }

    /** Waits until the frame's time is over; after a late frame the schedule starts anew instead of catching up. */
    void endFrame() {
        if (intervalNanos == 0) {
            return;
        }
        try (Zone _ = Zone.open(WAIT)) {
            long now = System.nanoTime();
            while (now < nextNanos) {
                LockSupport.parkNanos(nextNanos - now);
                now = System.nanoTime();
            }
            nextNanos = Math.max(nextNanos, now - intervalNanos) + intervalNanos;
        }
    }
}
