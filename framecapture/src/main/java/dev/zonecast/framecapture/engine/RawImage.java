package dev.zonecast.framecapture.engine;

import dev.zonecast.core.image.HandOver;

/** Pixels of a frame on their way to the compression. Belongs to one thread at a time: see {@link HandOver}. */
public final class RawImage extends HandOver.Slot {
    private int[] rgba = {};
    private long frame;
    private int width;
    private int height;
    private boolean bottomUp;
    private boolean quality;

    RawImage() {}

    /** Says what the picture is; it gets room for so many pixels. Nothing is allocated while their number stays the same. */
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

    /** Exactly width times height pixels, red in the lowest byte. */
    int[] rgba() {
        return rgba;
    }

    long frame() {
        return frame;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    boolean bottomUp() {
        return bottomUp;
    }

    /** Whether the better and slower encoder is wanted. */
    boolean quality() {
        return quality;
    }
}
