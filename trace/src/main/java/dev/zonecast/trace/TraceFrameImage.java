package dev.zonecast.trace;

/** The picture of a frame, as BC1 (DXT1) blocks in the order of graphics hardware. */
public final class TraceFrameImage {
    private final Program program;
    private final long frame;
    private final int picture;
    private final int width;
    private final int height;
    private final boolean bottomUp;
    private final byte[] blocks;

    TraceFrameImage(Program program, long frame, int picture, int width, int height, boolean bottomUp, byte[] blocks) {
        this.program = program;
        this.frame = frame;
        this.picture = picture;
        this.width = width;
        this.height = height;
        this.bottomUp = bottomUp;
        this.blocks = blocks;
    }

    /** The program whose frame it is. */
    public Program program() {
        return program;
    }

    /** Number of that program: {@link Program#number}. */
    public long process() {
        return program.number();
    }

    /** Number of the frame in the base set. */
    public long frame() {
        return frame;
    }

    /** Number of the picture: frames that show the same have the same one. */
    public int picture() {
        return picture;
    }

    /** Pixels, a multiple of 4. */
    public int width() {
        return width;
    }

    /** Pixels, a multiple of 4. */
    public int height() {
        return height;
    }

    /** The first row of blocks is the lowest of the picture. */
    public boolean isBottomUp() {
        return bottomUp;
    }

    /** A copy of the blocks: 8 bytes for 4 by 4 pixels. */
    public byte[] blocks() {
        return blocks.clone();
    }

    TraceFrameImage again(long ofFrame) {
        return new TraceFrameImage(program, ofFrame, picture, width, height, bottomUp, blocks);
    }

    /**
     * The pixels as {@code 0xRRGGBB}, row by row from the top. Expansion of the two colours of a block to 8 bits and their mixture
     * by thirds as Direct3D 10 and later require.
     */
    public int[] toRgb() {
        int[] pixels = new int[width * height];
        int[] palette = new int[4];
        int columns = width / 4;
        for (int block = 0; block < blocks.length / 8; block++) {
            palette(block * 8, palette);
            int x = block % columns * 4;
            int y = block / columns * 4;
            for (int i = 0; i < 16; i++) {
                int choice = blocks[block * 8 + 4 + i / 4] >> (i % 4 * 2) & 3;
                int row = y + i / 4;
                pixels[(bottomUp ? height - 1 - row : row) * width + x + i % 4] = palette[choice];
            }
        }
        return pixels;
    }

    private void palette(int at, int[] palette) {
        int first = (blocks[at] & 0xFF) | (blocks[at + 1] & 0xFF) << 8;
        int second = (blocks[at + 2] & 0xFF) | (blocks[at + 3] & 0xFF) << 8;
        palette[0] = expanded(first);
        palette[1] = expanded(second);
        if (first > second) {
            palette[2] = mixed(palette[0], 2, palette[1], 1, 3);
            palette[3] = mixed(palette[0], 1, palette[1], 2, 3);
        } else {
            palette[2] = mixed(palette[0], 1, palette[1], 1, 2);
            palette[3] = 0;
        }
    }

    private static int expanded(int rgb565) {
        int red = rgb565 >> 11;
        int green = rgb565 >> 5 & 63;
        int blue = rgb565 & 31;
        return ((red << 3) | (red >> 2)) << 16 | ((green << 2) | (green >> 4)) << 8 | ((blue << 3) | (blue >> 2));
    }

    private static int mixed(int a, int partsOfA, int b, int partsOfB, int parts) {
        int mixed = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int sum = (a >> shift & 0xFF) * partsOfA + (b >> shift & 0xFF) * partsOfB;
            mixed |= (sum / parts) << shift;
        }
        return mixed;
    }
}
