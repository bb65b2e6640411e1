package dev.zonecast.capture.cli;

import dev.zonecast.capture.stats.FrameContents;
import dev.zonecast.capture.stats.TraceStatistics;
import dev.zonecast.capture.trace.LossAccount;
import dev.zonecast.capture.trace.RecordedProgram;
import dev.zonecast.capture.trace.Session;
import dev.zonecast.capture.trace.TraceSummary;
import java.util.List;
import java.util.Set;

/**
 * All that {@code stats} prints.
 *
 * @param sections that are wanted
 * @param process the one program that is looked at; else {@link LossAccount#ANY_PROCESS}
 */
record StatsFigures(
        TraceStatistics statistics, TraceSummary summary, Set<StatsCommand.Section> sections, long process) {

    /** When the first of the programs began. */
    long startNanos() {
        return programs().isEmpty()
                ? summary.firstNanos()
                : programs().getFirst().startNanos();
    }

    /** Recordings of the programs that are looked at. */
    List<RecordedProgram> programs() {
        return summary.programs(process);
    }

    /** Losses of the programs that are looked at. */
    LossAccount losses() {
        return process == LossAccount.ANY_PROCESS
                ? summary.losses()
                : summary.losses().ofProcess(process);
    }

    /** Contents of the worst frames; none if several programs have frames. */
    FrameContents worst() {
        return statistics.hasFramesOfSeveral() ? FrameContents.NONE : statistics.contents();
    }

    /** A name, and of which program it is where there are several. */
    String ofProgram(String name, long process) {
        return statistics.sessions().size() > 1 ? name + " of " + program(process) : name;
    }

    /** The program's name; with the number of the process where that is needed to tell programs apart. */
    private String program(long process) {
        String name = "";
        for (Session session : statistics.sessions()) {
            if (Integer.toUnsignedLong(session.processId()) == process) {
                name = session.program();
            }
        }
        String found = name;
        long ofThatName = statistics.sessions().stream()
                .filter(session -> session.program().equals(found))
                .count();
        return found.isEmpty() ? Long.toString(process) : ofThatName > 1 ? found + " (" + process + ")" : found;
    }
}
