package dev.zonecast.capture.cli;

import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.TraceSummary;
import java.io.IOException;

/** When a trace began: as the recording says, which needs its first records only, else the time of the earliest event. */
final class TraceStart implements TraceListener {
    /** Ends the reading: there is nothing more to know. */
    private static final class Found extends IOException {
        private static final long serialVersionUID = 1;

        private final long startNanos;

        Found(long startNanos) {
            super("found");
            this.startNanos = startNanos;
        }
    }

    private TraceStart() {}

    static long of(InputTrace input) throws IOException {
        try {
            TraceSummary summary = input.read("looking for the start", new TraceStart());
            return summary.firstNanos();
        } catch (Found e) {
            return e.startNanos;
        }
    }

    @Override
    public void session(Session session) throws IOException {
        throw new Found(session.startNanos());
    }
}
