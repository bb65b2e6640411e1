package dev.zonecast.framecapture;

/** Pixels of compressed pictures. */
final class Dxt1Pixels {
    private Dxt1Pixels() {}

    /** Pixels of blocks as the protocol has them, red in the lowest byte. */
    static int[] of(int[] blocks, int width, int height) {
        int[] rgba = new int[width * height];
        int[] colours = new int[4];
        int perRow = width / 4;
        for (int block = 0; block < blocks.length / 2; block++) {
            Rgb.ofLevels(blocks[2 * block], colours);
            int at = block / perRow * 4 * width + block % perRow * 4;
            for (int i = 0; i < 16; i++) {
                rgba[at + i / 4 * width + i % 4] = colours[(blocks[2 * block + 1] >>> (2 * i)) & 3];
            }
        }
        return rgba;
    }
}
