package dev.zonecast.core.image;

import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.ImageEvent;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The way of frame images to the collector, for which the rings of events are too small. There are a few images, used again and again: an
 * image belongs to the thread that {@linkplain #claim claimed} it until it is {@linkplain #publish published}, then to the collector.
 *
 * <p>Any thread may claim and publish; the collector alone delivers. Nothing here allocates but an image that gets another size.
 */
public final class FrameImageQueue {
    /** The queue of this process. */
    public static final FrameImageQueue INSTANCE = new FrameImageQueue(8);

    private final ArrayBlockingQueue<ImageEvent> free;
    private final ArrayBlockingQueue<ImageEvent> published;
    private final AtomicLong dropped = new AtomicLong();

    /** Of the collector. */
    private long lastFrame = -1;

    /** Of the collector: images to be delivered. */
    private int marked;

    /** A queue of its own, for tests. */
    FrameImageQueue(int capacity) {
        free = new ArrayBlockingQueue<>(capacity);
        published = new ArrayBlockingQueue<>(capacity);
        for (int i = 0; i < capacity; i++) {
            free.add(new ImageEvent());
        }
    }

    /** False while images are dropped: nothing records, or the profiler is off. */
    public static boolean isWanted() {
        return Zonecast.isActive();
    }

    /** An image to be filled, or null if none is free. A caller that gives up calls {@link #countDropped}. */
    public ImageEvent claim() {
        return free.poll();
    }

    /** Hands a claimed image to the collector. It must not be touched afterwards. */
    public void publish(ImageEvent image) {
        published.add(image);
    }

    /** Notes what is published: the next {@link #deliver} hands it over. The collector's thread. */
    public void markEnd() {
        marked = published.size();
    }

    /**
     * Hands over what was published at the mark, and uses the images again. A frame has one image at most, and the frames' numbers rise; other images
     * are counted as dropped. The collector's thread.
     *
     * @param sinks null: there are none
     */
    public void deliver(Consumer<ImageEvent> sinks) {
        for (; marked > 0; marked--) {
            ImageEvent image = take();
            try {
                if (sinks != null && image.frame() <= lastFrame) {
                    countDropped();
                } else if (sinks != null) {
                    lastFrame = image.frame();
                    sinks.accept(image);
                }
            } finally {
                giveBack(image);
            }
        }
    }

    /** The next image in the order of publication, to be {@linkplain #giveBack given back}, or null. */
    ImageEvent take() {
        return published.poll();
    }

    /** Lets a claimed image be used again. */
    public void giveBack(ImageEvent image) {
        free.add(image);
    }

    /** Counts an image that was lost on its way. */
    public void countDropped() {
        dropped.incrementAndGet();
    }

    /** Images lost since the start of the process. */
    public long dropped() {
        return dropped.get();
    }
}
