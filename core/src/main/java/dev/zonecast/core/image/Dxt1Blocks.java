package dev.zonecast.core.image;

/**
 * A compressed picture, in one of two orders. A block of 4 by 4 pixels is two words of 32 bits, little-endian where they are bytes:
 *
 * <pre>
 * word 0   [0..15] color0, [16..31] color1, each red 5 bits (highest), green 6, blue 5
 * word 1   two bits a pixel, what they mean is the order; pixel (x, y) of the block at bit 2 * (4 * y + x)
 * </pre>
 *
 * Blocks follow each other from left to right, then from top to bottom, in the order in which the pixels are given. Made once and
 * filled again and again; not thread-safe.
 */
public abstract sealed class Dxt1Blocks permits WireBlocks, Bc1Blocks {
    /** Longest side in pixels: a whole picture of that size is 8 MiB. */
    public static final int MAX_SIDE = 4096;

    static final int WORDS = 2;
    private static final int SIDE = 4;

    private int width;
    private int height;
    private int[] words;

    Dxt1Blocks(int width, int height) {
        words = new int[words(width, height)];
        this.width = width;
        this.height = height;
    }

    /** True if a picture may have such a side: a multiple of 4 from 4 to {@link #MAX_SIDE}. */
    public static boolean isSide(int pixels) {
        return pixels >= SIDE && pixels <= MAX_SIDE && pixels % SIDE == 0;
    }

    /**
     * Gives the picture another size; nothing is allocated while the number of blocks stays the same. The content is undefined
     * afterwards.
     *
     * @throws IllegalArgumentException if a side is not a multiple of 4 from 4 to {@link #MAX_SIDE}
     */
    public final void resize(int newWidth, int newHeight) {
        int needed = words(newWidth, newHeight);
        if (needed != words.length) {
            words = new int[needed];
        }
        width = newWidth;
        height = newHeight;
    }

    /** In pixels. */
    public final int width() {
        return width;
    }

    /** In pixels. */
    public final int height() {
        return height;
    }

    /** Size on the wire and in files: half a byte a pixel. */
    public final int bytes() {
        return words.length * Integer.BYTES;
    }

    /** The blocks themselves, exactly as many words as the picture needs. Another array after {@link #resize}. */
    public final int[] words() {
        return words;
    }

    private static int words(int width, int height) {
        if (!isSide(width) || !isSide(height)) {
            throw new IllegalArgumentException("width and height of a compressed image are multiples of 4 from 4 to "
                    + MAX_SIDE + ": " + width + "x" + height);
        }
        return width / SIDE * (height / SIDE) * WORDS;
    }
}
