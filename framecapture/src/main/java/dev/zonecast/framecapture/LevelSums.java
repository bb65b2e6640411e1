package dev.zonecast.framecapture;

import java.util.Arrays;

/**
 * Pixels of a block added up by their levels: enough to tell how well any two ends show the block at these levels, and which two show it
 * best, without another look at the pixels.
 */
final class LevelSums {
    /** Sums as in {@link BlockPixels}, of each level. */
    private final long[] sums = new long[4];

    private final int[] palette = new int[4];
    private int squares;
    private int levels;

    void add(BlockPixels pixels, int newLevels) {
        levels = newLevels;
        squares = pixels.squares();
        long low = pixels.sumWhere(newLevels, 0);
        long high = pixels.sumWhere(newLevels, 1);
        long both = pixels.sumWhere(newLevels & (newLevels >>> 1), 0);
        sums[3] = both;
        sums[2] = high - both;
        sums[1] = low - both;
        sums[0] = pixels.sum() - low - high + both;
    }

    int levels() {
        return levels;
    }

    /** Sum of the squares of all differences between the pixels and what a block's first word shows at these levels. */
    int error(int word0) {
        Dxt1Decoder.levelColours(word0, palette);
        return squares + errorAt(0, 0) + errorAt(1, 1) + errorAt(2, 2) + errorAt(3, 3);
    }

    /** The same where the levels count from the other end. */
    int errorSwapped(int word0) {
        Dxt1Decoder.levelColours(word0, palette);
        return squares + errorAt(0, 3) + errorAt(1, 2) + errorAt(2, 1) + errorAt(3, 0);
    }

    /** The same where all pixels are shown in one colour. */
    int errorOfOne(int rgb) {
        Arrays.fill(palette, rgb);
        return squares + errorAt(0, 0) + errorAt(1, 1) + errorAt(2, 2) + errorAt(3, 3);
    }

    /** What the pixels of a level add to the sum of their squares when they are shown in a colour of the palette. */
    private int errorAt(int level, int colour) {
        int red = Rgb.red(palette[colour]);
        int green = Rgb.green(palette[colour]);
        int blue = Rgb.blue(palette[colour]);
        long sum = sums[level];
        int shown = BlockPixels.pixels(sum) * (red * red + green * green + blue * blue);
        int both = red * BlockPixels.red(sum) + green * BlockPixels.green(sum) + blue * BlockPixels.blue(sum);
        return shown - 2 * both;
    }

    /**
     * Determinant of the fit; 0 if all pixels have one level, so that nothing can be fitted. The weights of the two ends are level / 3 and
     * (3 - level) / 3; all sums here are of thirds, and of ninths.
     */
    int determinant() {
        return threes() * zeros() - mixed() * mixed();
    }

    /** The end at level 3 that fits best. */
    int fittedEnd3(int determinant) {
        return fitted(determinant, zeros(), mixed(), weighted(3, 2, 1), weighted(0, 1, 2));
    }

    /** The end at level 0 that fits best. */
    int fittedEnd0(int determinant) {
        return fitted(determinant, threes(), mixed(), weighted(0, 1, 2), weighted(3, 2, 1));
    }

    private int threes() {
        return 9 * BlockPixels.pixels(sums[3]) + 4 * BlockPixels.pixels(sums[2]) + BlockPixels.pixels(sums[1]);
    }

    private int zeros() {
        return 9 * BlockPixels.pixels(sums[0]) + 4 * BlockPixels.pixels(sums[1]) + BlockPixels.pixels(sums[2]);
    }

    private int mixed() {
        return 2 * (BlockPixels.pixels(sums[1]) + BlockPixels.pixels(sums[2]));
    }

    /** Sums with a weight for levels 3, 2 and 1; level 0 has what is left to 3. Still fits 16 bits a channel: 3 * 4080. */
    private long weighted(int at3, int at2, int at1) {
        return at3 * sums[3] + at2 * sums[2] + at1 * sums[1] + (3 - at3) * sums[0];
    }

    private static int fitted(int determinant, int others, int mixed, long own, long other) {
        double scale = 3.0 / determinant;
        return Rgb.rounded565(
                channel(scale * (others * BlockPixels.red(own) - mixed * BlockPixels.red(other))),
                channel(scale * (others * BlockPixels.green(own) - mixed * BlockPixels.green(other))),
                channel(scale * (others * BlockPixels.blue(own) - mixed * BlockPixels.blue(other))));
    }

    private static int channel(double value) {
        return Math.clamp((int) (value + 0.5), 0, 255);
    }
}
