package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.TraceStrings;
import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last of the profiler's statistics in a trace: {@link ExtensionLayout#STATISTICS}. */
public final class StatisticsBlobs {
    private final TraceStrings strings;
    private final long[] figures = new long[ExtensionLayout.STATISTICS_FIGURE_COUNT];
    private Map<String, Long> refusals = Map.of();
    private int threads;

    StatisticsBlobs(TraceStrings strings) {
        this.strings = strings;
    }

    void blob(Memory part, long at, long header) {
        int bytes = (int) (header >>> FxtLayout.BLOB_BYTES_SHIFT) & 0x7FFF;
        if (bytes < ExtensionLayout.STATISTICS_FIGURES
                || !strings.is(header >>> FxtLayout.BLOB_NAME_SHIFT, ExtensionLayout.STATISTICS)) {
            return;
        }
        long payload = at + FxtLayout.WORD_BYTES;
        threads = (int) (part.getLong(payload) >>> 32);
        for (int i = 0; i < figures.length; i++) {
            int offset = ExtensionLayout.STATISTICS_FIGURES + i * Long.BYTES;
            figures[i] = offset + Long.BYTES <= bytes ? part.getLong(payload + offset) : 0;
        }
        int present = (int) (part.getLong(payload) >>> 16) & 0xFFFF;
        refusals = present == 0
                ? Map.of()
                : refusals(part.slice(payload, bytes), ExtensionLayout.STATISTICS_FIGURES + present * Long.BYTES);
    }

    /** @param from where the tables follow that refused something, if any did */
    private static Map<String, Long> refusals(Memory blob, int from) {
        long countAt = from + (long) Long.BYTES;
        if (countAt > blob.byteSize()) {
            return Map.of();
        }
        long tables = Math.clamp(blob.getLong(from), 0, (blob.byteSize() - countAt) / Long.BYTES);
        Map<String, Long> refusals = new LinkedHashMap<>();
        long textAt = countAt + tables * Long.BYTES;
        for (int i = 0; i < tables && textAt + Short.BYTES <= blob.byteSize(); i++) {
            int length = blob.getShort(textAt) & 0xFFFF;
            if (textAt + Short.BYTES + length > blob.byteSize()) {
                break;
            }
            byte[] text = blob.slice(textAt + Short.BYTES, length).toBytes();
            refusals.merge(
                    new String(text, StandardCharsets.UTF_8), blob.getLong(countAt + (long) i * Long.BYTES), Long::sum);
            textAt += Short.BYTES + length;
        }
        return refusals;
    }

    /** What tables refused because they were full, by their entries. */
    public Map<String, Long> refusals() {
        return refusals;
    }

    /** Threads that had a ring; 0 if the trace has no statistics. */
    public int threads() {
        return threads;
    }

    /** A figure by its place in the blob; 0 if the trace has none. */
    public long figure(int place) {
        return figures[place];
    }
}
