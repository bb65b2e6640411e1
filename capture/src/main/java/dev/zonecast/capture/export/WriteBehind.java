package dev.zonecast.capture.export;

import dev.zonecast.core.fxt.WrittenPages;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Writes to a stream on a thread of its own, a few chunks behind the one who gives them. What goes wrong is thrown by a later call, by
 * {@link #close} at the latest. For one writing thread.
 */
final class WriteBehind extends OutputStream {
    private static final int CHUNKS = 4;
    private static final int CHUNK_BYTES = 512 << 10;

    /** An empty one is the last. */
    private static final class Chunk {
        private final byte[] bytes = new byte[CHUNK_BYTES];
        private int length;
    }

    private final OutputStream out;
    private final WrittenPages pages;
    private long written;
    private final BlockingQueue<Chunk> free = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;
    private volatile Throwable failure;
    private Chunk current = new Chunk();
    private boolean closed;

    /** Both are this one's from here on. */
    WriteBehind(OutputStream out, WrittenPages pages) {
        this.out = out;
        this.pages = pages;
        for (int i = 1; i < CHUNKS; i++) {
            free.add(new Chunk());
        }
        thread = Thread.ofPlatform().daemon().name("zonecast-write-behind").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                Chunk chunk = full.take();
                if (chunk.length == 0) {
                    return;
                }
                write(chunk);
                chunk.length = 0;
                free.put(chunk);
            }
        } catch (InterruptedException e) {
            // Nobody has a reason to.
            failure = e;
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever it is, the other thread throws it.
    private void write(Chunk chunk) {
        // After a failure chunks go round all the same, so that nobody waits for one.
        if (failure == null) {
            try {
                out.write(chunk.bytes, 0, chunk.length);
                written += chunk.length;
                pages.written(written);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (current.length == CHUNK_BYTES) {
                passOn();
                check();
            }
            int part = Math.min(length - done, CHUNK_BYTES - current.length);
            System.arraycopy(bytes, from + done, current.bytes, current.length, part);
            current.length += part;
            done += part;
        }
    }

    private void passOn() throws IOException {
        try {
            full.put(current);
            current = free.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    private void check() throws IOException {
        switch (failure) {
            case null -> {
                // All is well.
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IOException(e);
        }
    }

    /** Writes what there is, and closes the stream. Throws what went wrong, now or before. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            if (current.length > 0) {
                passOn();
            }
            full.add(new Chunk());
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
            check();
        } finally {
            pages.close();
        }
    }
}
