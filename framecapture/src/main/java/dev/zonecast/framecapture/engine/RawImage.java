package dev.zonecast.framecapture.engine;

import java.util.concurrent.atomic.AtomicLong;

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

    /** Counts the picture if the thread that compresses loses it; null: no statistics. */
    AtomicLong lost;

    /** Makes this the picture of a slot. Nothing is allocated while the number of pixels stays the same. */
    void describe(CaptureSlot slot, boolean rowsBottomUp, boolean better, AtomicLong countsLost) {
        describe(slot.frame(), slot.width(), slot.height());
        lost = countsLost;
        bottomUp = rowsBottomUp;
        quality = better;
    }

    /** Makes this the picture of a frame, as {@link #describe(CaptureSlot, boolean, boolean, AtomicLong)} does. */
    void describe(long number, int newWidth, int newHeight) {
        int pixels = newWidth * newHeight;
        if (rgba.length != pixels) {
            rgba = new int[pixels];
        }
        frame = number;
        width = newWidth;
        height = newHeight;
    }
}
