package dev.zonecast.framecapture;

import java.util.Arrays;

/**
 * The better picture. Each block starts as the fast form has it and takes what shows its pixels better:
 *
 * <ol>
 *   <li>for the levels that it has, the two ends that fit best by least squares;
 *   <li>the diagonal of the box of colours along which the pixels vary most, its ends rounded; the fast form always takes the one from all
 *       least to all greatest, which is wrong where one channel falls as another rises;
 *   <li>if that is another one, the two ends that fit best for the levels along it.
 * </ol>
 *
 * (Choosing a diagonal by covariance: J.M.P. van Waveren and I. Castaño, Real-Time YCoCg-DXT Compression, 2007. Fitting ends to given
 * levels: S. Brown's squish, 2006.)
 */
final class QualityDxt1Encoder extends Dxt1Encoder {
    private static final int PIXELS = 16;
    private static final int LEVELS = 4;

    /** Not on vectors: their long start would not pay for a tenth of the time. */
    private final Dxt1Encoder start = Dxt1Encoder.scalar();

    // The pixels of the block; least and greatest of each channel.
    private final int[] pixels = new int[PIXELS];
    private int squares;
    private int least;
    private int greatest;

    /** Channels that fall along the diagonal on which the pixels vary most, as a mask of their bytes. */
    private int falling;

    // The pixels added up by their levels: enough to tell how well two ends show them, and which two show them best.
    private final int[] counts = new int[LEVELS];
    private final int[] reds = new int[LEVELS];
    private final int[] greens = new int[LEVELS];
    private final int[] blues = new int[LEVELS];
    private int levels;

    private final int[] palette = new int[LEVELS];

    // The best of the block so far.
    private int word0;
    private int word1;
    private int error;

    @Override
    public String description() {
        return "quality";
    }

    @Override
    void encodeRows(int[] rgba, int width, int height, int[] words) {
        start.encodeRows(rgba, width, height, words);
        int word = 0;
        for (int y = 0; y < height; y += 4) {
            for (int x = 0; x < width; x += 4, word += 2) {
                load(rgba, y * width + x, width);
                refine(words[word], words[word + 1]);
                words[word] = word0;
                words[word + 1] = word1;
            }
        }
    }

    private void load(int[] picture, int at, int width) {
        squares = 0;
        int redGreen = 0;
        int greenBlue = 0;
        int redBlue = 0;
        int redSum = 0;
        int greenSum = 0;
        int blueSum = 0;
        int leastRed = 255;
        int leastGreen = 255;
        int leastBlue = 255;
        int mostRed = 0;
        int mostGreen = 0;
        int mostBlue = 0;
        for (int i = 0; i < PIXELS; i++) {
            int pixel = picture[at + (i >> 2) * width + (i & 3)];
            int red = Rgb.red(pixel);
            int green = Rgb.green(pixel);
            int blue = Rgb.blue(pixel);
            pixels[i] = pixel;
            squares += red * red + green * green + blue * blue;
            redGreen += red * green;
            greenBlue += green * blue;
            redBlue += red * blue;
            redSum += red;
            greenSum += green;
            blueSum += blue;
            leastRed = Math.min(leastRed, red);
            leastGreen = Math.min(leastGreen, green);
            leastBlue = Math.min(leastBlue, blue);
            mostRed = Math.max(mostRed, red);
            mostGreen = Math.max(mostGreen, green);
            mostBlue = Math.max(mostBlue, blue);
        }
        least = Rgb.of(leastRed, leastGreen, leastBlue);
        greatest = Rgb.of(mostRed, mostGreen, mostBlue);
        falling = fallingChannels(
                PIXELS * redGreen - redSum * greenSum,
                PIXELS * greenBlue - greenSum * blueSum,
                PIXELS * redBlue - redSum * blueSum);
    }

    /**
     * The sum of the channels, each with its sign, has the variance {@code rr + gg + bb} plus twice the sum of the three covariances,
     * each with the product of its two signs.
     */
    private static int fallingChannels(int redGreen, int greenBlue, int redBlue) {
        int most = redGreen + greenBlue + redBlue;
        int falling = 0;
        if (greenBlue - redGreen - redBlue > most) {
            most = greenBlue - redGreen - redBlue;
            falling = 0x0000FF;
        }
        if (redBlue - redGreen - greenBlue > most) {
            most = redBlue - redGreen - greenBlue;
            falling = 0x00FF00;
        }
        return redGreen - greenBlue - redBlue > most ? 0xFF0000 : falling;
    }

    private void refine(int first, int second) {
        word0 = first;
        word1 = second;
        addUp(second);
        error = errorOf(first, 0);
        if (error == 0) {
            return;
        }
        offerFit();
        // A falling channel is turned upside down, and its ends are turned back.
        int low = (least & ~falling) | (~greatest & falling);
        int high = (greatest & ~falling) | (~least & falling);
        if (falling != 0) {
            addUp(levelsBetween(low, high));
            offerFit();
        }
        int inset = ((high - low) >>> 4) & 0x0F0F0F;
        offer(rounded565((high - inset) ^ falling), rounded565((low + inset) ^ falling));
    }

    /** Levels along the diagonal between two corners. */
    private int levelsBetween(int low, int high) {
        int base = Rgb.sum(low);
        int scale = ScalarDxt1Encoder.RECIPROCALS[Rgb.sum(high) - base];
        int between = 0;
        for (int i = 0; i < PIXELS; i++) {
            int above = Rgb.sum(pixels[i] ^ falling) - base;
            between |= ((above * scale) >>> 16) << (2 * i);
        }
        return between;
    }

    private void addUp(int newLevels) {
        levels = newLevels;
        Arrays.fill(counts, 0);
        Arrays.fill(reds, 0);
        Arrays.fill(greens, 0);
        Arrays.fill(blues, 0);
        for (int i = 0; i < PIXELS; i++) {
            int level = (newLevels >>> (2 * i)) & 3;
            counts[level]++;
            reds[level] += Rgb.red(pixels[i]);
            greens[level] += Rgb.green(pixels[i]);
            blues[level] += Rgb.blue(pixels[i]);
        }
    }

    /**
     * Sum of the squares of all differences between the pixels and what a block's first word shows at their levels.
     *
     * @param swap 3 where the levels count from the other end, else 0
     */
    private int errorOf(int first, int swap) {
        Rgb.ofLevels(first, palette);
        int sum = squares;
        for (int level = 0; level < LEVELS; level++) {
            sum += errorAt(level, palette[level ^ swap]);
        }
        return sum;
    }

    /** What the pixels of a level add to the sum of their squares when they are shown in a colour. */
    private int errorAt(int level, int colour) {
        int red = Rgb.red(colour);
        int green = Rgb.green(colour);
        int blue = Rgb.blue(colour);
        int shown = counts[level] * (red * red + green * green + blue * blue);
        return shown - 2 * (red * reds[level] + green * greens[level] + blue * blues[level]);
    }

    /** Offers the two ends that fit best. Their weights at a level are level / 3 and (3 - level) / 3; sums are of thirds and ninths. */
    private void offerFit() {
        int threes = 9 * counts[3] + 4 * counts[2] + counts[1];
        int zeros = 9 * counts[0] + 4 * counts[1] + counts[2];
        int mixed = 2 * (counts[1] + counts[2]);
        int determinant = threes * zeros - mixed * mixed;
        // Else all pixels have one level.
        if (determinant != 0) {
            double scale = 3.0 / determinant;
            offer(fitted(3, scale * zeros, scale * mixed), fitted(0, scale * threes, scale * mixed));
        }
    }

    private int fitted(int end, double own, double other) {
        return Rgb.rounded565(
                channel(reds, end, own, other), channel(greens, end, own, other), channel(blues, end, own, other));
    }

    private static int channel(int[] sums, int end, double own, double other) {
        int rising = 3 * sums[3] + 2 * sums[2] + sums[1];
        int sinking = 3 * sums[0] + 2 * sums[1] + sums[2];
        double value = end == 3 ? own * rising - other * sinking : own * sinking - other * rising;
        return Math.clamp((int) (value + 0.5), 0, 255);
    }

    /** Takes two ends at the present levels if they show the pixels better. */
    private void offer(int end3, int end0) {
        if (end3 == end0) {
            offerSolid(end3);
            return;
        }
        // As the two words have it: with the ends in their order, whatever that does to the levels.
        boolean swapped = end3 < end0;
        int first = swapped ? end0 | (end3 << 16) : end3 | (end0 << 16);
        int found = errorOf(first, swapped ? 3 : 0);
        if (found < error) {
            error = found;
            word0 = first;
            word1 = swapped ? ~levels : levels;
        }
    }

    private void offerSolid(int colour) {
        int found = squares;
        for (int level = 0; level < LEVELS; level++) {
            found += errorAt(level, Rgb.of565(colour));
        }
        if (found < error) {
            error = found;
            word0 = colour << 16;
            word1 = 0;
        }
    }

    private static int rounded565(int rgb) {
        return Rgb.rounded565(Rgb.red(rgb), Rgb.green(rgb), Rgb.blue(rgb));
    }
}
