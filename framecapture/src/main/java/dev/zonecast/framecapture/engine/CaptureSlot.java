package dev.zonecast.framecapture.engine;

/** A buffer that the GPU writes a picture into. Belongs to the thread that captures. */
public abstract class CaptureSlot {
    private long frame;
    private int width;
    private int height;

    /** Nothing is in it yet. */
    protected CaptureSlot() {}

    final void describe(long number, int pictureWidth, int pictureHeight) {
        frame = number;
        width = pictureWidth;
        height = pictureHeight;
    }

    /** Number of the frame that it shows. */
    public final long frame() {
        return frame;
    }

    /** Of the picture, in pixels; a multiple of 4. */
    public final int width() {
        return width;
    }

    /** Of the picture, in pixels; a multiple of 4. */
    public final int height() {
        return height;
    }
}
