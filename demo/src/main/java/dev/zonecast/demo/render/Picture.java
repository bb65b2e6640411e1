package dev.zonecast.demo.render;

/** A finished frame. The array is not copied. */
public final class Picture {
    private final int width;
    private final int height;
    private final int[] rgb;

    /**
     * @param width pixels
     * @param height pixels
     * @param rgb one pixel an element, 0x00RRGGBB in sRGB, rows from the top down
     */
    public Picture(int width, int height, int[] rgb) {
        this.width = width;
        this.height = height;
        this.rgb = rgb;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /** One pixel an element, 0x00RRGGBB in sRGB, rows from the top down. */
    public int[] rgb() {
        return rgb;
    }

    /** The pixel in column {@code x} from the left and row {@code y} from the top, 0x00RRGGBB. */
    public int rgb(int x, int y) {
        return rgb[y * width + x];
    }
}
