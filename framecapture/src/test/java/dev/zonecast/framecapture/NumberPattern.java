package dev.zonecast.framecapture;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A number as a picture: bands of equal height, from the top red, the high eight bits, the low eight bits, blue. A bit is a field, white for
 * 1 and black for 0, the highest at the left.
 */
public final class NumberPattern {
    private static final int BITS = 8;
    private static final int BANDS = 4;

    /** Fills a rectangle of the picture, given in parts of 8 across and of 4 from the top down, with a colour. */
    public interface Filler {
        void fill(int column, int columns, int band, float red, float green, float blue);
    }

    private NumberPattern() {}

    /** Draws a number from 0 to 65535. */
    public static void draw(int number, Filler filler) {
        filler.fill(0, BITS, 0, 1, 0, 0);
        filler.fill(0, BITS, BANDS - 1, 0, 0, 1);
        for (int bit = 0; bit < 2 * BITS; bit++) {
            int value = (number >>> (2 * BITS - 1 - bit)) & 1;
            filler.fill(bit % BITS, 1, 1 + bit / BITS, value, value, value);
        }
    }

    /** The number that a picture shows, which has to be the right way up and of no other colours. */
    public static int read(int[] rgbaFromTheTop, int width, int height) {
        assertTrue(isColour(at(rgbaFromTheTop, width, height, 3, 0), 255, 0, 0), "red at the top");
        assertTrue(isColour(at(rgbaFromTheTop, width, height, 3, BANDS - 1), 0, 0, 255), "blue at the bottom");
        int number = 0;
        for (int bit = 0; bit < 2 * BITS; bit++) {
            int colour = at(rgbaFromTheTop, width, height, bit % BITS, 1 + bit / BITS);
            boolean one = isColour(colour, 255, 255, 255);
            assertTrue(
                    one || isColour(colour, 0, 0, 0), () -> "neither black nor white: " + Integer.toHexString(colour));
            number = number << 1 | (one ? 1 : 0);
        }
        return number;
    }

    private static int at(int[] rgba, int width, int height, int column, int band) {
        int x = (2 * column + 1) * width / (2 * BITS);
        int y = (2 * band + 1) * height / (2 * BANDS);
        return rgba[y * width + x];
    }

    private static boolean isColour(int rgba, int red, int green, int blue) {
        return Math.abs((rgba & 0xFF) - red) < 40
                && Math.abs(((rgba >>> 8) & 0xFF) - green) < 40
                && Math.abs(((rgba >>> 16) & 0xFF) - blue) < 40;
    }
}
