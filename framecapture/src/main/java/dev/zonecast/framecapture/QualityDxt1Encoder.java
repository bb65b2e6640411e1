package dev.zonecast.framecapture;

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
    /** Not on vectors: their long start would not pay for a tenth of the time. */
    private final Dxt1Encoder start = Dxt1Encoder.scalar();

    private final BlockPixels pixels = new BlockPixels();
    private final LevelSums sums = new LevelSums();

    // The best of the current block so far.
    private int word0;
    private int word1;
    private int error;

    @Override
    public String description() {
        return "quality";
    }

    @Override
    void encode(int[] rgba, int width, int height, int[] words) {
        start.encode(rgba, width, height, words);
        int word = 0;
        for (int y = 0; y < height; y += 4) {
            for (int x = 0; x < width; x += 4, word += 2) {
                pixels.load(rgba, y * width + x, width);
                refine(words[word], words[word + 1]);
                words[word] = word0;
                words[word + 1] = word1;
            }
        }
    }

    private void refine(int first, int second) {
        word0 = first;
        word1 = second;
        sums.add(pixels, second);
        error = sums.error(first);
        if (error == 0) {
            return;
        }
        offerFit();
        int falling = pixels.fallingChannels();
        // A falling channel is turned upside down, and its ends are turned back.
        int low = (pixels.least() & ~falling) | (~pixels.greatest() & falling);
        int high = (pixels.greatest() & ~falling) | (~pixels.least() & falling);
        if (falling != 0) {
            sums.add(pixels, pixels.levels(falling, low, high));
            offerFit();
        }
        int inset = ((high - low) >>> 4) & 0x0F0F0F;
        offer(rounded565((high - inset) ^ falling), rounded565((low + inset) ^ falling));
    }

    private void offerFit() {
        int determinant = sums.determinant();
        if (determinant != 0) {
            offer(sums.fittedEnd3(determinant), sums.fittedEnd0(determinant));
        }
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
        int found = swapped ? sums.errorSwapped(first) : sums.error(first);
        if (found < error) {
            error = found;
            word0 = first;
            word1 = swapped ? ~sums.levels() : sums.levels();
        }
    }

    private void offerSolid(int colour) {
        int found = sums.errorOfOne(Rgb.of565(colour));
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
