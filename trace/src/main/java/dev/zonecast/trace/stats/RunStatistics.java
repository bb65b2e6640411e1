package dev.zonecast.trace.stats;

import dev.zonecast.trace.TraceEvent.CoreRun;
import dev.zonecast.trace.Track;

/** When one thread ran on a core, and why it did not. Between its first run and its last. Times are nanoseconds. */
public final class RunStatistics {
    private final Track track;
    private long runs;
    private long running;
    private long preempted;
    private long waiting;
    private long moves;
    private CoreRun last;

    RunStatistics(Track track) {
        this.track = track;
    }

    void add(CoreRun run) {
        if (last != null) {
            long gap = Math.max(0, run.beginNanos() - last.endNanos());
            preempted += last.preempted() ? gap : 0;
            waiting += last.preempted() ? 0 : gap;
            moves += run.core() == last.core() ? 0 : 1;
        }
        runs++;
        running += run.endNanos() - run.beginNanos();
        last = run;
    }

    /** The thread. */
    public Track track() {
        return track;
    }

    /** How often it ran. */
    public long runs() {
        return runs;
    }

    /** How long it ran. */
    public long runningNanos() {
        return running;
    }

    /** How long it could have run, and other threads had the cores. */
    public long preemptedNanos() {
        return preempted;
    }

    /** How long it waited or slept. */
    public long waitingNanos() {
        return waiting;
    }

    /** How often it went on on another core. */
    public long moves() {
        return moves;
    }
}
