package dev.zonecast.core.image;

import dev.zonecast.core.Zonecast;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way of frame images to the collector, for which the rings of events are too small: a {@link HandOver} that counts what is lost.
 *
 * <p>Any thread may claim and publish; the collector alone takes. Nothing here allocates but an image that gets another size.
 */
public final class FrameImageQueue {
    /** The queue of this process. */
    public static final FrameImageQueue INSTANCE = new FrameImageQueue(8);

    private final HandOver<FrameImage> images;
    private final AtomicLong dropped = new AtomicLong();

    /** A queue apart from that of the process, for tests. */
    FrameImageQueue(int capacity) {
        images = new HandOver<>(capacity, FrameImage::new);
    }

    /** False while images would be thrown away: nobody listens, or the profiler is switched off. */
    public static boolean isWanted() {
        return Zonecast.isActive();
    }

    /** An image to be filled, or null if none is free. A caller that gives up calls {@link #countDropped}. */
    public FrameImage claim() {
        return images.claim();
    }

    /** Hands a claimed image to the collector. It must not be touched afterwards. */
    public void publish(FrameImage image) {
        images.publish(image);
    }

    /** Takes a claimed image back unused. */
    public void giveBack(FrameImage image) {
        images.giveBack(image);
    }

    /** Counts an image that was lost on its way. */
    public void countDropped() {
        dropped.incrementAndGet();
    }

    /** Images lost since the start of the process. */
    public long dropped() {
        return dropped.get();
    }

    /** The next image in the order of publication, to be {@linkplain #release released}, or null. The collector's thread. */
    public FrameImage take() {
        return images.take();
    }

    /** Lets an image that was taken be used again. The collector's thread. */
    public void release(FrameImage image) {
        images.release(image);
    }
}
