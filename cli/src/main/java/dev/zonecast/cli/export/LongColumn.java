package dev.zonecast.cli.export;

import java.util.Arrays;

/** A column of numbers that grows in chunks: growth copies at most one chunk. */
final class LongColumn {
    private static final int CHUNK_BITS = 13;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int FIRST = 16;

    private long[][] chunks = {new long[FIRST]};
    private int count;

    void add(long value) {
        int chunk = count >>> CHUNK_BITS;
        int at = count & CHUNK - 1;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk * 2);
        }
        if (at == 0 && chunk > 0) {
            chunks[chunk] = new long[CHUNK];
        } else if (at == chunks[chunk].length) {
            chunks[chunk] = Arrays.copyOf(chunks[chunk], at * 2);
        }
        chunks[chunk][at] = value;
        count++;
    }

    long get(int row) {
        return chunks[row >>> CHUNK_BITS][row & CHUNK - 1];
    }

    int count() {
        return count;
    }
}
