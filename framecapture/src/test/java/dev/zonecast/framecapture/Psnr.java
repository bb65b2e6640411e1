package dev.zonecast.framecapture;

import dev.zonecast.framecapture.TestImages.TestImage;

/** How far a picture is from what it should show. */
final class Psnr {
    private Psnr() {}

    /** In dB over the three channels; 99 for the same picture. */
    static double of(TestImage image, int[] shown) {
        long error = squaredError(image, shown, 0, 0, image.width(), image.height());
        double mean = error / (3.0 * image.width() * image.height());
        return error == 0 ? 99 : 10 * Math.log10(255 * 255 / mean);
    }

    /** Sum of the squared differences in a part of the picture. */
    static long squaredError(TestImage image, int[] shown, int left, int top, int width, int height) {
        long sum = 0;
        for (int y = top; y < top + height; y++) {
            for (int x = left; x < left + width; x++) {
                int at = y * image.width() + x;
                for (int shift = 0; shift < 24; shift += 8) {
                    int difference = ((image.rgba()[at] >>> shift) & 0xFF) - ((shown[at] >>> shift) & 0xFF);
                    sum += (long) difference * difference;
                }
            }
        }
        return sum;
    }
}
