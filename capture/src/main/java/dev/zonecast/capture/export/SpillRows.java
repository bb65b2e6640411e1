package dev.zonecast.capture.export;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Rows of four words, of which the first is a time; all but the last few are in a {@link SpillFile}. Added first, then sorted and
 * read.
 */
final class SpillRows {
    static final int BEGIN = 0;
    static final int END = 1;
    static final int NAME = 2;
    static final int DATA = 3;
    private static final int COLUMNS = 4;

    private static final int CHUNK_ROWS = 256;
    private static final int CHUNK_WORDS = CHUNK_ROWS * COLUMNS;
    /** So many rows are sorted in memory: 10 MiB. */
    private static final int RUN_CHUNKS = 1024;

    private static final int RUN_ROWS = RUN_CHUNKS * CHUNK_ROWS;
    private static final int ROW_BITS = 18;

    private final SpillFile file;
    private long[] chunks = new long[4];
    private int chunkCount;
    private long[] last = new long[4 * COLUMNS];
    private int lastWords;
    private long leastBegin = Long.MAX_VALUE;
    private boolean sorted;

    SpillRows(SpillFile file) {
        this.file = file;
    }

    void add(long begin, long end, long name, long data) throws IOException {
        if (lastWords == CHUNK_WORDS) {
            if (chunkCount == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunkCount * 2);
            }
            chunks[chunkCount++] = file.append(last, CHUNK_WORDS);
            lastWords = 0;
        } else if (lastWords == last.length) {
            last = Arrays.copyOf(last, last.length * 2);
        }
        last[lastWords++] = begin;
        last[lastWords++] = end;
        last[lastWords++] = name;
        last[lastWords++] = data;
        leastBegin = Math.min(leastBegin, begin);
    }

    int count() {
        return chunkCount * CHUNK_ROWS + lastWords / COLUMNS;
    }

    /** The earliest begin; the greatest number if there is no row. */
    long leastBegin() {
        return leastBegin;
    }

    long get(int row, int column) {
        int chunk = row / CHUNK_ROWS;
        int word = row % CHUNK_ROWS * COLUMNS + column;
        return chunk == chunkCount ? last[word] : file.word(chunks[chunk] + (long) word * Long.BYTES);
    }

    /** Copies whole chunks from a row on, which begins one, and what there is of the last. */
    private void copyOut(int from, long[] target) {
        for (int at = 0; at < target.length; at += CHUNK_WORDS) {
            int chunk = from / CHUNK_ROWS + at / CHUNK_WORDS;
            int words = Math.min(CHUNK_WORDS, target.length - at);
            if (chunk == chunkCount) {
                System.arraycopy(last, 0, target, at, words);
            } else {
                file.words(chunks[chunk], target, at, words);
            }
        }
    }

    private void copyIn(int from, long[] source) {
        for (int at = 0; at < source.length; at += CHUNK_WORDS) {
            int chunk = from / CHUNK_ROWS + at / CHUNK_WORDS;
            int words = Math.min(CHUNK_WORDS, source.length - at);
            if (chunk == chunkCount) {
                System.arraycopy(source, at, last, 0, words);
            } else {
                file.setWords(chunks[chunk], source, at, words);
            }
        }
    }

    // --- in the order of begins

    /** Takes rows by their places. */
    interface RowConsumer {
        void row(int row);
    }

    /** A sorted part. */
    private static final class Run {
        private final int end;
        private int row;
        private long begin;

        Run(int from, int end) {
            this.row = from;
            this.end = end;
        }
    }

    /**
     * All rows in the order of begins. Of those that begin together the one that was added last comes first: zones are added when they
     * end, so that one is around the others.
     */
    void inOrder(RowConsumer consumer) {
        Cursor cursor = new Cursor();
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            consumer.row(row);
        }
    }

    /** Goes through the rows in the order of {@link #inOrder}. */
    final class Cursor {
        private final PriorityQueue<Run> others = new PriorityQueue<>(
                Comparator.comparingLong((Run run) -> run.begin).thenComparingInt(run -> -run.row));
        private Run current;
        private Run other;

        Cursor() {
            sortRuns();
            int count = count();
            for (int from = 0; from < count; from += RUN_ROWS) {
                Run run = new Run(from, Math.min(count, from + RUN_ROWS));
                run.begin = get(from, BEGIN);
                others.add(run);
            }
            take();
        }

        private void take() {
            current = others.poll();
            other = others.peek();
        }

        /** The next row, or -1 after the last one. */
        int next() {
            if (current == null) {
                return -1;
            }
            int row = current.row++;
            if (current.row == current.end) {
                take();
                return row;
            }
            current.begin = get(current.row, BEGIN);
            // Mostly the same part has the next row.
            if (other != null
                    && (other.begin < current.begin || (other.begin == current.begin && other.row > current.row))) {
                others.add(current);
                take();
            }
            return row;
        }
    }

    /** Before several threads go through the rows; {@link Cursor} does it too. */
    void sortRuns() {
        if (sorted) {
            return;
        }
        sorted = true;
        int count = count();
        for (int from = 0; from < count; from += RUN_ROWS) {
            sort(from, Math.min(count, from + RUN_ROWS) - from);
        }
    }

    private void sort(int from, int rows) {
        long[] copy = new long[rows * COLUMNS];
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        boolean inOrder = true;
        copyOut(from, copy);
        for (int i = BEGIN; i < copy.length; i += COLUMNS) {
            inOrder &= copy[i] > greatest;
            least = Math.min(least, copy[i]);
            greatest = Math.max(greatest, copy[i]);
        }
        if (inOrder) {
            return;
        }
        int[] order = order(copy, rows, least, greatest);
        long[] ordered = new long[copy.length];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(copy, order[i] * COLUMNS, ordered, i * COLUMNS, COLUMNS);
        }
        copyIn(from, ordered);
    }

    private static int[] order(long[] copy, int rows, long least, long greatest) {
        long span = greatest - least;
        if (span < 0 || span >>> (Long.SIZE - 1 - ROW_BITS) != 0) {
            return orderByComparison(copy, rows);
        }
        long mask = (1L << ROW_BITS) - 1;
        long[] keys = new long[rows];
        for (int i = 0; i < rows; i++) {
            keys[i] = ((copy[i * COLUMNS] - least) << ROW_BITS) | (mask - i);
        }
        Arrays.sort(keys);
        int[] order = new int[rows];
        for (int i = 0; i < rows; i++) {
            order[i] = (int) (mask - (keys[i] & mask));
        }
        return order;
    }

    /** Where the times are too far apart for one word with the place. */
    private static int[] orderByComparison(long[] copy, int rows) {
        Integer[] order = new Integer[rows];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                Comparator.comparingLong((Integer i) -> copy[i * COLUMNS]).thenComparing(Comparator.reverseOrder()));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }
}
