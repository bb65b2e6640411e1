package dev.zonecast.framecapture.engine;

/** Pixels of a frame on their way to the compression. Used again and again; belongs to one thread at a time. */
final class RawImage {
    /** Exactly width times height pixels, red in the lowest byte. */
    int[] rgba = {};

    long frame;
    int width;
    int height;
    boolean bottomUp;

    /** Whether the better and slower encoder is wanted. */
    boolean quality;

    /** Makes this the picture of a slot. Nothing is allocated while the number of pixels stays the same. */
    void describe(CaptureSlot slot, boolean rowsBottomUp, boolean better) {
        int pixels = slot.width() * slot.height();
        if (rgba.length != pixels) {
            rgba = new int[pixels];
        }
        frame = slot.frame();
        width = slot.width();
        height = slot.height();
        bottomUp = rowsBottomUp;
        quality = better;
    }
}
