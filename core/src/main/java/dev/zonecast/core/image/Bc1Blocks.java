package dev.zonecast.core.image;

/**
 * A picture in BC1 blocks, as graphics hardware, DDS and KTX files have them: a pixel's two bits are a <em>code</em>, 0 for
 * {@code color0}, 1 for {@code color1}, 2 and 3 for the colours a third of the way from the one to the other (where
 * {@code color0 > color1}; else 2 is half-way and 3 is black).
 */
public final class Bc1Blocks extends Dxt1Blocks {
    /**
     * A picture, all black.
     *
     * @throws IllegalArgumentException if a side is not a multiple of 4 from 4 to {@link #MAX_SIDE}
     */
    public Bc1Blocks(int width, int height) {
        super(width, height);
    }

    /**
     * Writes the same picture in the order of Tracy's protocol; the target takes this one's size. Right for blocks with
     * {@code color0 > color1} and for blocks of one colour, which is what our encoders make: the protocol has no others.
     */
    public void toWire(WireBlocks target) {
        target.resize(width(), height());
        int[] from = words();
        int[] to = target.words();
        for (int i = 0; i < from.length; i += WORDS) {
            to[i] = from[i];
            to[i + 1] = levels(from[i + 1]);
        }
    }

    /** Levels of 16 codes: 0, 1, 2, 3 become 3, 0, 2, 1; the inverse of {@link WireBlocks#codes}. */
    static int levels(int codes) {
        int high = (~codes << 1) & 0xAAAA_AAAA;
        int low = (high ^ (codes & 0xAAAA_AAAA)) >>> 1;
        return high | low;
    }
}
