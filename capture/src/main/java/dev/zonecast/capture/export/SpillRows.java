package dev.zonecast.capture.export;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Rows of a begin, an end, a name below a category and data; all but the last few are in a {@link RowSpill}. Added first, then sealed,
 * then read: chunk by chunk, in parts that are sorted if there is an order, or all in that order.
 */
final class SpillRows {
    /** So many rows are sorted in memory: 11 MiB. */
    private static final int RUN_CHUNKS = 1024;

    private static final int RUN_ROWS = RUN_CHUNKS * RowChunk.ROWS;
    private static final int CHUNK_WORDS = RowChunk.ROWS * RowChunk.WORDS;

    private final RowSpill spill;
    private final boolean ordered;

    // For the one who adds.
    private long[] last = new long[4 * RowChunk.WORDS];
    private int lastWords;
    private int passedOn;
    private long leastBegin = Long.MAX_VALUE;

    // For the thread that stores; for all, once it has settled.
    private long[] places = new long[1];
    private int stored;

    /** The last rows, packed, if they are few and no part of others. */
    private byte[] tail;

    /** @param ordered by begins; of those that begin together the one that was added last comes first */
    SpillRows(RowSpill spill, boolean ordered) {
        this.spill = spill;
        this.ordered = ordered;
    }

    void add(long begin, long end, long name, long data) throws IOException {
        if (lastWords == last.length) {
            moreRoom();
        }
        last[lastWords] = begin;
        last[lastWords + 1] = end;
        last[lastWords + 2] = name;
        last[lastWords + 3] = data;
        lastWords += RowChunk.WORDS;
        leastBegin = Math.min(leastBegin, begin);
    }

    private void moreRoom() throws IOException {
        if (lastWords < CHUNK_WORDS) {
            last = Arrays.copyOf(last, lastWords * 2);
            return;
        }
        long[] full = last;
        spill.later(() -> {
            store(full, RowChunk.ROWS);
            spill.giveBack(full);
            if (ordered && stored % RUN_CHUNKS == 0) {
                sort(stored - RUN_CHUNKS, RUN_ROWS);
            }
        });
        passedOn++;
        last = spill.memory();
        lastWords = 0;
    }

    /** No more are added. They can be read once the {@link RowSpill} has settled. */
    void seal() throws IOException {
        int rows = lastWords / RowChunk.WORDS;
        if (rows == 0) {
            return;
        }
        long[] words = last;
        last = null;
        int chunks = passedOn % RUN_CHUNKS;
        if (ordered && chunks > 0) {
            spill.later(() -> {
                store(words, rows);
                sort(stored - 1 - chunks, chunks * RowChunk.ROWS + rows);
            });
        } else {
            byte[] packed = new byte[RowChunk.MAX_BYTES];
            int end = new RowChunk.Packer().pack(ordered ? sorted(words, rows) : words, rows, packed, 0);
            tail = Arrays.copyOf(packed, end + RowChunk.SPARE_BYTES);
        }
    }

    /** For the thread that stores. */
    private void store(long[] rows, int count) throws IOException {
        if (stored == places.length) {
            places = Arrays.copyOf(places, stored * 2);
        }
        places[stored++] = spill.append(rows, count);
    }

    /** How many were added. */
    int count() {
        return passedOn * RowChunk.ROWS + lastWords / RowChunk.WORDS;
    }

    /** How many chunks they are; all but the last one are full. */
    int chunks() {
        return passedOn + (lastWords == 0 ? 0 : 1);
    }

    /** The earliest begin; the greatest number if there is no row. */
    long leastBegin() {
        return leastBegin;
    }

    private static long[] sorted(long[] words, int rows) {
        long[] begins = new long[rows];
        for (int i = 0; i < rows; i++) {
            begins[i] = words[i * RowChunk.WORDS];
        }
        int[] order = BeginOrder.of(begins, rows);
        long[] result = new long[rows * RowChunk.WORDS];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(words, order[i] * RowChunk.WORDS, result, i * RowChunk.WORDS, RowChunk.WORDS);
        }
        return result;
    }

    /** For the thread that stores: sorts a part, which is written anew. */
    private void sort(int firstChunk, int rows) throws IOException {
        spill.flush();
        Reader reader = new Reader();
        long[][] columns = new long[RowChunk.WORDS][rows];
        boolean inOrder = true;
        for (int from = 0, count; from < rows; from += count) {
            count = reader.open(firstChunk + from / RowChunk.ROWS);
            RowChunk chunk = reader.chunk;
            for (int i = 0; i < count; i++) {
                int row = from + i;
                long begin = chunk.begin(i);
                inOrder &= row == 0 || begin > columns[0][row - 1];
                columns[0][row] = begin;
                columns[1][row] = chunk.end(i);
                columns[2][row] = (long) chunk.category(i) << Integer.SIZE | Integer.toUnsignedLong(chunk.name(i));
                columns[3][row] = chunk.data(i);
            }
        }
        if (inOrder) {
            return;
        }
        int[] order = BeginOrder.of(columns[0], rows);
        long[] words = new long[CHUNK_WORDS];
        for (int from = 0; from < rows; from += RowChunk.ROWS) {
            int count = Math.min(RowChunk.ROWS, rows - from);
            for (int i = 0; i < count; i++) {
                int row = order[from + i];
                for (int word = 0; word < RowChunk.WORDS; word++) {
                    words[i * RowChunk.WORDS + word] = columns[word][row];
                }
            }
            places[firstChunk + from / RowChunk.ROWS] = spill.append(words, count);
        }
        spill.flush();
    }

    /** Reads chunks, several at a time from the file. Each thread has one of its own. */
    private final class Reader {
        private static final int BUFFER_BYTES = 32 << 10;

        private final RowChunk chunk = new RowChunk();
        private byte[] buffer;
        private long bufferAt;
        private int buffered;

        /** Goes to a chunk; returns how many rows it has. */
        int open(int number) throws IOException {
            if (number == stored) {
                return chunk.open(tail, 0);
            }
            long place = places[number];
            int at = (int) (place - bufferAt);
            if (buffer == null || place < bufferAt || place - bufferAt > buffered - RowChunk.MAX_BYTES) {
                if (buffer == null) {
                    buffer = new byte[BUFFER_BYTES + RowChunk.SPARE_BYTES];
                }
                bufferAt = place;
                at = 0;
                buffered = spill.read(place, buffer, BUFFER_BYTES);
            }
            return chunk.open(buffer, at);
        }

        /** As {@link #open}, while a profile is written. */
        private int openWhileWriting(int number) {
            try {
                return open(number);
            } catch (IOException e) {
                throw JacksonIOException.construct(e);
            }
        }
    }

    /** Takes chunks. */
    interface ChunkConsumer {
        void chunk(RowChunk rows, int count);
    }

    /** Some chunks from one on, or as many as there are. */
    void forChunks(int first, int most, ChunkConsumer consumer) {
        Reader reader = new Reader();
        int end = Math.min(chunks(), first + most);
        for (int i = first; i < end; i++) {
            int count = reader.openWhileWriting(i);
            consumer.chunk(reader.chunk, count);
        }
    }

    // --- in order

    /** A sorted part. */
    private final class Run {
        private final Reader reader = new Reader();
        private final int end;
        private int row;
        private long begin;

        Run(int from, int end) {
            this.row = from - 1;
            this.end = end;
            advance();
        }

        boolean advance() {
            row++;
            if (row == end) {
                return false;
            }
            if (row % RowChunk.ROWS == 0) {
                int _ = reader.openWhileWriting(row / RowChunk.ROWS);
            }
            begin = reader.chunk.begin(row % RowChunk.ROWS);
            return true;
        }
    }

    /** Goes through all rows in their order, those that are in none in the order in which they were added. */
    final class Cursor {
        private final PriorityQueue<Run> others = new PriorityQueue<>(
                Comparator.comparingLong((Run run) -> run.begin).thenComparingInt(run -> -run.row));
        private Run current;
        private Run other;
        private boolean started;

        Cursor() {
            int count = count();
            int step = ordered ? RUN_ROWS : Math.max(1, count);
            for (int from = 0; from < count; from += step) {
                others.add(new Run(from, Math.min(count, from + step)));
            }
            take();
        }

        private void take() {
            current = others.poll();
            other = others.peek();
        }

        /** Goes to the next row; false after the last one. */
        boolean next() {
            if (current == null) {
                return false;
            }
            if (!started) {
                started = true;
                return true;
            }
            if (!current.advance()) {
                take();
                return current != null;
            }
            // Mostly the same part has the next row.
            if (other != null
                    && (other.begin < current.begin || (other.begin == current.begin && other.row > current.row))) {
                others.add(current);
                take();
            }
            return true;
        }

        long begin() {
            return current.begin;
        }

        long end() {
            return current.begin + current.reader.chunk.length(current.row % RowChunk.ROWS);
        }

        int name() {
            return current.reader.chunk.name(current.row % RowChunk.ROWS);
        }

        int category() {
            return current.reader.chunk.category(current.row % RowChunk.ROWS);
        }

        long data() {
            return current.reader.chunk.data(current.row % RowChunk.ROWS);
        }
    }
}
