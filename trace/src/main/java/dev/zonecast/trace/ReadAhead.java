package dev.zonecast.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Reads a stream on a thread of its own, a few chunks ahead of the consumer: a file is copied out of the system's memory, or
 * decompressed, while what came before is understood. For one reading thread.
 */
public final class ReadAhead extends InputStream {
    private static final int CHUNKS = 4;
    private static final int CHUNK_BYTES = 512 << 10;

    /** Bytes, or the end: none, perhaps with the failure that came then. */
    private static final class Chunk {
        private final byte[] bytes = new byte[CHUNK_BYTES];
        private int length;
        private Throwable failure;
    }

    private final InputStream in;
    private final BlockingQueue<Chunk> free = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;
    private Chunk current;
    private int position;

    /** Begins to read at once. The stream is this one's from here on. */
    public ReadAhead(InputStream in) {
        this.in = in;
        for (int i = 0; i < CHUNKS; i++) {
            free.add(new Chunk());
        }
        thread = Thread.ofPlatform().daemon().name("zonecast-read-ahead").start(this::run);
    }

    private void run() {
        try {
            Chunk chunk;
            do {
                chunk = free.take();
                fill(chunk);
                // The reader may change it as soon as it is there.
            } while (passOn(chunk));
        } catch (InterruptedException e) {
            // close(): nobody wants the rest.
            Thread.currentThread().interrupt();
        }
    }

    private boolean passOn(Chunk chunk) throws InterruptedException {
        boolean more = chunk.length > 0 && chunk.failure == null;
        full.put(chunk);
        return more;
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever it is, the other thread throws it.
    private void fill(Chunk chunk) {
        chunk.length = 0;
        chunk.failure = null;
        try {
            // Not until it is full: what a pipe brings is to be seen at once.
            chunk.length = Math.max(0, in.read(chunk.bytes, 0, CHUNK_BYTES));
        } catch (IOException | RuntimeException | Error e) {
            chunk.failure = e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (current == null || position == current.length) {
            if (isOver()) {
                return -1;
            }
            next();
            if (isOver()) {
                rethrow(current.failure);
                return -1;
            }
        }
        int count = Math.min(length, current.length - position);
        System.arraycopy(current.bytes, position, bytes, from, count);
        position += count;
        return count;
    }

    private boolean isOver() {
        return current != null && current.length == 0;
    }

    private void next() throws IOException {
        try {
            if (current != null) {
                free.put(current);
            }
            current = full.take();
            position = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    private static void rethrow(Throwable failure) throws IOException {
        switch (failure) {
            case null -> {
                // The end.
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
        }
    }

    /** Stops reading; the stream is closed. */
    @Override
    public void close() throws IOException {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        in.close();
    }
}
