package dev.zonecast.core.collect;

import dev.zonecast.core.ring.Recorder;

/** Sums of the recorders' counters. */
record RecorderTotals(
        long dropped, long unmatched, long truncated, long waits, long flushes, long warnings, long overwritten) {
    static final RecorderTotals NONE = new RecorderTotals(0, 0, 0, 0, 0, 0, 0);

    RecorderTotals plus(Recorder recorder) {
        return new RecorderTotals(
                dropped + recorder.droppedCount(),
                unmatched + recorder.unmatchedCount(),
                truncated + recorder.truncatedCount(),
                waits + recorder.waitCount(),
                flushes + recorder.flushCount(),
                warnings + recorder.warningCount(),
                overwritten + recorder.overwrittenCount());
    }
}
