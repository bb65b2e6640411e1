package dev.zonecast.cli.export;

import java.util.Arrays;

/** A column of 32-bit numbers that grows in chunks: growth copies at most one chunk. */
final class IntColumn {
    private static final int CHUNK_BITS = 13;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int FIRST = 16;

    private int[][] chunks = {new int[FIRST]};
    private int count;

    void add(int value) {
        int chunk = count >>> CHUNK_BITS;
        int at = count & CHUNK - 1;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk * 2);
        }
        if (at == 0 && chunk > 0) {
            chunks[chunk] = new int[CHUNK];
        } else if (at == chunks[chunk].length) {
            chunks[chunk] = Arrays.copyOf(chunks[chunk], at * 2);
        }
        chunks[chunk][at] = value;
        count++;
    }

    int get(int row) {
        return chunks[row >>> CHUNK_BITS][row & CHUNK - 1];
    }

    int count() {
        return count;
    }
}
