package dev.zonecast.demo.render;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Size of a frame in pixels, {@link #MINIMUM} to {@link #MAXIMUM} each way. */
public record FrameSize(int width, int height) {
    public static final int MINIMUM = 16;
    public static final int MAXIMUM = 8192;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})[xX](\\d{1,5})");

    /** @throws IllegalArgumentException if a side is out of range */
    public FrameSize {
        if (width < MINIMUM || width > MAXIMUM || height < MINIMUM || height > MAXIMUM) {
            throw new IllegalArgumentException(
                    "a frame is " + MINIMUM + " to " + MAXIMUM + " pixels wide and high, not " + width + "x" + height);
        }
    }

    /**
     * Reads "960x540".
     *
     * @throws IllegalArgumentException if the text is of another form or a side is out of range
     */
    public static FrameSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a size is WIDTHxHEIGHT, for example 960x540, not '" + text + "'");
        }
        return new FrameSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    public float aspectRatio() {
        return (float) width / height;
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}
