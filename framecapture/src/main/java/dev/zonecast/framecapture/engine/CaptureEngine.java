package dev.zonecast.framecapture.engine;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.framecapture.CaptureOptions;
import dev.zonecast.framecapture.CaptureStatistics;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The course of a capture, whatever draws: which frames, into which slot, and where a picture goes that is ready. All calls come on the
 * thread that captures; none waits but {@link #close}, and none allocates once sizes stay the same.
 *
 * <p>A frame goes {@link #collect}, {@link #begin}, and then {@link #submitted} or {@link #refused}.
 */
public final class CaptureEngine<S extends CaptureSlot> {
    /** False if the program was started with {@code -Dzonecast.enabled=false}. */
    public static final boolean ENABLED = Zonecast.isEnabled();

    /** Pictures that the GPU works on at most. */
    public static final int MAX_OUTSTANDING = 8;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long POLL_NANOS = 200_000;

    /** So many captures tell how many slots are needed. */
    static final int PERIOD = 256;

    /** A GPU that finishes no picture for this long has not got the oldest one. */
    static final long STUCK_NANOS = 2_000_000_000;

    private final CaptureDevice<S> device;
    private final CaptureOptions options;
    private final CaptureSchedule schedule;
    private final FrameImageQueue queue;
    private final CompressionWorker worker;
    private final LongSupplier clock;

    /** Slots that the GPU works on, the oldest first. */
    private final List<S> busy = new ArrayList<>(MAX_OUTSTANDING);

    /** Slots beside them: as many as the GPU's lag takes. */
    private final List<S> free = new ArrayList<>(MAX_OUTSTANDING);

    /** Most slots that were busy at once in this period. */
    private int peak;

    private int untilPeriodEnds = PERIOD;
    private long lastFrame = -1;
    private long images;
    private long skippedLate;
    private long skippedSource;
    private long skippedRepeated;
    private long notSubmitted;
    private long dropped;

    /** Of the images. */
    private final AtomicLong lostByWorker = new AtomicLong();

    private long wrongCalls;
    private long lagFrames;
    private boolean obstacleTold;
    /** True after a picture went to the thread that compresses, until that thread has none. */
    private boolean withWorker;

    private boolean full;
    /** When all slots were found busy. Valid while {@link #full}. */
    private long fullSinceNanos;

    /**
     * An engine whose images go to the collector.
     *
     * @param device null for an engine that only counts
     */
    public CaptureEngine(CaptureDevice<S> device, CaptureOptions options) {
        this(device, options, FrameImageQueue.INSTANCE, CompressionWorker.INSTANCE, System::nanoTime);
    }

    /** With a queue, a worker and a clock (in nanoseconds) of its own, for tests. */
    CaptureEngine(
            CaptureDevice<S> device,
            CaptureOptions options,
            FrameImageQueue queue,
            CompressionWorker worker,
            LongSupplier clock) {
        this.device = device;
        this.options = options;
        this.queue = queue;
        this.worker = worker;
        this.clock = clock;
        schedule = new CaptureSchedule(options.rate());
    }

    /** False without work: no listener and no outstanding picture. */
    public boolean hasWork() {
        return Zonecast.isActive() || !busy.isEmpty();
    }

    /** Hands over the pictures that are ready, in the order of their frames. */
    public void collect() {
        for (int i = 0; i < busy.size() && device.advance(busy.get(i)); i++) {
            // All of them, so that one does not wait for the one before to arrive.
        }
        while (!busy.isEmpty()) {
            S slot = busy.getFirst();
            CaptureDevice.Progress progress = device.poll(slot);
            if (progress == CaptureDevice.Progress.PENDING || wouldOvertake(slot)) {
                return;
            }
            full = false;
            if (progress == CaptureDevice.Progress.FAILED) {
                refuse("the driver gave the picture up");
            } else if (FrameImageQueue.isWanted()) {
                deliver(slot);
            }
            recycle(slot);
        }
    }

    private void recycle(S slot) {
        busy.remove(slot);
        device.recycle(slot);
        free.add(slot);
    }

    /** Whether an earlier picture is still with the thread that compresses: sinks take pictures in the order of their frames. */
    private boolean wouldOvertake(S slot) {
        withWorker = withWorker && !worker.isIdle();
        return withWorker && device.isCompressed(slot);
    }

    private void deliver(S slot) {
        boolean delivered = device.isCompressed(slot) ? deliverBlocks(slot) : deliverPixels(slot);
        if (!delivered) {
            dropped++;
            queue.countDropped();
        }
    }

    /** Returns false if there is no buffer for the picture, or no memory. */
    private boolean deliverBlocks(S slot) {
        ImageEvent image = queue.claim();
        if (image == null) {
            return false;
        }
        try {
            image.describe(slot.frame(), slot.width(), slot.height(), device.bottomUp());
        } catch (OutOfMemoryError e) {
            queue.giveBack(image);
            return false;
        }
        if (read(slot, image.blocks())) {
            queue.publish(image);
        } else {
            queue.giveBack(image);
        }
        return true;
    }

    /** Returns false if there is no buffer for the picture, or no memory. */
    private boolean deliverPixels(S slot) {
        RawImage image = worker.claim();
        if (image == null) {
            return false;
        }
        try {
            image.describe(slot, device.bottomUp(), options.quality(), lostByWorker);
        } catch (OutOfMemoryError e) {
            worker.giveBack(image);
            return false;
        }
        if (read(slot, image.rgba)) {
            worker.submit(image);
            withWorker = true;
        } else {
            worker.giveBack(image);
        }
        return true;
    }

    private boolean read(S slot, int[] words) {
        String obstacle = device.read(slot, words);
        if (obstacle != null) {
            refuse(obstacle);
            return false;
        }
        images++;
        lagFrames = Frame.number() - slot.frame();
        return true;
    }

    /**
     * A slot for the picture of this frame, or null if there is to be none.
     *
     * @param width of what is captured, in pixels; 0 or less is a window without area
     * @param height of what is captured, in pixels; 0 or less is a window without area
     */
    public S begin(int width, int height) {
        if (!Zonecast.isActive()) {
            return null;
        }
        long frame = Frame.number();
        if (!schedule.takes(frame)) {
            return null;
        }
        if (frame == lastFrame) {
            skippedRepeated++;
            return null;
        }
        if (width <= 0 || height <= 0) {
            skippedSource++;
            return null;
        }
        S slot = nextSlot();
        if (slot == null) {
            giveUpStuck();
            slot = nextSlot();
        }
        if (slot == null) {
            skippedLate++;
            countLost();
            return null;
        }
        slot.describe(frame, options.pictureWidth(width, height), options.pictureHeight(width, height));
        return slot;
    }

    private S nextSlot() {
        if (!free.isEmpty()) {
            return free.removeLast();
        }
        return busy.size() < MAX_OUTSTANDING ? device.createSlot() : null;
    }

    /**
     * All slots are busy. The GPU finishes pictures in their order: pictures before a finished one were not submitted. If none is finished
     * for long, the oldest was not.
     */
    private void giveUpStuck() {
        int finished = 1;
        while (finished < busy.size() && isPending(busy.get(finished))) {
            finished++;
        }
        int stuck = finished < busy.size() ? finished : isStuck() ? 1 : 0;
        // Polled again: the GPU may have finished the oldest before the later one was polled.
        for (int i = 0; i < stuck && isPending(busy.getFirst()) && device.giveUp(busy.getFirst()); i++) {
            busy.removeFirst();
            notSubmitted++;
            countLost();
            full = false;
        }
        collect();
    }

    private boolean isPending(S slot) {
        return device.poll(slot) == CaptureDevice.Progress.PENDING;
    }

    private boolean isStuck() {
        long now = clock.getAsLong();
        if (!full) {
            full = true;
            fullSinceNanos = now;
        }
        return now - fullSinceNanos >= STUCK_NANOS;
    }

    /** Gives up pictures that are under way and that the GPU will never draw: the commands are gone. */
    public void discard(Predicate<S> gone) {
        collect();
        for (int i = busy.size() - 1; i >= 0; i--) {
            S slot = busy.get(i);
            if (gone.test(slot) && isPending(slot)) {
                notSubmitted++;
                countLost();
                recycle(slot);
            }
        }
        collect();
    }

    /** The slot's picture was given to the GPU. */
    public void submitted(S slot) {
        lastFrame = slot.frame();
        busy.add(slot);
        peak = Math.max(peak, busy.size());
        if (--untilPeriodEnds == 0) {
            if (busy.size() + free.size() > peak && !free.isEmpty()) {
                device.destroySlot(free.removeLast());
            }
            untilPeriodEnds = PERIOD;
            peak = busy.size();
        }
    }

    /** The slot is not used: the frame cannot be captured, for the reason given. */
    public void refused(S slot, String reason) {
        free.add(slot);
        refuse(reason);
    }

    private void refuse(String reason) {
        skippedSource++;
        if (!obstacleTold) {
            obstacleTold = true;
            LOG.log(
                    Level.WARNING,
                    "a frame has no image: {0}. Later ones are counted only, as skippedSource of statistics()",
                    reason);
        }
    }

    /** A viewer or recording misses the picture of a frame. */
    private void countLost() {
        if (FrameImageQueue.isWanted()) {
            queue.countDropped();
        }
    }

    /** A call came on a thread without the context, or after the end. */
    public void countWrongCall() {
        wrongCalls++;
    }

    /** All slots are gone with the context or device that they belonged to. */
    public void lost(String reason) {
        skippedSource += busy.size();
        refuse(reason);
        destroySlots();
    }

    private void destroySlots() {
        busy.forEach(device::destroySlot);
        free.forEach(device::destroySlot);
        busy.clear();
        free.clear();
    }

    /** Waits for the GPU and for the compression, not longer than the time given, hands everything over, and frees the slots. */
    public void close(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        collect();
        while (!busy.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            collect();
        }
        skippedLate += busy.size();
        busy.forEach(slot -> countLost());
        destroySlots();
        worker.await(Math.max(0, deadline - System.nanoTime()));
    }

    /**
     * Hands over all pictures that are ready, waits for the compression, not longer than the time given, and frees the slots. The GPU is
     * idle: a picture that is not ready was not submitted.
     */
    public void closeIdle(long limitNanos) {
        discard(ignored -> true);
        destroySlots();
        worker.await(limitNanos);
    }

    /** What happened so far. */
    public CaptureStatistics statistics() {
        long lost = lostByWorker.get();
        return new CaptureStatistics(
                images - lost,
                skippedLate,
                skippedSource,
                skippedRepeated,
                notSubmitted,
                dropped + lost,
                wrongCalls,
                busy.size(),
                busy.size() + free.size(),
                lagFrames);
    }
}
