package dev.zonecast.trace;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the profiler says of itself; counts since the start of the process.
 *
 * @param program whose profiler it is
 * @param timeNanos when
 * @param events taken
 * @param lost what it lost, by kind
 * @param ringUse how full the rings were; {@link RingLoad#NONE} in older recordings
 * @param refusals how much each table refused because it was full, by its entries; a breakdown of losses that other figures have too
 */
public record ProfilerStatistics(
        Program program,
        long timeNanos,
        long events,
        Map<LossKind, Long> lost,
        RingLoad ringUse,
        Map<String, Long> refusals) {
    /** What the figures of a record count, in its order; null: no loss. */
    private static final LossKind[] FIGURES = {
        null,
        LossKind.DROPPED_EVENTS,
        LossKind.WRONG_CALLS,
        LossKind.TRUNCATED_TEXTS,
        LossKind.REFUSED_NAMES,
        LossKind.DROPPED_GPU_ZONES,
        LossKind.LATE_EVENTS,
        null,
        LossKind.THREADS_WITHOUT_RING,
        null,
        null,
        null,
        LossKind.DROPPED_IMAGES,
        null,
        null,
        null,
        null,
        null,
        LossKind.OMITTED_STACKS,
        LossKind.LOST_RECORDS
    };
    /** Where those of the rings begin. */
    private static final int RINGS = 13;

    /** @param figures of a record */
    static ProfilerStatistics of(
            Program program, long timeNanos, long[] figures, boolean hasRings, Map<String, Long> refusals) {
        Map<LossKind, Long> lost = new EnumMap<>(LossKind.class);
        for (int i = 0; i < FIGURES.length; i++) {
            if (FIGURES[i] != null) {
                lost.put(FIGURES[i], figures[i]);
            }
        }
        int rings = RINGS;
        RingLoad ringUse = hasRings
                ? new RingLoad((int) figures[rings++], (int) figures[rings++], figures[rings++], figures[rings++], (int)
                        figures[rings])
                : RingLoad.NONE;
        return new ProfilerStatistics(program, timeNanos, figures[0], lost, ringUse, refusals);
    }

    /** All losses together, as the profiler's own statistics sum them up. */
    public long losses() {
        return lost.entrySet().stream()
                .filter(loss -> loss.getKey().isOfMissing())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
