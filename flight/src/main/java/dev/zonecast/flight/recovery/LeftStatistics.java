package dev.zonecast.flight.recovery;

import dev.zonecast.core.RingUse;
import dev.zonecast.core.Statistics;
import dev.zonecast.flight.buffer.StatisticsBlobs;

/** The last statistics of a dead program: those of its trace, with the losses that came after them. */
final class LeftStatistics {
    private LeftStatistics() {}

    /**
     * Those of a trace.
     *
     * @param last of the trace, zeros if it has none
     * @param dropped events at the program's death
     * @param truncated texts at its death
     */
    static Statistics of(StatisticsBlobs last, long dropped, long truncated) {
        RingUse use = new RingUse(
                (int) last.figure(13), (int) last.figure(14), last.figure(15), last.figure(16), (int) last.figure(17));
        return new Statistics(
                0,
                last.figure(0),
                last.figure(2),
                new Statistics.Losses(
                        Math.max(last.figure(1), dropped),
                        Math.max(last.figure(3), truncated),
                        last.figure(4),
                        last.figure(18),
                        last.figure(5),
                        last.figure(12),
                        last.figure(19),
                        last.refusals()),
                new Statistics.Rings(last.threads(), last.figure(9), last.figure(7), last.figure(8), use),
                new Statistics.Collector(last.figure(10), last.figure(6), "", last.figure(11)));
    }

    /** True if more was lost than the trace says. */
    static boolean isLate(StatisticsBlobs last, long dropped, long truncated) {
        return dropped > last.figure(1) || truncated > last.figure(3);
    }
}
