package dev.zonecast.core.collect;

import dev.zonecast.core.ring.Recorder;
import java.util.List;

/** Sums of the recorders' counters; those of threads that have ended are kept. Owned by the collector's thread. */
final class RecorderTotals {
    private long dropped;
    private long unmatched;
    private long truncated;
    private long waits;
    private long flushes;
    private long warnings;
    private long overwritten;

    /** Keeps the counters of a recorder that will not be seen again. */
    void retire(Recorder recorder) {
        dropped += recorder.droppedCount();
        unmatched += recorder.unmatchedCount();
        truncated += recorder.truncatedCount();
        waits += recorder.waitCount();
        flushes += recorder.flushCount();
        warnings += recorder.warningCount();
        overwritten += recorder.overwrittenCount();
    }

    /** These and those of the threads that live. */
    RecorderTotals with(List<ThreadTrack> tracks) {
        RecorderTotals sum = new RecorderTotals();
        sum.dropped = dropped;
        sum.unmatched = unmatched;
        sum.truncated = truncated;
        sum.waits = waits;
        sum.flushes = flushes;
        sum.warnings = warnings;
        sum.overwritten = overwritten;
        for (ThreadTrack track : tracks) {
            sum.retire(track.recorder);
        }
        return sum;
    }

    long dropped() {
        return dropped;
    }

    long unmatched() {
        return unmatched;
    }

    long truncated() {
        return truncated;
    }

    long waits() {
        return waits;
    }

    long flushes() {
        return flushes;
    }

    long overwritten() {
        return overwritten;
    }

    long warnings() {
        return warnings;
    }
}
