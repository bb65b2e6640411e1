package dev.zonecast.capture.cli;

import dev.zonecast.capture.stats.FrameContents;
import dev.zonecast.capture.stats.FrameSetStatistics;
import dev.zonecast.capture.stats.TraceStatistics;
import dev.zonecast.capture.stats.ZoneStatistics;
import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.LossAccount;
import dev.zonecast.capture.trace.RecordedProgram;
import dev.zonecast.capture.trace.TraceSummary;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that {@code stats} prints.
 *
 * @param worst frames of the base set, the slowest first; none if several programs have one
 * @param contents of those
 * @param sections that are wanted
 * @param process the one program that is looked at; else {@link LossAccount#ANY_PROCESS}
 */
record StatsFigures(
        TraceStatistics statistics,
        TraceSummary summary,
        FrameContents contents,
        List<Frame> worst,
        Set<StatsCommand.Section> sections,
        long process) {
    /** A part counts as longer than usual from that part of the frame's time on. */
    private static final double LONGER_FROM = 0.02;

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
        return process == LossAccount.ANY_PROCESS ? summary.losses() : summary.losses().ofProcess(process);
    }

    /** A name, and of which program it is where there are several. */
    String ofProgram(String name, long process) {
        return statistics.sessions().size() > 1 ? name + " of " + process : name;
    }

    /**
     * A part of a frame beside what it is on the average of all frames.
     *
     * @param usualNanos self time of the same place, of all frames together, by the number of frames
     */
    record Compared(FrameContents.Part part, double usualNanos) {
        double excessNanos() {
            return part.selfNanos() - usualNanos;
        }
    }

    /** Parts of a frame that took longer than usual, those that made it slow first. */
    List<Compared> longerThanUsual(int frame, int count) {
        double least = LONGER_FROM * worst.get(frame).durationNanos();
        return compared(frame, Integer.MAX_VALUE).stream()
                .filter(part -> part.excessNanos() >= least)
                .sorted(Comparator.comparingDouble(Compared::excessNanos).reversed())
                .limit(count)
                .toList();
    }

    /** What was in a frame, the largest part first. */
    List<Compared> compared(int frame, int count) {
        long frames = statistics.frames().stream()
                .filter(FrameSetStatistics::isBase)
                .mapToLong(set -> set.durations().count())
                .sum();
        Map<List<Object>, Long> selfNanos = new HashMap<>();
        for (ZoneStatistics zone : statistics.zones()) {
            selfNanos.put(List.of(zone.location(), zone.kind()), zone.self().sum());
        }
        return contents.of(frame, count).stream()
                .map(part -> new Compared(
                        part,
                        (double) selfNanos.getOrDefault(List.of(part.location(), part.kind()), 0L)
                                / Math.max(1, frames)))
                .toList();
    }
}
