package dev.zonecast.trace;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is known when a trace has been read.
 *
 * @param bytes read, of whole records; of a compressed trace, what came out of it
 * @param zones that have ended
 * @param firstNanos earliest time of any event; 0 if there is none
 * @param lastNanos latest time of any event; 0 if there is none
 * @param cut the last record is not whole
 * @param programs that were recorded, in the order of the trace
 * @param ends how the recordings of the programs ended that were saved from trace buffers, in the order of the trace
 * @param losses all that is missing; an output adds what it leaves out
 */
public record TraceSummary(
        long bytes,
        long zones,
        long firstNanos,
        long lastNanos,
        boolean cut,
        List<RecordedProgram> programs,
        List<RecordingEnd> ends,
        LossAccount losses) {
    /** Zonecast made a recording in it. */
    public boolean ours() {
        return programs.stream().anyMatch(RecordedProgram::ours);
    }

    /** It has recordings of Zonecast, and each of them has its end record; false of traces that are not ours. */
    public boolean endedWell() {
        return ours() && programs.stream().filter(RecordedProgram::ours).allMatch(RecordedProgram::ended);
    }

    /**
     * The recordings of some programs; of joined files there may be several. Programs that have none of their own get those without
     * an owner. The choice gets null for a program that is not known.
     */
    public List<RecordedProgram> programs(Predicate<Program> choice) {
        List<RecordedProgram> own = programs.stream()
                .filter(program -> choice.test(program.owner()))
                .toList();
        return own.isEmpty()
                ? programs.stream().filter(program -> program.owner() == null).toList()
                : own;
    }

    /** How the recordings of some programs ended. The choice gets null for a program that is not known. */
    public List<RecordingEnd> ends(Predicate<Program> choice) {
        return ends.stream().filter(end -> choice.test(end.owner())).toList();
    }

    /** When the first of some programs began; the earliest event if none is known. */
    public long startNanos(Predicate<Program> choice) {
        List<RecordedProgram> chosen = programs(choice);
        return chosen.isEmpty() ? firstNanos : chosen.getFirst().startNanos();
    }

    /** Time in which one of these programs was recorded: the gaps between joined files are left out. */
    public static long recordedNanos(List<RecordedProgram> programs) {
        long length = 0;
        long end = Long.MIN_VALUE;
        List<RecordedProgram> sorted = programs.stream()
                .sorted(Comparator.comparingLong(RecordedProgram::startNanos))
                .toList();
        for (RecordedProgram program : sorted) {
            long from = Math.max(end, program.startNanos());
            length += Math.max(0, program.lastNanos() - from);
            end = Math.max(end, program.lastNanos());
        }
        return length;
    }
}
