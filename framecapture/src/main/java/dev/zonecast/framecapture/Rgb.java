package dev.zonecast.framecapture;

/** Colours as pixels have them, red lowest, and as ends of blocks, 5, 6 and 5 bits with red highest. */
final class Rgb {
    private static final int OPAQUE = 0xFF << 24;

    private Rgb() {}

    static int of(int red, int green, int blue) {
        return OPAQUE | (blue << 16) | (green << 8) | red;
    }

    static int red(int rgb) {
        return rgb & 0xFF;
    }

    static int green(int rgb) {
        return (rgb >>> 8) & 0xFF;
    }

    static int blue(int rgb) {
        return (rgb >>> 16) & 0xFF;
    }

    /** Sum of the channels. */
    static int sum(int rgb) {
        return red(rgb) + green(rgb) + blue(rgb);
    }

    /** The nearest of 565. */
    static int rounded565(int red, int green, int blue) {
        return (((red * 31 + 127) / 255) << 11) | (((green * 63 + 127) / 255) << 5) | ((blue * 31 + 127) / 255);
    }

    /** Widened by repeating the highest bits, opaque. */
    static int of565(int colour) {
        int red = colour >>> 11;
        int green = (colour >>> 5) & 0x3F;
        int blue = colour & 0x1F;
        return of((red << 3) | (red >>> 2), (green << 2) | (green >>> 4), (blue << 3) | (blue >>> 2));
    }

    /** Colours of levels 0 to 3 in a block with this first word, those between rounded to the nearest. */
    static void ofLevels(int word0, int[] colours) {
        int end3 = of565(word0 & 0xFFFF);
        int end0 = of565(word0 >>> 16);
        colours[0] = end0;
        colours[1] = third(end0, end3);
        colours[2] = third(end3, end0);
        colours[3] = end3;
    }

    /** A third of the way from the first colour to the second. */
    private static int third(int near, int far) {
        return of(
                (2 * red(near) + red(far) + 1) / 3,
                (2 * green(near) + green(far) + 1) / 3,
                (2 * blue(near) + blue(far) + 1) / 3);
    }
}
