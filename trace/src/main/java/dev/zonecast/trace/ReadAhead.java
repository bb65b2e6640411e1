package dev.zonecast.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads a stream on a thread of its own, a few chunks ahead of the consumer: a file is copied out of the system's memory, or
 * decompressed, while what came before is understood. For one reading thread.
 */
public final class ReadAhead extends InputStream {
    private static final int CHUNKS = 3;
    private static final int CHUNK_BYTES = 512 << 10;

    private final InputStream in;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("zonecast-read-ahead").factory());
    /** Chunks that are being read, the next one first. Without bytes: the end. */
    private final Queue<Future<ByteBuffer>> ahead = new ArrayDeque<>();

    private ByteBuffer current = chunk();

    /** Starts to read. */
    public ReadAhead(InputStream in) {
        this.in = in;
        for (int i = 0; i < CHUNKS; i++) {
            ahead.add(reader.submit(() -> fill(chunk())));
        }
    }

    private static ByteBuffer chunk() {
        return ByteBuffer.allocate(CHUNK_BYTES).flip();
    }

    @SuppressWarnings("ByteBufferBackingArray") // All are made by allocate.
    private ByteBuffer fill(ByteBuffer chunk) throws IOException {
        return chunk.clear().limit(Math.max(0, in.read(chunk.array())));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (!current.hasRemaining() && !ahead.isEmpty()) {
            next();
        }
        if (!current.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, current.remaining());
        current.get(bytes, from, count);
        return count;
    }

    private void next() throws IOException {
        ByteBuffer read = current;
        try {
            current = ahead.remove().get();
        } catch (ExecutionException e) {
            ahead.clear();
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new AssertionError(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
        if (current.hasRemaining()) {
            ahead.add(reader.submit(() -> fill(read)));
        } else {
            ahead.clear();
        }
    }

    @Override
    public void close() throws IOException {
        var _ = reader.shutdownNow();
        reader.close();
        in.close();
    }
}
