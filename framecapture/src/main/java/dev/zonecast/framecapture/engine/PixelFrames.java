package dev.zonecast.framecapture.engine;

import dev.zonecast.core.Frame;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.framecapture.CaptureOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes pictures that are in memory, scales them down and gives them to the thread that compresses. One thread at a time. */
public final class PixelFrames {
    private static final int PIXEL_BYTES = 4;

    /** Samples of a pixel each way, at most. */
    private static final int MAX_SAMPLES = 4;

    private final CaptureOptions options;
    private final CaptureSchedule schedule;
    private final FrameImageQueue queue;
    private final CompressionWorker worker;

    /** Pictures for the collector of this process. */
    public PixelFrames(CaptureOptions options) {
        this(options, FrameImageQueue.INSTANCE, CompressionWorker.INSTANCE);
    }

    /** With a queue and a worker of its own, for tests. */
    PixelFrames(CaptureOptions options, FrameImageQueue queue, CompressionWorker worker) {
        this.options = options;
        this.queue = queue;
        this.worker = worker;
        schedule = new CaptureSchedule(options.rate());
    }

    /** See {@link dev.zonecast.framecapture.pixels.PixelCapture#capture(long, ByteBuffer, int, int, int, boolean)}. */
    public boolean capture(long frame, ByteBuffer rgba, int width, int height, int rowBytes, boolean bottomUp) {
        check(rgba, width, height, rowBytes);
        if (!FrameImageQueue.isWanted()) {
            return false;
        }
        // Sinks drop a picture of an earlier frame than the last one's: one far ahead would be the last of all.
        if (frame > Frame.number()) {
            queue.countDropped();
            return false;
        }
        if (!schedule.takes(frame)) {
            return false;
        }
        RawImage image = worker.claim();
        if (image == null) {
            queue.countDropped();
            return false;
        }
        try {
            image.describe(frame, options.pictureWidth(width, height), options.pictureHeight(width, height));
            image.bottomUp = bottomUp;
            image.quality = options.quality();
            image.lost = null;
            boolean isOrdered = rgba.order() == ByteOrder.LITTLE_ENDIAN;
            scale(isOrdered ? rgba : rgba.duplicate().order(ByteOrder.LITTLE_ENDIAN), width, height, rowBytes, image);
        } catch (RuntimeException | Error e) {
            worker.giveBack(image);
            throw e;
        }
        worker.submit(image);
        return true;
    }

    private static void check(ByteBuffer rgba, int width, int height, int rowBytes) {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("a picture of " + width + "x" + height + " pixels");
        }
        if (rowBytes < (long) PIXEL_BYTES * width) {
            throw new IllegalArgumentException("rows of " + width + " pixels are " + rowBytes + " bytes apart");
        }
        long needed = (long) rowBytes * (height - 1) + (long) PIXEL_BYTES * width;
        if (rgba.remaining() < needed) {
            throw new IllegalArgumentException(rgba.remaining() + " bytes for a picture of " + needed);
        }
    }

    /** A pixel of the image is the mean of samples that lie evenly in its part of the source. */
    private static void scale(ByteBuffer source, int width, int height, int rowBytes, RawImage image) {
        int base = source.position();
        int at = 0;
        for (int y = 0; y < image.height; y++) {
            int top = (int) ((long) y * height / image.height);
            int rows = Math.max(1, (int) ((y + 1L) * height / image.height) - top);
            int down = Math.min(MAX_SAMPLES, rows);
            for (int x = 0; x < image.width; x++) {
                int left = (int) ((long) x * width / image.width);
                int columns = Math.max(1, (int) ((x + 1L) * width / image.width) - left);
                int across = Math.min(MAX_SAMPLES, columns);
                int red = 0;
                int green = 0;
                int blue = 0;
                for (int j = 0; j < down; j++) {
                    int row = base + (top + j * rows / down) * rowBytes;
                    for (int i = 0; i < across; i++) {
                        int pixel = source.getInt(row + (left + i * columns / across) * PIXEL_BYTES);
                        red += pixel & 0xFF;
                        green += pixel >>> 8 & 0xFF;
                        blue += pixel >>> 16 & 0xFF;
                    }
                }
                int samples = down * across;
                image.rgba[at++] = mean(red, samples) | (mean(green, samples) << 8) | (mean(blue, samples) << 16);
            }
        }
    }

    private static int mean(int sum, int samples) {
        return (sum + samples / 2) / samples;
    }
}
