package dev.zonecast.cli.export;

import dev.zonecast.trace.stats.BeginOrder;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Rows of a begin, an end, a name below a category and data; all but the last few are in a {@link RowSpill}. Added first, then sealed,
 * then read: chunk by chunk, in short runs that are sorted if there is an order, or all in that order. What is added is nearly in
 * order, so that few runs overlap.
 */
final class SpillRows {
    private static final int RUN_CHUNKS = RowSpill.RUN_ROWS / RowChunk.ROWS;
    private static final int RUN_WORDS = RowSpill.RUN_ROWS * RowChunk.WORDS;

    private static final int[] AS_ADDED = IntStream.range(0, RowSpill.RUN_ROWS).toArray();

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
    /** First begins of runs. */
    private long[] runBegins = new long[1];

    /** The last rows, packed, if they are no more than a chunk. */
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
        if (lastWords < RUN_WORDS) {
            last = Arrays.copyOf(last, lastWords * 2);
            return;
        }
        long[] full = last;
        spill.later(() -> {
            store(full, RowSpill.RUN_ROWS);
            spill.giveBack(full);
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
        if (rows > RowChunk.ROWS) {
            spill.later(() -> store(words, rows));
            return;
        }
        int[] order = order(words, rows);
        tail = spill.packed(words, order, rows);
        if (passedOn == 0) {
            // A profile may have 100,000 threads with a row: to hand each over would take longer than all else.
            beginRun(words, order);
        } else {
            spill.later(() -> beginRun(words, order));
        }
    }

    /** Stores a run; for the thread that does that. */
    private void store(long[] rows, int count) throws IOException {
        int[] order = order(rows, count);
        beginRun(rows, order);
        for (int from = 0; from < count; from += RowChunk.ROWS) {
            if (stored == places.length) {
                places = Arrays.copyOf(places, stored * 2);
            }
            places[stored++] = spill.append(rows, order, from, Math.min(RowChunk.ROWS, count - from));
        }
    }

    /** Notes a run behind what is stored. */
    private void beginRun(long[] rows, int[] order) {
        int run = stored / RUN_CHUNKS;
        if (run == runBegins.length) {
            runBegins = Arrays.copyOf(runBegins, run * 2);
        }
        runBegins[run] = rows[order[0] * RowChunk.WORDS];
    }

    /** How many were added. */
    int count() {
        return passedOn * RowSpill.RUN_ROWS + lastWords / RowChunk.WORDS;
    }

    /** How many chunks they are; all but the last one are full. */
    int chunks() {
        return Math.ceilDiv(count(), RowChunk.ROWS);
    }

    /** The earliest begin; the greatest number if there is no row. */
    long leastBegin() {
        return leastBegin;
    }

    private int[] order(long[] rows, int count) {
        if (!ordered) {
            return AS_ADDED;
        }
        long[] begins = new long[count];
        for (int i = 0; i < count; i++) {
            begins[i] = rows[i * RowChunk.WORDS];
        }
        return BeginOrder.of(begins, count);
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

    /** A run; of rows without an order, all. */
    private final class Run {
        private final int end;
        private int row;
        private long begin;
        /** Of one that was not begun, or that makes room for others, none. */
        private Reader reader;

        Run(int from, int end, long begin) {
            this.row = from;
            this.end = end;
            this.begin = begin;
        }

        /** It is read from now on. */
        void open() {
            if (reader == null) {
                reader = new Reader();
                show();
            }
        }

        private void show() {
            int _ = reader.openWhileWriting(row / RowChunk.ROWS);
            begin = reader.chunk.begin(row % RowChunk.ROWS);
        }

        boolean advance() {
            row++;
            if (row == end) {
                return false;
            }
            if (row % RowChunk.ROWS == 0) {
                show();
            } else {
                begin = reader.chunk.begin(row % RowChunk.ROWS);
            }
            return true;
        }
    }

    /** Goes through all rows in their order, those that are in none in the order in which they were added. */
    final class Cursor {
        /** So many runs wait in the middle of their rows with what was read of them: 8 MiB. */
        private static final int MAX_WAITING = 256;

        private final PriorityQueue<Run> others = new PriorityQueue<>(
                Comparator.comparingLong((Run run) -> run.begin).thenComparingInt(run -> -run.row));
        private Run current;
        private Run other;
        private boolean started;
        private int waiting;

        Cursor() {
            int count = count();
            int step = ordered ? RowSpill.RUN_ROWS : Math.max(1, count);
            for (int from = 0; from < count; from += step) {
                others.add(new Run(from, Math.min(count, from + step), runBegins[from / RowSpill.RUN_ROWS]));
            }
            take();
        }

        private void take() {
            current = others.poll();
            other = others.peek();
            if (current != null) {
                waiting -= current.reader == null ? 0 : 1;
                current.open();
            }
        }

        private void putBack() {
            if (waiting == MAX_WAITING) {
                current.reader = null;
            } else {
                waiting++;
            }
            others.add(current);
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
            // Mostly the same run has the next row.
            if (other != null
                    && (other.begin < current.begin || (other.begin == current.begin && other.row > current.row))) {
                putBack();
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
