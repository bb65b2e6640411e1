package dev.zonecast.demo.render;

import java.nio.ByteBuffer;

/**
 * A finished frame. The array is not copied.
 *
 * @param width pixels
 * @param height pixels
 * @param rgb one pixel an element, 0x00RRGGBB in sRGB, rows from the top down
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
public record Picture(int width, int height, int[] rgb) {
    /** A picture of RGBA bytes whose first row is the lowest. */
    public static Picture ofBottomUp(int width, int height, ByteBuffer rgba) {
        int[] rgb = new int[width * height];
        for (int y = 0; y < height; y++) {
            int row = (height - 1 - y) * width * 4;
            for (int x = 0; x < width; x++) {
                int at = row + x * 4;
                rgb[y * width + x] =
                        (rgba.get(at) & 0xFF) << 16 | (rgba.get(at + 1) & 0xFF) << 8 | (rgba.get(at + 2) & 0xFF);
            }
        }
        return new Picture(width, height, rgb);
    }

    /** The pixel in column {@code x} from the left and row {@code y} from the top, 0x00RRGGBB. */
    public int rgb(int x, int y) {
        return rgb[y * width + x];
    }
}
