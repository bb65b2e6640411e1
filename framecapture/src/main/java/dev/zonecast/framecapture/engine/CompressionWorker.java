package dev.zonecast.framecapture.engine;

import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.image.HandOver;
import dev.zonecast.core.image.WireBlocks;
import dev.zonecast.framecapture.Dxt1Encoder;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The thread that compresses. It takes pixels from a bounded queue of reused buffers, and writes the blocks straight into the image that
 * goes to the collector. One for all captures of a process; it starts with the first capture and sleeps when there is no image.
 *
 * <p>Any thread may claim and submit.
 */
public final class CompressionWorker {
    /** The worker of this process. */
    public static final CompressionWorker INSTANCE =
            new CompressionWorker(FrameImageQueue.INSTANCE, FrameImageQueue::isWanted);

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final int CAPACITY = 8;

    /** The collector takes images every millisecond, but a viewer that stalls may hold it up for longer. */
    private static final long COLLECTOR_LIMIT_NANOS = 200_000_000;

    private static final long POLL_NANOS = 200_000;

    private static final int WARM_UP_ROUNDS = 100;
    private static final int WARM_UP_WIDTH = 320;
    private static final int WARM_UP_HEIGHT = 32;

    private final FrameImageQueue target;
    private final BooleanSupplier wanted;
    private final HandOver<RawImage> images = new HandOver<>(CAPACITY, RawImage::new);

    private volatile Thread thread;
    private volatile boolean sleeping;

    // The worker's own.
    private final Dxt1Encoder fast = Dxt1Encoder.fast();
    private Dxt1Encoder quality;
    private boolean failureTold;

    /** A worker apart from that of the process, for tests. */
    CompressionWorker(FrameImageQueue target, BooleanSupplier wanted) {
        this.target = target;
        this.wanted = wanted;
    }

    /** A buffer to be filled, or null if all are full. */
    RawImage claim() {
        return images.claim();
    }

    /** Takes a claimed buffer back unused. */
    void giveBack(RawImage image) {
        images.giveBack(image);
    }

    /** Hands a claimed buffer over. It must not be touched afterwards. */
    void submit(RawImage image) {
        images.publish(image);
        if (thread == null && !start()) {
            return;
        }
        // Either the worker sees the image when it looks for a last time before it sleeps, or we see that it sleeps.
        VarHandle.fullFence();
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    /** True if all that was submitted is with the collector, or counted as dropped. */
    boolean isIdle() {
        return images.isIdle();
    }

    /** Starts the thread, so that it is ready when the first image comes. */
    void prepare() {
        if (thread == null) {
            start();
        }
    }

    private boolean start() {
        try {
            startThread();
            return true;
        } catch (OutOfMemoryError e) {
            // The system gives no thread; the next image tries again.
            tell(e);
            return false;
        }
    }

    private synchronized void startThread() {
        if (thread == null) {
            Thread worker =
                    Thread.ofPlatform().daemon().name("zonecast-framecapture").unstarted(this::run);
            worker.start();
            thread = worker;
        }
    }

    /**
     * Waits until everything that was submitted is with the collector.
     *
     * @return false if the time was not enough
     */
    boolean await(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        while (!images.isIdle()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private void run() {
        warmUp();
        while (true) {
            RawImage image = next();
            try {
                deliver(image);
            } catch (RuntimeException | Error e) {
                target.countDropped();
                tell(e);
            } finally {
                images.release(image);
            }
        }
    }

    /** Lets the JVM load the encoder, and compile some of it: the first picture would take some ten milliseconds. */
    private static void warmUp() {
        WireBlocks blocks = new WireBlocks(WARM_UP_WIDTH, WARM_UP_HEIGHT);
        int[] rgba = new int[WARM_UP_WIDTH * WARM_UP_HEIGHT];
        Dxt1Encoder encoder = Dxt1Encoder.scalar();
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            encoder.encode(rgba, blocks);
        }
    }

    private RawImage next() {
        RawImage image = images.take();
        while (image == null) {
            sleeping = true;
            image = images.take();
            if (image == null) {
                LockSupport.park(this);
            }
            sleeping = false;
        }
        return image;
    }

    private void deliver(RawImage image) {
        FrameImage result = claimResult();
        if (result == null) {
            return;
        }
        boolean complete = false;
        try {
            result.describe(image.frame(), image.width(), image.height(), image.bottomUp());
            compress(image, result.blocks());
            complete = true;
        } finally {
            if (complete) {
                target.publish(result);
            } else {
                target.giveBack(result);
            }
        }
    }

    /** Null if nobody wants images any more, or, which is counted, if the collector takes none. */
    private FrameImage claimResult() {
        long deadline = System.nanoTime() + COLLECTOR_LIMIT_NANOS;
        while (wanted.getAsBoolean()) {
            FrameImage result = target.claim();
            if (result != null) {
                return result;
            }
            if (System.nanoTime() - deadline >= 0) {
                target.countDropped();
                return null;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return null;
    }

    private void compress(RawImage image, WireBlocks blocks) {
        if (image.quality() && quality == null) {
            quality = Dxt1Encoder.quality();
        }
        (image.quality() ? quality : fast).encode(image.rgba(), blocks);
    }

    private void tell(Throwable cause) {
        if (!failureTold) {
            failureTold = true;
            LOG.log(Level.WARNING, "frame images cannot be compressed: {0}", String.valueOf(cause));
        }
    }
}
