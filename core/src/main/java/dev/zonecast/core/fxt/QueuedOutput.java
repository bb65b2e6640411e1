package dev.zonecast.core.fxt;

import dev.zonecast.core.RecordingException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Hands records to another output on a thread of its own, some buffers behind the one who gives them: neither waits for the other as
 * long as the disk is fast enough on the whole. Buffers are made as they are needed, {@value #MAX_BUFFERS} at most; then the giver
 * waits.
 */
final class QueuedOutput implements RecordOutput {
    /** With the buffers of {@link FxtWriter} 32 MiB: what a fast program tells in the tenth of a second that a disk may stall. */
    static final int MAX_BUFFERS = 32;

    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final RecordOutput target;
    private final WrittenPages pages;
    private final BlockingQueue<ByteBuffer> full = new ArrayBlockingQueue<>(MAX_BUFFERS + 1);
    private final BlockingQueue<ByteBuffer> free = new ArrayBlockingQueue<>(MAX_BUFFERS);
    private final Thread thread;

    // The giver's.
    private int made = 1;
    private long takenBytes;
    private boolean told;

    private volatile RecordingException failure;
    private volatile long closeDeadlineNanos;

    /** The target is this one's from here on. */
    QueuedOutput(RecordOutput target) {
        this.target = target;
        this.pages = WrittenPages.of(target.path(), 0);
        thread = Thread.ofPlatform().daemon().name("zonecast-record-writer").start(this::run);
    }

    @Override
    public Path path() {
        return target.path();
    }

    @Override
    public long writtenBytes() {
        return takenBytes;
    }

    @Override
    public boolean failed() {
        return failure != null;
    }

    @Override
    public void write(ByteBuffer records) throws RecordingException {
        ByteBuffer copy = ByteBuffer.allocateDirect(records.remaining());
        copy.put(records).flip();
        made++;
        ByteBuffer _ = exchange(copy);
    }

    @Override
    public ByteBuffer exchange(ByteBuffer records) throws RecordingException {
        if (failure != null) {
            told = true;
            throw failure;
        }
        takenBytes += records.remaining();
        full.add(records);
        ByteBuffer next = free.poll();
        if (next == null && made < MAX_BUFFERS) {
            made++;
            return ByteBuffer.allocateDirect(records.capacity());
        }
        return next == null ? awaitFree() : next;
    }

    private ByteBuffer awaitFree() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return free.take();
                } catch (InterruptedException e) {
                    // What was accepted is written all the same.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        try {
            for (ByteBuffer records = full.take(); records != END; records = full.take()) {
                passOn(records);
                free.add(records);
            }
            target.close(Math.max(0, closeDeadlineNanos - System.nanoTime()));
        } catch (RecordingException e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(new RecordingException(path(), "recording " + path() + " was interrupted", e));
            Thread.currentThread().interrupt();
        } finally {
            pages.close();
        }
    }

    private void passOn(ByteBuffer records) {
        // After a failure buffers go round all the same, so that nobody waits for one.
        if (failure == null) {
            try {
                target.write(records);
                pages.written(target.writtenBytes());
            } catch (RecordingException e) {
                fail(e);
            } catch (RuntimeException | Error e) {
                fail(new RecordingException(path(), "recording " + path() + " failed: " + e, e));
            }
        }
    }

    private void fail(RecordingException e) {
        if (failure == null) {
            failure = e;
        }
    }

    @Override
    public void close(long limitNanos) throws RecordingException {
        closeDeadlineNanos = System.nanoTime() + limitNanos;
        full.add(END);
        boolean interrupted = false;
        long left = limitNanos;
        while (left > 0 && thread.isAlive()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = closeDeadlineNanos - System.nanoTime();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null && !told) {
            told = true;
            throw failure;
        }
    }
}
