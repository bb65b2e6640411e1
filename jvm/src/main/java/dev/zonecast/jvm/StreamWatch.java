package dev.zonecast.jvm;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Sees whether other code stops or closes the recording that a stream is made of: any code of the process may, and so may
 * {@code jcmd}. A stream whose recording was closed is never told, and its thread waits for ever.
 */
final class StreamWatch implements FlightRecorderListener {
    private static final long UNKNOWN = -1;

    private final Runnable closed;
    private volatile Thread starter;
    private volatile long recordingId = UNKNOWN;
    private volatile long runningNanos;

    /** @param closed called once, by the closer of the recording */
    StreamWatch(Runnable closed) {
        this.closed = closed;
    }

    /** The calling thread starts the stream next. */
    void begin() {
        starter = Thread.currentThread();
        FlightRecorder.addListener(this);
    }

    /** True once JFR records for the stream. */
    boolean isRunning() {
        return recordingId != UNKNOWN;
    }

    /** Since when JFR records for the stream, by {@link System#nanoTime}; once it is running. */
    long runningNanos() {
        return runningNanos;
    }

    void end() {
        FlightRecorder.removeListener(this);
    }

    @Override
    public void recordingStateChanged(Recording recording) {
        RecordingState state = recording.getState();
        if (recordingId == UNKNOWN && state == RecordingState.RUNNING && Thread.currentThread() == starter) {
            runningNanos = System.nanoTime();
            recordingId = recording.getId();
        } else if (recording.getId() == recordingId && state == RecordingState.CLOSED) {
            closed.run();
        }
    }
}
