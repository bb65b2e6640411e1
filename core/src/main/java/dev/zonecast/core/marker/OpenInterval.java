package dev.zonecast.core.marker;

import dev.zonecast.core.ring.Recorder;

/**
 * A scope that is no zone: it began at a given time, or is about another thread.
 *
 * @param options for its end
 */
record OpenInterval(Recorder opener, long beginTicks, MarkerOptions options) {
    /** Begins one; null if its time is 0, or to come. */
    static OpenInterval begin(MarkerOptions options) {
        long ticks = MarkerOptions.ticks(options);
        return Marker.isInOrder(MarkerPhase.START, 0, ticks, MarkerOptions.hasTime(options))
                ? new OpenInterval(Recorder.current(), ticks, options.kept())
                : null;
    }

    /** False, and counted, on another thread than that of the begin. */
    boolean isEndedByItsThread() {
        Recorder recorder = Recorder.current();
        if (recorder != opener) {
            recorder.countUnmatched();
        }
        return recorder == opener;
    }
}
