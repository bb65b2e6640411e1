package dev.zonecast.core.collect;

import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;

/**
 * Takes frame images from their queue to the sinks, and keeps what {@link ImageEvent} promises: a frame has one image at most,
 * and their frames' numbers rise.
 *
 * <p>Owned by the collector's thread.
 */
final class ImageRouter {
    private final FrameImageQueue queue;
    private final SinkList sinks;
    private long lastFrame = -1;

    ImageRouter(FrameImageQueue queue, SinkList sinks) {
        this.queue = queue;
        this.sinks = sinks;
    }

    /** Images lost so far. */
    long dropped() {
        return queue.dropped();
    }

    /** Hands over what was published. */
    void deliver() {
        for (ImageEvent image = queue.take(); image != null; image = queue.take()) {
            try {
                deliver(image);
            } finally {
                queue.giveBack(image);
            }
        }
    }

    private void deliver(ImageEvent image) {
        if (sinks.isEmpty()) {
            return;
        }
        if (image.frame() <= lastFrame) {
            queue.countDropped();
            return;
        }
        lastFrame = image.frame();
        sinks.event(image);
    }
}
