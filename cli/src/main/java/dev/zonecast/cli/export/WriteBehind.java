package dev.zonecast.cli.export;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Writes to a channel on a thread of its own, a few chunks behind the one who gives them. What goes wrong is thrown by a later call, by
 * {@link #close} at the latest. For one writing thread.
 */
final class WriteBehind extends OutputStream {
    private static final int CHUNKS = 4;
    private static final int CHUNK_BYTES = 512 << 10;

    /** Comes after the last one. */
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final WritableByteChannel out;
    private final BlockingQueue<ByteBuffer> free = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<ByteBuffer> full = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;
    private volatile Throwable failure;
    private ByteBuffer current = chunk();
    private boolean closed;

    /** @param out gets chunks whole; it is this one's from here on */
    WriteBehind(WritableByteChannel out) {
        this.out = out;
        for (int i = 1; i < CHUNKS; i++) {
            free.add(chunk());
        }
        thread = Thread.ofPlatform().daemon().name("zonecast-write-behind").start(this::run);
    }

    private static ByteBuffer chunk() {
        return ByteBuffer.allocateDirect(CHUNK_BYTES + LargeFile.ALIGNMENT)
                .alignedSlice(LargeFile.ALIGNMENT)
                .limit(CHUNK_BYTES);
    }

    private void run() {
        try {
            while (true) {
                ByteBuffer chunk = full.take();
                if (chunk == END) {
                    return;
                }
                write(chunk.flip());
                free.put(chunk.clear().limit(CHUNK_BYTES));
            }
        } catch (InterruptedException e) {
            // Nobody has a reason to.
            failure = e;
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever it is, the other thread throws it.
    private void write(ByteBuffer chunk) {
        // After a failure chunks go round all the same, so that nobody waits for one.
        if (failure == null) {
            try {
                while (chunk.hasRemaining()) {
                    int _ = out.write(chunk);
                }
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
            if (!current.hasRemaining()) {
                passOn();
                check();
            }
            int part = Math.min(length - done, current.remaining());
            current.put(bytes, from + done, part);
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
            if (current.position() > 0) {
                passOn();
            }
            full.add(END);
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
        }
    }
}
