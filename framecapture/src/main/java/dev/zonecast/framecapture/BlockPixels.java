package dev.zonecast.framecapture;

/**
 * The 16 pixels of a block, and what the {@linkplain QualityDxt1Encoder better picture} has to know of all of them together, gathered in
 * one pass.
 *
 * <p>Sums of pixels are kept as one {@code long} of four numbers of 16 bits: red, green, blue, and how many pixels; 16 pixels make 4080 at
 * most.
 */
final class BlockPixels {
    static final int COUNT = 16;
    private static final int GREEN = 16;
    private static final int BLUE = 32;
    private static final long ONE_PIXEL = 1L << 48;

    private final int[] rgba = new int[COUNT];
    private final long[] spread = new long[COUNT];

    private long sum;
    private int squares;
    private int redGreen;
    private int greenBlue;
    private int redBlue;
    private int least;
    private int greatest;

    static int red(long sum) {
        return (int) sum & 0xFFFF;
    }

    static int green(long sum) {
        return (int) (sum >>> GREEN) & 0xFFFF;
    }

    static int blue(long sum) {
        return (int) (sum >>> BLUE) & 0xFFFF;
    }

    static int pixels(long sum) {
        return (int) (sum >>> 48);
    }

    /** Takes the block at an index of a picture. */
    void load(int[] picture, int at, int width) {
        sum = 0;
        squares = 0;
        redGreen = 0;
        greenBlue = 0;
        redBlue = 0;
        int leastRed = 255;
        int leastGreen = 255;
        int leastBlue = 255;
        int mostRed = 0;
        int mostGreen = 0;
        int mostBlue = 0;
        for (int i = 0; i < COUNT; i++) {
            int pixel = picture[at + (i >> 2) * width + (i & 3)];
            int red = Rgb.red(pixel);
            int green = Rgb.green(pixel);
            int blue = Rgb.blue(pixel);
            rgba[i] = pixel;
            spread[i] = red | ((long) green << GREEN) | ((long) blue << BLUE) | ONE_PIXEL;
            sum += spread[i];
            squares += red * red + green * green + blue * blue;
            redGreen += red * green;
            greenBlue += green * blue;
            redBlue += red * blue;
            leastRed = Math.min(leastRed, red);
            leastGreen = Math.min(leastGreen, green);
            leastBlue = Math.min(leastBlue, blue);
            mostRed = Math.max(mostRed, red);
            mostGreen = Math.max(mostGreen, green);
            mostBlue = Math.max(mostBlue, blue);
        }
        least = Rgb.of(leastRed, leastGreen, leastBlue);
        greatest = Rgb.of(mostRed, mostGreen, mostBlue);
    }

    /** Sum of all pixels. */
    long sum() {
        return sum;
    }

    /** Sum of the pixels that have a bit set. */
    long sumWhere(int levels, int bit) {
        long found = 0;
        for (int i = 0; i < COUNT; i++) {
            found += spread[i] & -(long) ((levels >>> (2 * i + bit)) & 1);
        }
        return found;
    }

    /** Sum of the squares of all channels of all pixels. */
    int squares() {
        return squares;
    }

    /** Least of each channel. */
    int least() {
        return least;
    }

    /** Greatest of each channel. */
    int greatest() {
        return greatest;
    }

    /**
     * Channels that fall along the diagonal of the box on which the pixels vary most, as a mask of their bytes.
     *
     * <p>The sum of the channels, each with its sign, has the variance {@code rr + gg + bb} plus twice the sum of the three covariances,
     * each with the product of its two signs.
     */
    int fallingChannels() {
        int rg = COUNT * redGreen - red(sum) * green(sum);
        int gb = COUNT * greenBlue - green(sum) * blue(sum);
        int rb = COUNT * redBlue - red(sum) * blue(sum);
        int most = rg + gb + rb;
        int falling = 0;
        if (gb - rg - rb > most) {
            most = gb - rg - rb;
            falling = 0x0000FF;
        }
        if (rb - rg - gb > most) {
            most = rb - rg - gb;
            falling = 0x00FF00;
        }
        if (rg - gb - rb > most) {
            falling = 0xFF0000;
        }
        return falling;
    }

    /** Levels along the diagonal between two corners, where falling channels have been turned upside down. */
    int levels(int falling, int low, int high) {
        int base = Rgb.sum(low);
        int scale = BlockMath.reciprocals()[Rgb.sum(high) - base];
        int levels = 0;
        for (int i = 0; i < COUNT; i++) {
            int above = Rgb.sum(rgba[i] ^ falling) - base;
            levels |= ((above * scale) >>> 16) << (2 * i);
        }
        return levels;
    }
}
