package dev.zonecast.core.image;

/**
 * A picture in blocks as Tracy's protocol sends them: a pixel's two bits are its <em>level</em> on the way from {@code color1} (0) to
 * {@code color0} (3). {@code color0 > color1} but for blocks of one colour, which are {@code color1} with {@code color0} and all
 * levels 0.
 */
public final class WireBlocks extends Dxt1Blocks {
    /**
     * A picture, all black.
     *
     * @throws IllegalArgumentException if a side is not a multiple of 4 from 4 to {@link #MAX_SIDE}
     */
    public WireBlocks(int width, int height) {
        super(width, height);
    }

    /** Writes the same picture in the order of graphics hardware; the target takes this one's size. */
    public void toBc1(Bc1Blocks target) {
        target.resize(width(), height());
        int[] from = words();
        int[] to = target.words();
        for (int i = 0; i < from.length; i += WORDS) {
            to[i] = from[i];
            to[i + 1] = codes(from[i + 1]);
        }
    }

    /**
     * Codes of 16 levels: 0, 1, 2, 3 become 1, 3, 2, 0. The high bit of a code tells whether the level's bits differ, the low one is
     * the opposite of the level's high bit.
     */
    static int codes(int levels) {
        int high = (levels ^ (levels << 1)) & 0xAAAA_AAAA;
        int low = (~levels >>> 1) & 0x5555_5555;
        return high | low;
    }
}
