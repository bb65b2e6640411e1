package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The recordings of a trace's programs while it is read, in the order of the trace. */
final class RecordedPrograms {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<ProgramPart> parts = new ArrayList<>();

    /** A new part for the records of a provider. */
    ProgramPart add(Source source) {
        ProgramPart part = new ProgramPart(source);
        parts.add(part);
        return part;
    }

    boolean hasEvents() {
        return parts.stream().anyMatch(ProgramPart::hasEvents);
    }

    long firstNanos() {
        return parts.stream().mapToLong(ProgramPart::firstNanos).min().orElse(0);
    }

    long lastNanos() {
        return parts.stream().mapToLong(ProgramPart::lastNanos).max().orElse(0);
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
            if (part.isOurs() || part.hasEvents() || isCutHere) {
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
            if (part.statistics() != null) {
                droppedOf.merge(part.process(), part.statistics().droppedEvents(), Math::max);
                add(losses, part.statistics());
            }
        }
        ends.forEach(end -> add(losses, end, droppedOf.getOrDefault(end.process(), 0L)));
    }

    private static void add(LossAccount losses, ProfilerStatistics profiler) {
        long process = profiler.process();
        losses.add(LossKind.DROPPED_EVENTS, process, profiler.droppedEvents());
        losses.add(LossKind.WRONG_CALLS, process, profiler.wrongCalls());
        losses.add(LossKind.TRUNCATED_TEXTS, process, profiler.truncatedTexts());
        losses.add(LossKind.REFUSED_NAMES, process, profiler.refusedNames());
        losses.add(LossKind.OMITTED_STACKS, process, profiler.refusedStacks());
        losses.add(LossKind.DROPPED_GPU_ZONES, process, profiler.droppedGpuZones());
        losses.add(LossKind.LATE_EVENTS, process, profiler.lateSerialEvents());
        losses.add(LossKind.THREADS_WITHOUT_RING, process, profiler.ringRefusals());
        losses.add(LossKind.DROPPED_IMAGES, process, profiler.droppedFrameImages());
        losses.add(LossKind.LOST_RECORDS, process, profiler.lostRecords());
        profiler.refusals().forEach((entries, count) -> losses.add(LossKind.REFUSED, process, entries, count));
    }

    /** @param known dropped events that the last statistics of the program have */
    private static void add(LossAccount losses, RecordingEnd end, long known) {
        long process = end.process();
        losses.add(LossKind.DROPPED_EVENTS, process, end.droppedEvents() - known);
        losses.add(LossKind.NO_ROOM, process, end.droppedRecords() - end.droppedEvents());
        losses.add(LossKind.DAMAGED, process, end.damaged());
        if (end.isEarly()) {
            losses.add(LossKind.ENDED_EARLY, process, end.subject(), 1);
            losses.add(LossKind.MISSING_MILLIS, process, end.missingNanos() / NANOS_PER_MILLI);
            losses.add(LossKind.UNKNOWN_LENGTH, process, end.missingNanos() < 0 ? 1 : 0);
        }
    }
}
