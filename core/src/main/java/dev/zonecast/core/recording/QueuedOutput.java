package dev.zonecast.core.recording;

import dev.zonecast.core.RecordingException;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.fxt.write.FxtWriter;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.fxt.write.RecordThinning;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Hands records to another output on a thread of its own, some buffers behind the giver: neither waits for the other as long as the
 * disk is fast enough on the whole. Buffers are made as they are needed, {@value #MAX_BUFFERS} at most. Beyond that {@link WhenFull}
 * decides.
 */
final class QueuedOutput implements RecordOutput {
    /** With the buffers of {@link FxtWriter} 32 MiB: what a fast program records in the tenth of a second that a disk may stall. */
    static final int MAX_BUFFERS = 32;

    /** Further ones for what {@link RecordThinning} keeps. */
    static final int MOST_KEPT_BUFFERS = 8;

    /** What the giver does while the queue is full. */
    enum WhenFull {
        /** It waits for the disk, in {@link #close} too. */
        WAIT,
        /** It goes on at once, with fewer records: see {@link RecordThinning}. */
        DROP
    }

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final RecordOutput target;
    private final WhenFull whenFull;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final LinkedBlockingDeque<ByteBuffer> free = new LinkedBlockingDeque<>();
    private final Thread thread;

    // The giver's.
    private final RecordThinning thinning = new RecordThinning();
    private int made = 1;
    private int keptBytes;
    private long takenBytes;
    private long handedBuffers;

    /** The failure has been thrown or logged. */
    private final AtomicBoolean told = new AtomicBoolean();

    // The thread's.
    private boolean ended;

    private final AtomicLong writtenBuffers = new AtomicLong();
    private volatile RecordingException failure;

    /** Made ahead: when it is needed, there may be no memory for a message. */
    private final RecordingException broken;

    private volatile long closeDeadlineNanos;

    /** Nothing is added to the queue any more. */
    private volatile boolean closing;

    /** The target is this one's from here on. */
    QueuedOutput(RecordOutput target, WhenFull whenFull) {
        this.target = target;
        this.whenFull = whenFull;
        this.takenBytes = target.writtenBytes();
        broken = new RecordingException(path(), "recording " + path() + " failed: its thread ran out of memory", null);
        thread = Thread.ofPlatform()
                .daemon()
                .name("zonecast-record-writer")
                .inheritInheritableThreadLocals(false)
                .start(this::run);
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
    public long fileBytes() {
        return target.fileBytes();
    }

    @Override
    public boolean isInPieces() {
        return target.isInPieces();
    }

    @Override
    public long flushIntervalNanos() {
        return target.flushIntervalNanos();
    }

    @Override
    public boolean failed() {
        return failure != null;
    }

    // --- the giver

    /** {@inheritDoc} Nothing may be written to the buffer afterwards. */
    @Override
    public void write(ByteBuffer records) throws RecordingException {
        requireNoFailure();
        hand(records);
    }

    @Override
    public ByteBuffer exchange(ByteBuffer records) throws RecordingException {
        requireNoFailure();
        keptBytes = 0;
        ByteBuffer next = freeOrMade(records.capacity(), MAX_BUFFERS);
        if (next == null && whenFull == WhenFull.DROP) {
            return thinned(records);
        }
        hand(records);
        // What was accepted is written, even if the giver is interrupted.
        return next == null ? uninterrupted(free::takeFirst) : next;
    }

    private void requireNoFailure() throws RecordingException {
        RecordingException failed = failure;
        if (failed != null) {
            told.set(true);
            throw failed;
        }
    }

    /** Null if there are as many buffers as there may be, or there is no memory for one. */
    private ByteBuffer freeOrMade(int capacity, int most) {
        ByteBuffer next = free.pollFirst();
        if (next == null && made < most) {
            try {
                next = ByteBuffer.allocateDirect(capacity);
                made++;
            } catch (OutOfMemoryError e) {
                return null;
            }
        }
        return next;
    }

    private void hand(ByteBuffer records) {
        takenBytes += records.remaining();
        handedBuffers++;
        add(() -> {
            passOn(records);
            // The last one that was used is in the processor's cache.
            free.addFirst(records);
        });
    }

    private void add(Runnable work) {
        queue.add(work);
        LockSupport.unpark(thread);
    }

    private ByteBuffer thinned(ByteBuffer records) throws RecordingException {
        Memory memory = Memory.ofBuffer(records);
        int bytes = records.remaining();
        long before = thinning.dropped();
        int kept = thinning.thin(memory, bytes, false);
        if (kept > records.capacity() / 2) {
            kept = thinning.thin(memory, kept, true);
        }
        if (before == 0) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    () -> "recording " + path()
                            + ": its disk is too slow, records are lost. They are counted as lost records"
                            + " (Zonecast.statistics)");
        }
        RecordingLosses.RECORDS.add(thinning.dropped() - before);
        takenBytes += bytes - kept;
        if (kept <= records.capacity() / 2) {
            keptBytes = kept;
            return records.clear();
        }
        ByteBuffer next = freeOrMade(records.capacity(), MAX_BUFFERS + MOST_KEPT_BUFFERS);
        if (next == null) {
            fail(new RecordingException(
                    path(), "recording " + path() + " ends: its disk stands still, and names fill its queue", null));
            requireNoFailure();
        }
        hand(records.limit(kept));
        return next;
    }

    @Override
    public int keptBytes() {
        return keptBytes;
    }

    @Override
    public long losses() {
        return thinning.dropped();
    }

    @Override
    public boolean hasRoom() {
        return whenFull == WhenFull.WAIT || made < MAX_BUFFERS || !free.isEmpty();
    }

    @Override
    public boolean isIdle() {
        return writtenBuffers.get() == handedBuffers;
    }

    @Override
    public CompletableFuture<Void> written() {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        add(() -> reached.complete(null));
        return reached;
    }

    /** Waits for something that comes in any case. */
    private static <T> T uninterrupted(Callable<T> awaited) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return awaited.call();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // --- the thread

    private void run() {
        Step next = this::takeNext;
        Step close = () -> target.close(Math.max(0, closeDeadlineNanos - System.nanoTime()));
        // Whatever fails, the giver gets its buffers, and the target is closed.
        while (!ended) {
            attempt(next);
        }
        attempt(close);
        tellAtTheEnd();
    }

    private void takeNext() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        // Before the look at the queue: what was added before the end is found.
        boolean isLast = closing;
        Runnable next = queue.poll();
        if (next != null) {
            next.run();
        } else if (isLast) {
            ended = true;
        } else {
            LockSupport.park(this);
        }
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void attempt(Step step) {
        try {
            try {
                step.run();
            } catch (IOException e) {
                fail(e);
            } catch (InterruptedException e) {
                fail(new RecordingException(path(), "recording " + path() + " was interrupted", e));
            } catch (RuntimeException | Error e) {
                fail(new RecordingException(path(), "recording " + path() + " failed: " + e, e));
            }
        } catch (OutOfMemoryError e) {
            fail(broken);
        }
    }

    /** Nobody calls any more who could be told. */
    private void tellAtTheEnd() {
        if (whenFull == WhenFull.DROP && failure != null && told.compareAndSet(false, true)) {
            LOG.log(Level.WARNING, "{0}", failure.getMessage());
        }
    }

    private void passOn(ByteBuffer records) {
        // After a failure buffers go round all the same, so that nobody waits for one.
        if (failure == null) {
            attempt(() -> target.write(records));
        }
        writtenBuffers.getAndIncrement();
    }

    private void fail(IOException e) {
        if (failure == null) {
            failure = e instanceof RecordingException known
                    ? known
                    : new RecordingException(path(), "recording " + path() + " failed: " + e, e);
        }
    }

    // --- the end

    @Override
    public void close(long limitNanos) throws RecordingException {
        closeDeadlineNanos = System.nanoTime() + limitNanos;
        // Before the log, which may throw. It takes no memory, of which there may be none.
        closing = true;
        LockSupport.unpark(thread);
        if (thinning.dropped() > 0) {
            LOG.log(
                    Level.WARNING,
                    "recording {0} lost {1} records: its disk was too slow",
                    path(),
                    Long.toString(thinning.dropped()));
        }
        if (whenFull == WhenFull.WAIT) {
            boolean ignored = awaitClosed(limitNanos);
            if (failure != null && told.compareAndSet(false, true)) {
                throw failure;
            }
        }
    }

    @Override
    public boolean awaitClosed(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        return uninterrupted(() -> thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime()))));
    }
}
