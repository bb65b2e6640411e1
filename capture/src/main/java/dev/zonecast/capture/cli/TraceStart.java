package dev.zonecast.capture.cli;

import dev.zonecast.capture.trace.LossAccount;
import dev.zonecast.capture.trace.RecordedProgram;
import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.TraceSummary;
import java.io.IOException;
import java.util.List;

/** When a recording began: as it says, which needs its first records only, else the time of the earliest event. */
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

    private final long process;

    private TraceStart(long process) {
        this.process = process;
    }

    /** @param process whose start it is; {@link LossAccount#ANY_PROCESS}: the first program's */
    static long of(InputTrace input, long process) throws IOException {
        try {
            TraceSummary summary = input.read("looking for the start", new TraceStart(process));
            List<RecordedProgram> programs = summary.programs(process);
            return programs.isEmpty()
                    ? summary.firstNanos()
                    : programs.getFirst().startNanos();
        } catch (Found e) {
            return e.startNanos;
        }
    }

    @Override
    public void session(Session session) throws IOException {
        if (process == LossAccount.ANY_PROCESS || process == Integer.toUnsignedLong(session.processId())) {
            throw new Found(session.startNanos());
        }
    }
}
