package dev.zonecast.core.buffer;

import dev.zonecast.core.fxt.ExtensionLayout;
import dev.zonecast.core.fxt.FxtLayout;
import java.lang.foreign.MemorySegment;

/** The last of the profiler's statistics in a trace: {@link ExtensionLayout#STATISTICS}. */
public final class StatisticsBlobs {
    private final TraceStrings strings;
    private final long[] figures = new long[ExtensionLayout.STATISTICS_FIGURE_COUNT];
    private int threads;

    StatisticsBlobs(TraceStrings strings) {
        this.strings = strings;
    }

    void blob(MemorySegment part, long at, long header) {
        int bytes = (int) (header >>> FxtLayout.BLOB_BYTES_SHIFT) & 0x7FFF;
        if (bytes < ExtensionLayout.STATISTICS_FIGURES
                || !strings.is(header >>> FxtLayout.BLOB_NAME_SHIFT, ExtensionLayout.STATISTICS)) {
            return;
        }
        long payload = at + FxtLayout.WORD_BYTES;
        threads = (int) (part.get(BufferMemory.WORD, payload) >>> 32);
        for (int i = 0; i < figures.length; i++) {
            int offset = ExtensionLayout.STATISTICS_FIGURES + i * Long.BYTES;
            figures[i] = offset + Long.BYTES <= bytes ? part.get(BufferMemory.WORD, payload + offset) : 0;
        }
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
