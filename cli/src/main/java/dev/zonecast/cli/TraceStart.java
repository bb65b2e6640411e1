package dev.zonecast.cli;

import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.ProgramChoice;
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

    private final ProgramChoice choice;

    private TraceStart(ProgramChoice choice) {
        this.choice = choice;
    }

    /** The start of the first program that is chosen. */
    static long of(InputTrace input, ProgramChoice choice) throws IOException {
        try {
            TraceSummary summary = input.read("looking for the start", new TraceStart(choice));
            List<RecordedProgram> programs = summary.programs(choice::has);
            return programs.isEmpty()
                    ? summary.firstNanos()
                    : programs.getFirst().startNanos();
        } catch (Found e) {
            return e.startNanos;
        }
    }

    @Override
    public void session(Session session) throws IOException {
        if (choice.has(session.owner())) {
            throw new Found(session.startNanos());
        }
    }
}
