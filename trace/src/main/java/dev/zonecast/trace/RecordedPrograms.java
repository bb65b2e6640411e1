package dev.zonecast.trace;

import dev.zonecast.fxt.SavedEnd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The recordings of a trace's programs while it is read, in the order of the trace. */
final class RecordedPrograms {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<ProgramPart> parts = new ArrayList<>();

    /** Index of the current trace's first part: a file may have several traces. */
    private int first;

    /** A new part for the records of a provider. */
    ProgramPart add(Source source) {
        ProgramPart part = new ProgramPart(source);
        parts.add(part);
        return part;
    }

    /** Another trace begins in the same file. */
    void beginTrace() {
        List<ProgramPart> ended = parts.subList(first, parts.size());
        ended.removeIf(ProgramPart::isEmpty);
        ended.forEach(ProgramPart::end);
        first = parts.size();
    }

    boolean hasEvents() {
        return parts.stream().anyMatch(ProgramPart::hasEvents);
    }

    long firstNanos() {
        return parts.stream().mapToLong(part -> part.firstNanos).min().orElse(0);
    }

    long lastNanos() {
        return lastNanos(parts);
    }

    /** Of the trace at hand. */
    long lastNanosOfTrace() {
        return lastNanos(parts.subList(first, parts.size()));
    }

    private static long lastNanos(List<ProgramPart> parts) {
        return parts.stream().mapToLong(part -> part.lastNanos).max().orElse(0);
    }

    /**
     * Those that have a session or events.
     *
     * @param current the part that the trace ends in
     * @param isCut the trace ends inside a record
     */
    List<RecordedProgram> results(ProgramPart current, boolean isCut) {
        List<RecordedProgram> results = new ArrayList<>();
        for (ProgramPart part : parts) {
            boolean isCutHere = isCut && part == current;
            if (part.session != null || part.hasEvents() || isCutHere) {
                results.add(part.result(isCutHere));
            }
        }
        return results;
    }

    /** Labels by process; none of a trace of one program. */
    static Map<Long, String> names(List<RecordedProgram> programs) {
        Map<Long, String> names = new LinkedHashMap<>();
        programs.forEach(program -> names.putIfAbsent(program.process(), program.label()));
        names.remove(LossAccount.ANY_PROCESS);
        return programs.size() > 1 ? names : Map.of();
    }

    /** Adds what the programs' profilers counted, and how the recordings ended. */
    void addTo(LossAccount losses, List<RecordedProgram> programs, List<RecordingEnd> ends) {
        for (RecordedProgram program : programs) {
            if (program.cut()) {
                losses.add(LossKind.CUT, program.process(), program.label(), 1);
            }
        }
        Map<Long, Long> droppedOf = new LinkedHashMap<>();
        for (ProgramPart part : parts) {
            if (!part.explained) {
                // Else the record of its end says what is missing.
                losses.add(LossKind.FULL_BUFFERS, part.process(), part.name(), part.filled);
            }
            if (part.statistics != null) {
                ProfilerStatistics profiler = part.statistics;
                droppedOf.merge(part.process(), profiler.lost().get(LossKind.DROPPED_EVENTS), Math::max);
                long process = profiler.program().number();
                profiler.lost().forEach((kind, count) -> losses.add(kind, process, count));
                profiler.refusals().forEach((entries, count) -> losses.add(LossKind.REFUSED, process, entries, count));
            }
        }
        ends.forEach(end -> add(losses, end, droppedOf.getOrDefault(end.process(), 0L)));
    }

    /** @param known dropped events that the last statistics of the program have */
    private static void add(LossAccount losses, RecordingEnd end, long known) {
        long process = end.process();
        SavedEnd saved = end.saved();
        losses.add(LossKind.DROPPED_EVENTS, process, saved.droppedEvents() - known);
        losses.add(LossKind.NO_ROOM, process, saved.droppedRecords() - saved.droppedEvents());
        losses.add(LossKind.DAMAGED, process, saved.damaged());
        if (end.isEarly()) {
            losses.add(LossKind.ENDED_EARLY, process, end.subject(), 1);
            losses.add(LossKind.MISSING_MILLIS, process, end.missingNanos() / NANOS_PER_MILLI);
            losses.add(LossKind.UNKNOWN_LENGTH, process, end.missingNanos() < 0 ? 1 : 0);
        }
    }
}
