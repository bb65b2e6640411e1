package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFrame;
import java.util.Arrays;

/** How evenly the frames of a set follow each other. An interval is the time from the begin of a frame to the begin of the next. */
public final class FramePacing {
    /** Of further intervals no missed refresh is counted. */
    static final int MAX_INTERVALS = 1 << 20;

    private final Program program;
    private final String name;
    private final Distribution intervals = new Distribution();
    private long[] kept = new long[64];
    private int keptCount;
    private double changes;
    private TraceFrame last;
    private long displayNanos;

    FramePacing(Program program, String name) {
        this.program = program;
        this.name = name;
    }

    /** Returns false if there was no room for the interval. */
    boolean add(TraceFrame frame) {
        boolean follows = last != null
                && frame.beginNanos() > last.beginNanos()
                && (frame.number() < 0 || frame.number() == last.number() + 1);
        boolean hasRoom = true;
        if (follows) {
            long interval = frame.beginNanos() - last.beginNanos();
            changes += intervals.count() == 0 ? 0 : Math.abs(interval - intervals.last());
            intervals.add(interval);
            hasRoom = keptCount < MAX_INTERVALS;
            if (hasRoom) {
                kept = keptCount == kept.length ? Arrays.copyOf(kept, 2 * keptCount) : kept;
                kept[keptCount++] = interval;
            }
        }
        last = frame;
        return hasRoom;
    }

    void display(long periodNanos) {
        displayNanos = periodNanos;
    }

    /** The program that marks the frames. */
    public Program program() {
        return program;
    }

    /** Name of the set. */
    public String name() {
        return name;
    }

    /** Nanoseconds of each interval. Frames of which some between are missing have none. */
    public Distribution intervals() {
        return intervals;
    }

    /** Mean difference of two intervals that follow each other, in nanoseconds. */
    public long jitterNanos() {
        return intervals.count() < 2 ? 0 : Math.round(changes / (intervals.count() - 1));
    }

    /** Time between two refreshes of the display, in nanoseconds; 0 if the trace has none. */
    public long displayNanos() {
        return displayNanos;
    }

    /**
     * Refreshes of the display that showed no new frame, beyond those between two usual frames. Without a display the median interval
     * is taken for its period.
     */
    public long missed() {
        long median = intervals.count() == 0 ? 0 : intervals.percentile(0.5);
        double period = displayNanos > 0 ? displayNanos : median;
        if (period <= 0) {
            return 0;
        }
        long usual = Math.max(1, Math.round(median / period));
        long missed = 0;
        for (int i = 0; i < keptCount; i++) {
            missed += Math.max(0, Math.round(kept[i] / period) - usual);
        }
        return missed;
    }
}
