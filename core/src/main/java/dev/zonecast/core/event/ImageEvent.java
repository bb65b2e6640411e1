package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * The picture of a frame, some frames after it was drawn, perhaps before its mark. Numbers of frames rise.
 *
 * <p>The picture is in blocks of 4 by 4 pixels (DXT1, also named BC1), from left to right, then row after row. A block is two words of 32
 * bits, little-endian where they are bytes:
 *
 * <pre>
 * word 0   [0..15] color0, [16..31] color1, each red 5 bits (highest), green 6, blue 5
 * word 1   two bits a pixel; pixel (x, y) of the block at bit 2 * (4 * y + x)
 * </pre>
 *
 * A pixel's two bits are its <em>level</em> on the way from {@code color1} (0) to {@code color0} (3), as Tracy's protocol has it.
 * {@code color0 > color1} but for blocks of one colour, which are {@code color1} with {@code color0} and all levels 0. {@link #toBc1}
 * makes the order of graphics hardware of it.
 */
public final class ImageEvent extends ReusedEvent {
    /** Longest side in pixels: a whole picture of that size is 8 MiB. */
    public static final int MAX_SIDE = 4096;

    private static final int BLOCK_SIDE = 4;
    private static final int PIXELS_PER_WORD = 8;

    private long frame;
    private int width;
    private int height;
    private boolean bottomUp;
    private int[] blocks = {};

    /** Empty; its source fills it. */
    public ImageEvent() {
        set(EventKind.FRAME_IMAGE, null, 0);
    }

    /** True if a picture may have such a side: a multiple of 4 from 4 to {@link #MAX_SIDE}. */
    public static boolean isSide(int pixels) {
        return pixels >= BLOCK_SIDE && pixels <= MAX_SIDE && pixels % BLOCK_SIDE == 0;
    }

    /**
     * Makes this the picture of a frame. Its source writes {@link #blocks} after the call. Nothing is allocated while the number of blocks
     * stays the same.
     *
     * @param number of the frame as {@link dev.zonecast.core.Frame#number} was while it was drawn
     * @param rowsBottomUp true if the first row of blocks is the lowest of the picture, as OpenGL has it
     * @throws IllegalArgumentException if a side is not a multiple of 4 from 4 to {@link #MAX_SIDE}
     */
    public ImageEvent describe(long number, int newWidth, int newHeight, boolean rowsBottomUp) {
        if (!isSide(newWidth) || !isSide(newHeight)) {
            throw new IllegalArgumentException("width and height of a compressed image are multiples of 4 from 4 to "
                    + MAX_SIDE + ": " + newWidth + "x" + newHeight);
        }
        int words = newWidth * newHeight / PIXELS_PER_WORD;
        if (blocks.length != words) {
            blocks = new int[words];
        }
        frame = number;
        width = newWidth;
        height = newHeight;
        bottomUp = rowsBottomUp;
        return this;
    }

    @Override
    void exchange(EventFields fields) {
        frame = fields.number(frame);
        width = (int) fields.number(width);
        height = (int) fields.number(height);
        bottomUp = fields.number(bottomUp ? 1 : 0) != 0;
        blocks = fields.copy(blocks, int[]::clone, (long) Integer.BYTES * blocks.length);
    }

    /** Number of the frame of the base set that it shows; 0 is the time before the first mark. */
    public long frame() {
        return frame;
    }

    /** In pixels. */
    public int width() {
        return width;
    }

    /** In pixels. */
    public int height() {
        return height;
    }

    /** True if the first row of blocks is the lowest of the picture. */
    public boolean bottomUp() {
        return bottomUp;
    }

    /** The blocks themselves, exactly as many words as the picture needs. */
    public int[] blocks() {
        return blocks;
    }

    /**
     * Copies the blocks in the order of graphics hardware, DDS and KTX files: a pixel's two bits are a <em>code</em>, 0 for {@code color0},
     * 1 for {@code color1}, 2 and 3 for the colours a third of the way from the one to the other.
     *
     * @param target as long as {@link #blocks}
     */
    public void toBc1(int[] target) {
        for (int i = 0; i < blocks.length; i += 2) {
            target[i] = blocks[i];
            target[i + 1] = codes(blocks[i + 1]);
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
