package dev.zonecast.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Rows that are too many for the memory, in a file that is gone when this is closed. They are sorted, packed and written on a thread
 * of their own, while others are still being read; the system keeps as much of the file in memory as there is room for. One thread
 * gives rows; once they are settled, any number of threads read them.
 */
final class RowSpill implements Closeable {
    /** So many are handed over and sorted together: 32 KiB. */
    static final int RUN_ROWS = 4 * RowChunk.ROWS;

    /** So many jobs are handed over at once: to wake the thread takes longer than most jobs. */
    private static final int BATCH_JOBS = 4;

    /** Batches that may wait for the thread: 1 MiB. */
    private static final int MAX_WAITING = 8;

    private static final int BUFFER_BYTES = 256 << 10;

    /** Something that the thread does; what it throws, {@link #later} or {@link #settle} throws. */
    interface Job {
        void run() throws IOException;
    }

    private final Path path;
    private final FileChannel channel;
    private final ExecutorService thread;
    private final Semaphore room = new Semaphore(MAX_WAITING);
    private final Queue<long[]> spare = new ArrayBlockingQueue<>(MAX_WAITING * BATCH_JOBS);
    private volatile Throwable failure;

    // For the one who gives jobs.
    private List<Job> batch = new ArrayList<>();
    private final RowChunk.Packer ownPacker = new RowChunk.Packer();
    private final byte[] ownBuffer = new byte[RowChunk.MAX_BYTES];

    /** Something was given to the thread since it settled. */
    private boolean busy;

    // For the thread alone.
    private final RowChunk.Packer packer = new RowChunk.Packer();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private long size;

    RowSpill() throws IOException {
        path = Files.createTempFile("zonecast-export", ".tmp");
        path.toFile().deleteOnExit();
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("zonecast-rows").factory());
    }

    /** A chunk of rows in memory of its own, with room behind it for a reader. */
    byte[] packed(long[] rows, int[] order, int count) {
        int end = ownPacker.pack(rows, order, 0, count, ownBuffer, 0);
        return Arrays.copyOf(ownBuffer, end + RowChunk.SPARE_BYTES);
    }

    /** Has the thread do something, after what it was given before; at {@link #settle} at the latest. */
    void later(Job job) throws IOException {
        busy = true;
        batch.add(job);
        if (batch.size() == BATCH_JOBS) {
            handOver();
        }
    }

    private void handOver() throws IOException {
        take(1);
        List<Job> jobs = batch;
        batch = new ArrayList<>(BATCH_JOBS);
        thread.execute(() -> {
            try {
                jobs.forEach(this::run);
            } finally {
                room.release();
            }
        });
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever it is, the other thread throws it.
    private void run(Job job) {
        try {
            if (failure == null) {
                job.run();
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Waits until all is done and can be read. */
    void settle() throws IOException {
        if (!busy) {
            return;
        }
        batch.add(this::flush);
        handOver();
        busy = false;
        take(MAX_WAITING);
        room.release(MAX_WAITING);
    }

    private void take(int permits) throws IOException {
        try {
            room.acquire(permits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
        if (failure != null) {
            room.release(permits);
            throw new IOException("temporary file " + path + ": " + failure.getMessage(), failure);
        }
    }

    /** Memory for the rows of a run. */
    long[] memory() {
        long[] words = spare.poll();
        return words != null ? words : new long[RUN_ROWS * RowChunk.WORDS];
    }

    /** It is not needed any more. */
    void giveBack(long[] words) {
        spare.offer(words);
    }

    /** For the thread: appends some rows of an order, a chunk at most, and returns where they begin. */
    long append(long[] rows, int[] order, int from, int count) throws IOException {
        if (BUFFER_BYTES - buffered < RowChunk.MAX_BYTES) {
            flush();
        }
        long at = size;
        int end = packer.pack(rows, order, from, count, buffer, buffered);
        size += end - buffered;
        buffered = end;
        return at;
    }

    private void flush() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, buffered);
        while (bytes.hasRemaining()) {
            int _ = channel.write(bytes);
        }
        buffered = 0;
    }

    /** Reads as many bytes from a place on, or all there are; returns how many. */
    int read(long at, byte[] target, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(target, 0, length);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {
            // Until all is there.
        }
        return bytes.position();
    }

    @Override
    public void close() throws IOException {
        thread.shutdown();
        // What is left to do finds the channel closed.
        channel.close();
        thread.close();
        Files.deleteIfExists(path);
    }
}
