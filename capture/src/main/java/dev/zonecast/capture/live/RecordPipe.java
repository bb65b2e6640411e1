package dev.zonecast.capture.live;

import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records on their way from the thread that writes them to a thread that reads them. The writer waits while the pipe is full. */
final class RecordPipe implements RecordOutput {
    /** Of at most {@link RecordOutput#BUFFER_BYTES}. */
    private static final int MAX_PARTS = 4;

    private static final int WAIT_MILLIS = 20;
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> parts = new ArrayBlockingQueue<>(MAX_PARTS);
    private long writtenBytes;
    private volatile boolean readerEnded;

    @Override
    public Path path() {
        return Path.of("live");
    }

    @Override
    public long writtenBytes() {
        return writtenBytes;
    }

    @Override
    public boolean failed() {
        return readerEnded;
    }

    @Override
    public void write(ByteBuffer records) throws IOException {
        if (records.hasRemaining()) {
            byte[] part = new byte[records.remaining()];
            records.get(part);
            writtenBytes += part.length;
            put(part);
        }
    }

    @Override
    public void close(long limitNanos) throws IOException {
        if (!readerEnded) {
            put(END);
        }
    }

    private void put(byte[] part) throws IOException {
        try {
            while (!parts.offer(part, WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                if (readerEnded) {
                    throw new IOException("the reader of the live session has ended");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the live session was interrupted");
        }
    }

    /** Nothing is read any more; the writer must not wait for room. */
    void endReading() {
        readerEnded = true;
    }

    /**
     * The other end, for one thread.
     *
     * @param whenWaiting called some times a second while there is nothing to read, and before each part
     */
    InputStream in(Runnable whenWaiting) {
        return new InputStream() {
            private byte[] part = END;
            private int position;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                while (part != null && position == part.length) {
                    whenWaiting.run();
                    take();
                }
                if (part == null) {
                    return -1;
                }
                int count = Math.min(length, part.length - position);
                System.arraycopy(part, position, target, from, count);
                position += count;
                return count;
            }

            private void take() throws IOException {
                try {
                    byte[] next = parts.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
                    if (next != null) {
                        part = next == END ? null : next;
                        position = 0;
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("the live session was interrupted");
                }
            }
        };
    }
}
