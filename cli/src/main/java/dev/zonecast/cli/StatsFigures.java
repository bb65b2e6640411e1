package dev.zonecast.cli;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.TraceStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that {@code stats} prints.
 *
 * @param sections that are wanted
 * @param choice programs that are looked at
 */
record StatsFigures(
        TraceStatistics statistics, TraceSummary summary, Set<StatsCommand.Section> sections, ProgramChoice choice) {

    /** When the first of the programs began. */
    long startNanos() {
        return programs().isEmpty()
                ? summary.firstNanos()
                : programs().getFirst().startNanos();
    }

    /** Recordings of the programs that are looked at. */
    List<RecordedProgram> programs() {
        return summary.programs(choice::has);
    }

    /** Losses of the programs that are looked at. */
    LossAccount losses() {
        return choice.isAll()
                ? summary.losses()
                : summary.losses()
                        .ofProcesses(programs().stream()
                                .map(RecordedProgram::process)
                                .collect(Collectors.toSet()));
    }

    /** Contents of the worst frames; none if several programs have frames. */
    FrameContents worst() {
        return statistics.hasFramesOfSeveral() ? FrameContents.NONE : statistics.contents();
    }

    /** A name, and of which program it is where there are several. */
    String ofProgram(String name, Program program) {
        return statistics.programCount() > 1 ? name + " of " + described(program) : name;
    }

    /** The program's name; with its id where programs have one name, or none. */
    private String described(Program program) {
        String name = program.name();
        long ofThatName = statistics.sessions().stream()
                .filter(session -> session.program().equals(name))
                .count();
        return name.isEmpty() ? program.id() : ofThatName > 1 ? name + " (" + program.id() + ")" : name;
    }
}
