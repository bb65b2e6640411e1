package dev.zonecast.framecapture.pixels;

import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.CaptureBuilder;
import dev.zonecast.framecapture.CaptureOptions;
import dev.zonecast.framecapture.engine.PixelFrames;
import java.nio.ByteBuffer;

/**
 * Pictures of frames that the program has in memory: of a software renderer, an emulator, an API that this module does not read back from.
 *
 * <pre>{@code
 * PixelCapture capture = PixelCapture.builder().create();
 * while (running) {
 *     render(pixels);
 *     capture.capture(pixels, width, height, 4 * width, false);   // once a frame
 *     Frame.mark();
 * }
 * }</pre>
 *
 * The call copies the picture, scaled down to the {@linkplain CaptureBuilder#size wanted size}, and returns; a thread of its own compresses
 * it. A pixel of the copy is the mean of at most 16 pixels, so the cost depends on the size of the copy alone. {@link
 * CaptureBuilder#compressOnGpu} has no effect.
 *
 * <p>Calls come from one thread at a time. While nobody listens, a call costs a load and a branch.
 */
public final class PixelCapture {
    private final PixelFrames frames;

    private PixelCapture(CaptureOptions options) {
        frames = new PixelFrames(options);
    }

    /** Starts to make a capture. */
    public static Builder builder() {
        return new Builder();
    }

    /** As {@link #capture(long, ByteBuffer, int, int, int, boolean)}, of the frame that is on. */
    public boolean capture(ByteBuffer rgba, int width, int height, int rowBytes, boolean bottomUp) {
        return capture(Frame.number(), rgba, width, height, rowBytes, bottomUp);
    }

    /**
     * Hands over the picture of a frame. A frame has one picture at most, the frames' numbers rise, and the frame has begun; other pictures
     * are dropped and counted.
     *
     * @param frame {@link Frame#number} while the picture was drawn
     * @param rgba pixels from the buffer's position on, a byte a channel, red first; alpha is ignored. Position and content stay as they are
     * @param width in pixels, from 1 on
     * @param height in pixels, from 1 on
     * @param rowBytes bytes from the begin of a row to the begin of the next one
     * @param bottomUp true if the first row is the lowest of the picture
     * @return true if the picture was accepted; false without a listener, if the {@linkplain CaptureBuilder#rate rate} leaves the frame out, or
     *     the thread that compresses has fallen behind, which is counted
     * @throws IllegalArgumentException if a side is less than 1, rows overlap, or the buffer is smaller than the picture
     */
    public boolean capture(long frame, ByteBuffer rgba, int width, int height, int rowBytes, boolean bottomUp) {
        return frames.capture(frame, rgba, width, height, rowBytes, bottomUp);
    }

    /** How a {@link PixelCapture} is to be. */
    public static final class Builder extends CaptureBuilder<Builder> {
        private Builder() {}

        /** Makes the capture. */
        public PixelCapture create() {
            return new PixelCapture(options());
        }
    }
}
