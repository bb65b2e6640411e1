package dev.zonecast.framecapture.engine;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.framecapture.CaptureStatistics;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;

/**
 * The course of a capture, whatever draws: which frames, into which slot, and where a picture goes that is ready. All calls come on the
 * thread that captures; none waits but {@link #close}, and none allocates once sizes stay the same.
 *
 * <p>A frame goes {@link #collect}, {@link #begin}, and then {@link #submitted} or {@link #refused}.
 */
public final class CaptureEngine<S extends CaptureSlot> {
    /** False if the program was started with {@code -Dzonecast.enabled=false}. */
    public static final boolean ENABLED = Zonecast.isEnabled();

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long POLL_NANOS = 200_000;

    private final CaptureDevice<S> device;
    private final CaptureOptions options;
    private final CaptureSchedule schedule;
    private final SlotRing<S> ring;
    private final FrameImageQueue queue;
    private final CompressionWorker worker;

    private long lastFrame = -1;
    private long images;
    private long skippedLate;
    private long skippedSource;
    private long skippedRepeated;
    private long dropped;
    private long wrongCalls;
    private long lagFrames;
    private boolean obstacleTold;

    /**
     * An engine whose images go to the collector.
     *
     * @param device null for an engine that only counts
     */
    public CaptureEngine(CaptureDevice<S> device, CaptureOptions options) {
        this(device, options, FrameImageQueue.INSTANCE, CompressionWorker.INSTANCE);
    }

    /** With a queue and a worker apart from those of the process, for tests. */
    CaptureEngine(CaptureDevice<S> device, CaptureOptions options, FrameImageQueue queue, CompressionWorker worker) {
        this.device = device;
        this.options = options;
        this.queue = queue;
        this.worker = worker;
        schedule = new CaptureSchedule(options.rate());
        ring = new SlotRing<>(() -> device.createSlot(), slot -> device.destroySlot(slot));
        if (ENABLED && device != null && !device.compresses()) {
            worker.prepare();
        }
    }

    /** False while nothing is to be done: nobody listens, and no picture is outstanding. */
    public boolean hasWork() {
        return Zonecast.isActive() || ring.busy() > 0;
    }

    /** Hands over the pictures that are ready, in the order of their frames. */
    public void collect() {
        for (int i = 0; i < ring.busy() && device.advance(ring.busy(i)); i++) {
            // All of them, so that one does not wait for the one before to arrive.
        }
        for (S slot = ring.oldest(); slot != null; slot = ring.oldest()) {
            CaptureDevice.Progress progress = device.poll(slot);
            if (progress == CaptureDevice.Progress.PENDING) {
                return;
            }
            ring.removeOldest();
            if (progress == CaptureDevice.Progress.FAILED) {
                refuse("the driver gave the picture up");
            } else if (FrameImageQueue.isWanted()) {
                deliver(slot);
            }
            device.recycle(slot);
            ring.free(slot);
        }
    }

    private void deliver(S slot) {
        boolean delivered = device.compresses() ? deliverBlocks(slot) : deliverPixels(slot);
        if (delivered) {
            images++;
            lagFrames = Frame.number() - slot.frame();
        } else {
            dropped++;
            queue.countDropped();
        }
    }

    private boolean deliverBlocks(S slot) {
        FrameImage image = queue.claim();
        if (image == null) {
            return false;
        }
        image.describe(slot.frame(), slot.width(), slot.height(), device.bottomUp());
        device.read(slot, image.blocks().words());
        queue.publish(image);
        return true;
    }

    private boolean deliverPixels(S slot) {
        RawImage image = worker.claim();
        if (image == null) {
            return false;
        }
        image.describe(slot, device.bottomUp(), options.quality());
        device.read(slot, image.rgba());
        worker.submit(image);
        return true;
    }

    /**
     * A slot for the picture of this frame, or null if there is to be none.
     *
     * @param width of what is captured, in pixels; 0 or less is a window without area
     * @param height of what is captured, in pixels; 0 or less is a window without area
     */
    public S begin(int width, int height) {
        if (!Zonecast.isActive() || !schedule.isDue()) {
            return null;
        }
        long frame = Frame.number();
        if (frame == lastFrame) {
            skippedRepeated++;
            return null;
        }
        if (width <= 0 || height <= 0) {
            skippedSource++;
            return null;
        }
        S slot = ring.next();
        if (slot == null) {
            skippedLate++;
            return null;
        }
        lastFrame = frame;
        slot.describe(frame, options.pictureWidth(width, height), options.pictureHeight(width, height));
        return slot;
    }

    /** The slot's picture was given to the GPU. */
    public void submitted(S slot) {
        ring.submitted(slot);
    }

    /** The slot is not used: the frame cannot be captured, for the reason given. */
    public void refused(S slot, String reason) {
        ring.free(slot);
        refuse(reason);
    }

    private void refuse(String reason) {
        skippedSource++;
        if (!obstacleTold) {
            obstacleTold = true;
            LOG.log(Level.WARNING, "a frame was not captured: {0}", reason);
        }
    }

    /** A call came on a thread without the context, or after the end. */
    public void countWrongCall() {
        wrongCalls++;
    }

    /** All slots are gone with the context or device that they belonged to. */
    public void lost(String reason) {
        skippedSource += ring.busy();
        refuse(reason);
        ring.clear();
    }

    /** Waits for the GPU and for the compression, not longer than the time given, hands everything over, and frees the slots. */
    public void close(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        collect();
        while (ring.busy() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            collect();
        }
        skippedLate += ring.busy();
        ring.clear();
        worker.await(Math.max(0, deadline - System.nanoTime()));
    }

    /** What happened so far. */
    public CaptureStatistics statistics() {
        return new CaptureStatistics(
                images,
                skippedLate,
                skippedSource,
                skippedRepeated,
                dropped,
                wrongCalls,
                ring.busy(),
                ring.depth(),
                lagFrames);
    }
}
