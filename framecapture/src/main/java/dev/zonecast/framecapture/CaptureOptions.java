package dev.zonecast.framecapture;

import dev.zonecast.core.event.ImageEvent;
import java.util.Objects;

/**
 * How frames are captured.
 *
 * @param maxWidth of a picture, in pixels
 * @param maxHeight of a picture, in pixels
 * @param rate how often
 * @param quality whether the better and slower encoder compresses
 * @param onGpu whether the GPU compresses, if it can
 */
public record CaptureOptions(int maxWidth, int maxHeight, CaptureRate rate, boolean quality, boolean onGpu) {
    private static final int BLOCK = 4;

    /** Every frame in at most 320x180 pixels. */
    public static final CaptureOptions DEFAULT = new CaptureOptions(320, 180, CaptureRate.everyFrame(), false, false);

    /** @throws IllegalArgumentException if a side is not 4 to {@value ImageEvent#MAX_SIDE} */
    public CaptureOptions {
        Objects.requireNonNull(rate, "rate");
        if (maxWidth < BLOCK
                || maxHeight < BLOCK
                || maxWidth > ImageEvent.MAX_SIDE
                || maxHeight > ImageEvent.MAX_SIDE) {
            throw new IllegalArgumentException("a frame image is " + BLOCK + " to " + ImageEvent.MAX_SIDE
                    + " pixels wide and high, not " + maxWidth + "x" + maxHeight);
        }
    }

    /**
     * The picture of a source: within the limits, never larger than the source (but for the smallest), its aspect kept as nearly as
     * multiples of 4 allow.
     *
     * @param width of the source in pixels, from 1 on
     * @param height of the source in pixels, from 1 on
     */
    public int pictureWidth(int width, int height) {
        return blocks(width * scale(width, height), Math.min(width, maxWidth));
    }

    /** See {@link #pictureWidth}. */
    public int pictureHeight(int width, int height) {
        return blocks(height * scale(width, height), Math.min(height, maxHeight));
    }

    private double scale(int width, int height) {
        return Math.min(1, Math.min((double) maxWidth / width, (double) maxHeight / height));
    }

    private static int blocks(double pixels, int limit) {
        int nearest = BLOCK * (int) Math.round(pixels / BLOCK);
        return Math.clamp(nearest, BLOCK, Math.max(BLOCK, limit / BLOCK * BLOCK));
    }
}
