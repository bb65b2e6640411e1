package dev.zonecast.framecapture.engine;

import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.framecapture.Dxt1Encoder;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The thread that compresses. It takes pixels from a bounded queue of reused buffers, and writes the blocks straight into the image that
 * goes to the collector. One for all captures of a process; it starts with the first image and sleeps when there is none.
 *
 * <p>Any thread may claim and submit.
 */
public final class CompressionWorker {
    /** The worker of this process. */
    public static final CompressionWorker INSTANCE =
            new CompressionWorker(FrameImageQueue.INSTANCE, FrameImageQueue::isWanted);

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final int CAPACITY = 8;

    /** The collector takes images each 20 ms or sooner; a viewer that stalls may hold it up for longer. */
    private static final long COLLECTOR_LIMIT_NANOS = 200_000_000;

    private static final long POLL_NANOS = 200_000;

    private final FrameImageQueue target;
    private final BooleanSupplier wanted;
    private final ArrayBlockingQueue<RawImage> free = new ArrayBlockingQueue<>(CAPACITY);
    private final ArrayBlockingQueue<RawImage> submitted = new ArrayBlockingQueue<>(CAPACITY);
    private volatile Thread thread;

    // The worker's own.
    private final Dxt1Encoder fast = Dxt1Encoder.fast();
    private final Dxt1Encoder quality = Dxt1Encoder.quality();
    private boolean failureTold;

    /** A worker of its own, for tests. */
    CompressionWorker(FrameImageQueue target, BooleanSupplier wanted) {
        this.target = target;
        this.wanted = wanted;
        for (int i = 0; i < CAPACITY; i++) {
            free.add(new RawImage());
        }
    }

    /** A buffer to be filled, or null if all are full. */
    RawImage claim() {
        return free.poll();
    }

    /** Takes a claimed buffer back unused. */
    void giveBack(RawImage image) {
        free.add(image);
    }

    /** Hands a claimed buffer over. It must not be touched afterwards. */
    void submit(RawImage image) {
        submitted.add(image);
        if (thread == null) {
            start();
        }
    }

    /** True if all that was submitted is with the collector, or counted as dropped. */
    boolean isIdle() {
        return free.remainingCapacity() == 0;
    }

    private synchronized void start() {
        if (thread != null) {
            return;
        }
        try {
            Thread worker =
                    Thread.ofPlatform().daemon().name("zonecast-framecapture").unstarted(this::run);
            worker.start();
            thread = worker;
        } catch (OutOfMemoryError e) {
            // The system gives no thread; the next image tries again.
            tell(e);
        }
    }

    /**
     * Waits until everything that was submitted is with the collector.
     *
     * @return false if the time was not enough
     */
    boolean await(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        while (!isIdle()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private void run() {
        while (true) {
            RawImage image = next();
            try {
                deliver(image);
            } catch (RuntimeException | Error e) {
                countLost(image);
                tell(e);
            } finally {
                free.add(image);
            }
        }
    }

    private RawImage next() {
        while (true) {
            try {
                return submitted.take();
            } catch (InterruptedException e) {
                // Not by us: the thread goes on.
            }
        }
    }

    private void deliver(RawImage image) {
        ImageEvent result = claimResult(image);
        if (result == null) {
            return;
        }
        try {
            result.describe(image.frame, image.width, image.height, image.bottomUp);
            (image.quality ? quality : fast).encode(image.rgba, image.width, image.height, result.blocks());
        } catch (RuntimeException | Error e) {
            target.giveBack(result);
            throw e;
        }
        target.publish(result);
    }

    /** Null without a listener, or if the collector's queue is full (counted). */
    private ImageEvent claimResult(RawImage image) {
        long deadline = System.nanoTime() + COLLECTOR_LIMIT_NANOS;
        while (wanted.getAsBoolean()) {
            ImageEvent result = target.claim();
            if (result != null) {
                return result;
            }
            if (System.nanoTime() - deadline >= 0) {
                countLost(image);
                return null;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return null;
    }

    private void countLost(RawImage image) {
        target.countDropped();
        if (image.lost != null) {
            image.lost.incrementAndGet();
        }
    }

    private void tell(Throwable cause) {
        if (!failureTold) {
            failureTold = true;
            LOG.log(Level.WARNING, "frame images cannot be compressed: {0}", String.valueOf(cause));
        }
    }
}
