package dev.zonecast.core.event;

import dev.zonecast.core.image.FrameImage;

/** The picture of a frame, some frames after it was drawn, perhaps before its mark. Numbers of frames rise. */
public final class ImageEvent extends Event {
    private FrameImage image;

    /** Empty; its source fills it. */
    public ImageEvent() {}

    /** Makes this an image, which is used again after the call. */
    public ImageEvent image(FrameImage of) {
        set(EventKind.FRAME_IMAGE, null, 0);
        image = of;
        return this;
    }

    public FrameImage image() {
        return image;
    }
}
