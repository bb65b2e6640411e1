package dev.zonecast.demo.render;

import dev.zonecast.framecapture.CaptureRate;
import java.util.Locale;

/**
 * Which frames are captured, and how.
 *
 * @param on whether any is
 * @param everyNth of so many frames one
 * @param size largest size of a picture
 * @param gpu whether the GPU compresses
 */
public record Screenshots(boolean on, int everyNth, FrameSize size, boolean gpu) {
    /** Every frame, in pictures of 320x180 that a thread compresses. */
    public static final Screenshots EVERY_FRAME = new Screenshots(true, 1, new FrameSize(320, 180), false);

    /** None. */
    public static final Screenshots OFF = new Screenshots(false, 1, EVERY_FRAME.size, false);

    private static final String FORM = "screenshots are 'off' or a list such as 'every=2,size=640x360,gpu', not ";
    private static final int LONGEST_SIDE = 4096;

    /** How often a frame is captured. */
    public CaptureRate rate() {
        return CaptureRate.everyNth(everyNth);
    }

    /**
     * Reads "off", or any of "every=2", "size=640x360" and "gpu" with commas between.
     *
     * @throws IllegalArgumentException if the text is of another form
     */
    public static Screenshots parse(String text) {
        if (text.equals("off")) {
            return OFF;
        }
        Screenshots result = EVERY_FRAME;
        for (String part : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            result = result.with(part, text);
        }
        return result;
    }

    private Screenshots with(String part, String text) {
        if (part.equals("gpu")) {
            return new Screenshots(on, everyNth, size, true);
        }
        if (part.matches("every=[1-9]\\d{0,8}")) {
            return new Screenshots(on, Integer.parseInt(part.substring(6)), size, gpu);
        }
        if (part.startsWith("size=")) {
            FrameSize largest = FrameSize.parse(part.substring(5));
            if (largest.width() <= LONGEST_SIDE && largest.height() <= LONGEST_SIDE) {
                return new Screenshots(on, everyNth, largest, gpu);
            }
        }
        throw new IllegalArgumentException(FORM + "'" + text + "'");
    }
}
