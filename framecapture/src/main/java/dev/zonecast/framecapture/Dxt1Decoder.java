package dev.zonecast.framecapture;

import dev.zonecast.core.image.Bc1Blocks;
import dev.zonecast.core.image.Dxt1Blocks;
import dev.zonecast.core.image.WireBlocks;

/**
 * Pixels of compressed pictures, for exports and tests.
 *
 * <p>As in the specification of BC1 (Khronos Data Format Specification, "S3TC"): a channel of 5 or 6 bits is widened by repeating its
 * highest bits, the colours between are rounded to the nearest, and in a block whose {@code color0} is not the greater one code 2 is
 * half-way and code 3 is transparent black.
 */
public final class Dxt1Decoder {
    private Dxt1Decoder() {}

    /**
     * Pixels of a picture in the order of graphics hardware.
     *
     * @param rgba takes width times height pixels, red in the lowest byte
     */
    public static void decode(Bc1Blocks picture, int[] rgba) {
        int[] words = picture.words();
        int[] colours = new int[4];
        for (int i = 0; i < words.length; i += 2) {
            codeColours(words[i], colours);
            paint(picture, i / 2, words[i + 1], colours, rgba);
        }
    }

    /**
     * Pixels of a picture in the order of Tracy's protocol.
     *
     * @param rgba takes width times height pixels, red in the lowest byte
     */
    public static void decode(WireBlocks picture, int[] rgba) {
        int[] words = picture.words();
        int[] colours = new int[4];
        for (int i = 0; i < words.length; i += 2) {
            levelColours(words[i], colours);
            paint(picture, i / 2, words[i + 1], colours, rgba);
        }
    }

    private static void paint(Dxt1Blocks picture, int block, int selectors, int[] colours, int[] rgba) {
        int blocksPerRow = picture.width() / 4;
        int at = block / blocksPerRow * 4 * picture.width() + block % blocksPerRow * 4;
        for (int i = 0; i < 16; i++) {
            rgba[at + (i >>> 2) * picture.width() + (i & 3)] = colours[(selectors >>> (2 * i)) & 3];
        }
    }

    /** Colours of codes 0 to 3. */
    static void codeColours(int word0, int[] colours) {
        int end0 = Rgb.of565(word0 & 0xFFFF);
        int end1 = Rgb.of565(word0 >>> 16);
        colours[0] = end0;
        colours[1] = end1;
        if ((word0 & 0xFFFF) > (word0 >>> 16)) {
            colours[2] = third(end0, end1);
            colours[3] = third(end1, end0);
        } else {
            colours[2] = half(end0, end1);
            colours[3] = 0;
        }
    }

    /** Colours of levels 0 to 3: of codes 1, 3, 2, 0. */
    static void levelColours(int word0, int[] colours) {
        codeColours(word0, colours);
        int code0 = colours[0];
        colours[0] = colours[1];
        colours[1] = colours[3];
        colours[3] = code0;
    }

    /** A third of the way from the first colour to the second. */
    private static int third(int near, int far) {
        return Rgb.of(
                (2 * Rgb.red(near) + Rgb.red(far) + 1) / 3,
                (2 * Rgb.green(near) + Rgb.green(far) + 1) / 3,
                (2 * Rgb.blue(near) + Rgb.blue(far) + 1) / 3);
    }

    private static int half(int a, int b) {
        return Rgb.of(
                (Rgb.red(a) + Rgb.red(b) + 1) / 2,
                (Rgb.green(a) + Rgb.green(b) + 1) / 2,
                (Rgb.blue(a) + Rgb.blue(b) + 1) / 2);
    }
}
