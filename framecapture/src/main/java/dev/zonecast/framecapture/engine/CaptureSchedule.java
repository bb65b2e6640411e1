package dev.zonecast.framecapture.engine;

import dev.zonecast.framecapture.CaptureRate;

/** Which frames are captured. One thread. */
final class CaptureSchedule {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final int everyNth;
    private final long intervalNanos;
    private int untilNext;

    /** The last frame that was counted. Valid while {@link #started}. */
    private long frame;

    private boolean due;
    private boolean started;
    private long nextNanos;

    CaptureSchedule(CaptureRate rate) {
        everyNth = rate.everyNth();
        intervalNanos = rate.perSecond() == 0 ? 0 : Math.max(1, SECOND_NANOS / rate.perSecond());
    }

    /** Whether this frame is to be captured. Of every so many, a frame counts once, however often it is asked for. */
    boolean takes(long number) {
        return intervalNanos == 0 ? isNth(number) : isDue(System.nanoTime());
    }

    private boolean isNth(long number) {
        if (!started || number != frame) {
            due = untilNext == 0;
            untilNext = due ? everyNth - 1 : untilNext - 1;
            frame = number;
            started = true;
        }
        return due;
    }

    /** With a time of {@link System#nanoTime}. */
    boolean isDue(long nowNanos) {
        if (started && nowNanos - nextNanos < 0) {
            return false;
        }
        // On the grid of the interval, so that frames that come a little late do not make the next ones late;
        // a new grid after a pause.
        boolean late = !started || nowNanos - nextNanos >= intervalNanos;
        nextNanos = (late ? nowNanos : nextNanos) + intervalNanos;
        started = true;
        return true;
    }
}
