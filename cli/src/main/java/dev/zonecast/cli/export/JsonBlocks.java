package dev.zonecast.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Long arrays whose values are made by several threads, a block at a time, and written in their order by the one who wants them. A few
 * blocks are ahead of what is written. One that is longer than its buffer waits until all before it are written, and goes on from
 * there past the buffer, so that memory is bounded whatever values are.
 */
final class JsonBlocks implements Closeable {
    private static final int MAX_THREADS = 4;
    private static final int AHEAD = 8;
    /** Enough for a block of rows, whatever column of numbers it is of. */
    private static final int BUFFER_BYTES = 1 << 20;

    /** Rows of a block, in chunks of them: a tenth of a millisecond, so that handing over does not count. */
    static final int ROW_CHUNKS = 64;

    /** So many are worth several threads. */
    private static final int MANY_VALUES = 1 << 16;

    /** Makes the values of a block, on any thread. */
    interface Maker {
        void make(int block, JsonArray values);
    }

    /** What one thread writes at a time; used again. */
    private static final class Block extends OutputStream {
        private final JsonArray values = new JsonArray(this, BUFFER_BYTES);
        private CountDownLatch turn;
        private OutputStream target;
        private Future<?> made;

        void begin(OutputStream newTarget) {
            target = newTarget;
            turn = new CountDownLatch(1);
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                turn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException("interrupted").initCause(e);
            }
            target.write(bytes, from, length);
        }
    }

    private final ExecutorService threads;
    private final Deque<Block> free = new ArrayDeque<>();
    private final Deque<Block> underWay = new ArrayDeque<>();

    JsonBlocks() {
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_THREADS);
        threads = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("zonecast-columns-", 1).factory());
    }

    /**
     * Writes an array in an object that was begun.
     *
     * @param blocks how many; none of them is empty
     * @param values of all of them together
     */
    void write(JsonGenerator json, String name, int blocks, long values, Maker maker) {
        if (values < MANY_VALUES) {
            JsonArray.write(json, name, values, array -> {
                for (int i = 0; i < blocks; i++) {
                    maker.make(i, array);
                }
            });
            return;
        }
        json.writeName(name).writeStartArray();
        // The generator takes the array for an empty one.
        json.flush();
        OutputStream out = (OutputStream) json.streamWriteOutputTarget();
        for (int i = 0; i < blocks; i++) {
            if (underWay.size() == AHEAD) {
                writeFirst();
            }
            begin(i, i == blocks - 1, maker, out);
        }
        while (!underWay.isEmpty()) {
            writeFirst();
        }
        json.writeEndArray();
    }

    private void begin(int number, boolean isLast, Maker maker, OutputStream out) {
        Block block = free.isEmpty() ? new Block() : free.pop();
        block.begin(out);
        block.made = threads.submit(() -> {
            maker.make(number, block.values);
            if (isLast) {
                block.values.end();
            }
        });
        underWay.add(block);
    }

    private void writeFirst() {
        Block block = underWay.remove();
        block.turn.countDown();
        try {
            block.made.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw JacksonIOException.construct((IOException) new InterruptedIOException("interrupted").initCause(e));
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw new AssertionError(e);
            }
        }
        block.values.drain();
        free.push(block);
    }

    /** Ends the threads; blocks that nobody wants any more, because something has failed, are not waited for. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
