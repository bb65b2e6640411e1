package dev.zonecast.core.image;

/**
 * A compressed picture of one frame. There are a few of them, used again and again: who {@linkplain FrameImageQueue#claim claims} one
 * fills it and {@linkplain FrameImageQueue#publish publishes} it, or gives it back.
 *
 * <p>Belongs to one thread at a time: to its claimer, then to the collector while sinks read it.
 */
public final class FrameImage extends HandOver.Slot {
    private final WireBlocks blocks = new WireBlocks(4, 4);
    private long frame;
    private boolean bottomUp;

    /** One of a queue, or one that goes to a single sink. */
    public FrameImage() {}

    /**
     * Says what the picture shows; its blocks get that size, and their content is to be written then.
     *
     * @param number of the frame as {@link dev.zonecast.core.Frame#number} was while it was drawn
     * @param rowsBottomUp true if the first row of blocks is the lowest of the picture, as OpenGL has it
     * @throws IllegalArgumentException if a side is not a multiple of 4 from 4 to 4096
     */
    public void describe(long number, int width, int height, boolean rowsBottomUp) {
        blocks.resize(width, height);
        frame = number;
        bottomUp = rowsBottomUp;
    }

    /** Number of the frame of the base set that it shows; 0 is the time before the first mark. */
    public long frame() {
        return frame;
    }

    /** True if the first row of blocks is the lowest of the picture. */
    public boolean bottomUp() {
        return bottomUp;
    }

    /** The picture. */
    public WireBlocks blocks() {
        return blocks;
    }
}
