package dev.zonecast.framecapture;

/**
 * How often a frame is captured. Exactly one of the two numbers is 1 or more, the other is 0.
 *
 * @param everyNth 1 for every frame, 2 for every other one, and so on
 * @param perSecond at most so many in a second
 */
public record CaptureRate(int everyNth, int perSecond) {
    /** @throws IllegalArgumentException unless exactly one number is 1 or more and the other is 0 */
    public CaptureRate {
        if (everyNth < 0 || perSecond < 0 || (everyNth == 0) == (perSecond == 0)) {
            throw new IllegalArgumentException(
                    "either every so many frames or so many a second, from 1 on: " + everyNth + ", " + perSecond);
        }
    }

    /** Each frame. */
    public static CaptureRate everyFrame() {
        return new CaptureRate(1, 0);
    }

    /**
     * One of so many frames.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public static CaptureRate everyNth(int frames) {
        return new CaptureRate(frames, 0);
    }

    /**
     * At most so many in a second, as evenly as the frames come.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public static CaptureRate perSecond(int images) {
        return new CaptureRate(0, images);
    }
}
