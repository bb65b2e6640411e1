package dev.zonecast.framecapture;

/**
 * The fast form, block by block and word by word as the algorithm is described: what the encoders' bits are compared with.
 *
 * <p>Its own bits were compared with those of Tracy v0.14.0's encoder, outside this project: see {@code docs/how-to/frame-images.md}.
 */
final class ReferenceDxt1 {
    private ReferenceDxt1() {}

    static int[] encode(int[] rgba, int width, int height) {
        int[] words = new int[width * height / 8];
        int word = 0;
        for (int y = 0; y < height; y += 4) {
            for (int x = 0; x < width; x += 4) {
                int[][] pixels = new int[16][];
                for (int i = 0; i < 16; i++) {
                    int pixel = rgba[(y + i / 4) * width + x + i % 4];
                    pixels[i] = new int[] {Rgb.red(pixel), Rgb.green(pixel), Rgb.blue(pixel)};
                }
                block(pixels, words, word);
                word += 2;
            }
        }
        return words;
    }

    private static void block(int[][] pixels, int[] words, int word) {
        int[] min = {255, 255, 255};
        int[] max = {0, 0, 0};
        boolean solid = true;
        for (int[] pixel : pixels) {
            for (int c = 0; c < 3; c++) {
                min[c] = Math.min(min[c], pixel[c]);
                max[c] = Math.max(max[c], pixel[c]);
                int mask = c == 1 ? 0xFC : 0xF8;
                solid &= (pixel[c] & mask) == (pixels[0][c] & mask);
            }
        }
        if (solid) {
            words[word] = to565(pixels[0]) << 16;
            words[word + 1] = 0;
            return;
        }
        int ranges = 0;
        int[] high = new int[3];
        int[] low = new int[3];
        for (int c = 0; c < 3; c++) {
            int range = max[c] - min[c];
            ranges += range;
            high[c] = max[c] - (range >> 4);
            low[c] = min[c] + (range >> 4);
        }
        words[word] = to565(high) | (to565(low) << 16);
        int reciprocal = Math.min(0xFFFF, (1 << 18) / (ranges + 1));
        int levels = 0;
        for (int i = 0; i < 16; i++) {
            int sum = 0;
            for (int c = 0; c < 3; c++) {
                sum += pixels[i][c] - min[c];
            }
            levels |= ((sum * reciprocal) >> 16) << (2 * i);
        }
        words[word + 1] = levels;
    }

    private static int to565(int[] rgb) {
        return ((rgb[0] >> 3) << 11) | ((rgb[1] >> 2) << 5) | (rgb[2] >> 3);
    }
}
