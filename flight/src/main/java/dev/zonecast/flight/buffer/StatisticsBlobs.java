package dev.zonecast.flight.buffer;

import dev.zonecast.core.RingUse;
import dev.zonecast.core.Statistics;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last of the profiler's statistics in a trace: {@link ExtensionLayout#STATISTICS}. */
public final class StatisticsBlobs {
    private final long[] figures = new long[ExtensionLayout.STATISTICS_FIGURE_COUNT];
    private Map<String, Long> refusals = Map.of();
    private int threads;

    StatisticsBlobs() {}

    /** Takes the payload of a blob. */
    void blob(Memory payload) {
        long bytes = payload.byteSize();
        if (bytes < ExtensionLayout.STATISTICS_FIGURES) {
            return;
        }
        int present = payload.getShort(2) & 0xFFFF;
        threads = payload.getInt(4);
        for (int i = 0; i < figures.length; i++) {
            long offset = ExtensionLayout.STATISTICS_FIGURES + (long) i * Long.BYTES;
            figures[i] = offset + Long.BYTES <= bytes ? payload.getLong(offset) : 0;
        }
        refusals = new LinkedHashMap<>();
        long from = ExtensionLayout.STATISTICS_FIGURES + (long) present * Long.BYTES;
        long countAt = from + Long.BYTES;
        if (present == 0 || countAt > bytes) {
            return;
        }
        // Tables that refused something: their count, their figures, their names.
        long tables = Math.clamp(payload.getLong(from), 0, (bytes - countAt) / Long.BYTES);
        long textAt = countAt + tables * Long.BYTES;
        for (int i = 0; i < tables && textAt + Short.BYTES <= bytes; i++) {
            int length = payload.getShort(textAt) & 0xFFFF;
            if (textAt + Short.BYTES + length > bytes) {
                return;
            }
            byte[] text = payload.slice(textAt + Short.BYTES, length).toBytes();
            refusals.merge(
                    new String(text, StandardCharsets.UTF_8),
                    payload.getLong(countAt + (long) i * Long.BYTES),
                    Long::sum);
            textAt += Short.BYTES + length;
        }
    }

    /** True if more was lost than the trace has. */
    public boolean isLate(long dropped, long truncated) {
        return dropped > figures[1] || truncated > figures[3];
    }

    /**
     * The last statistics of a dead program, with the losses after them; zeros if the trace has none.
     *
     * @param dropped events at the program's death
     * @param truncated texts at its death
     */
    public Statistics with(long dropped, long truncated) {
        RingUse use = new RingUse((int) figures[13], (int) figures[14], figures[15], figures[16], (int) figures[17]);
        return new Statistics(
                0,
                figures[0],
                figures[2],
                new Statistics.Losses(
                        Math.max(figures[1], dropped),
                        Math.max(figures[3], truncated),
                        figures[4],
                        figures[18],
                        figures[5],
                        figures[12],
                        figures[19],
                        refusals),
                new Statistics.Rings(threads, figures[9], figures[7], figures[8], use),
                new Statistics.Collector(figures[10], figures[6], "", figures[11]));
    }
}
