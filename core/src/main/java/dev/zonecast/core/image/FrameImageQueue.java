package dev.zonecast.core.image;

import dev.zonecast.core.Zonecast;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way of frame images to the collector: a few images that are used again and again. They are too large for the rings of events.
 * When none is free the image at hand is dropped and counted; nobody waits.
 *
 * <p>Any thread may claim and publish; the collector alone takes. Nothing here allocates but an image that gets another size.
 */
public final class FrameImageQueue {
    /** The queue of this process. */
    public static final FrameImageQueue INSTANCE = new FrameImageQueue(8);

    private final FrameImage[] images;
    private final AtomicLong tickets = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private long taken;

    /** A queue apart from that of the process, for tests. */
    FrameImageQueue(int capacity) {
        images = new FrameImage[capacity];
        for (int i = 0; i < capacity; i++) {
            images[i] = new FrameImage();
        }
    }

    /** False while images would be thrown away: nobody listens, or the profiler is switched off. */
    public static boolean isWanted() {
        return Zonecast.isActive();
    }

    /** An image to be filled, or null if none is free, which is counted as a drop. */
    public FrameImage claim() {
        for (FrameImage image : images) {
            if (image.advance(FrameImage.FREE, FrameImage.CLAIMED)) {
                return image;
            }
        }
        dropped.incrementAndGet();
        return null;
    }

    /** Hands a claimed image to the collector. It must not be touched afterwards. */
    public void publish(FrameImage image) {
        image.ticket(tickets.getAndIncrement());
        image.set(FrameImage.PUBLISHED);
    }

    /** Takes a claimed image back unused. */
    public void giveBack(FrameImage image) {
        image.set(FrameImage.FREE);
    }

    /** Counts an image that was lost elsewhere on its way. */
    public void countDropped() {
        dropped.incrementAndGet();
    }

    /** Images lost since the start of the process. */
    public long dropped() {
        return dropped.get();
    }

    /**
     * The next image in the order of publication, to be {@linkplain #release released}; null if there is none, or if its publisher has
     * its ticket but is not done. The collector's thread.
     */
    public FrameImage take() {
        for (FrameImage image : images) {
            if (image.state() == FrameImage.PUBLISHED && image.ticket() == taken) {
                taken++;
                image.set(FrameImage.READING);
                return image;
            }
        }
        return null;
    }

    /** Lets an image that was taken be used again. The collector's thread. */
    public void release(FrameImage image) {
        image.set(FrameImage.FREE);
    }
}
