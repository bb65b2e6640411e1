package dev.zonecast.core.image;

import java.util.Random;

/** Frame images for tests of what becomes of them. */
public final class TestFrameImages {
    private TestFrameImages() {}

    /** An image of random blocks. */
    public static FrameImage of(long frame, int width, int height, boolean bottomUp, long seed) {
        FrameImage image = new FrameImage();
        image.describe(frame, width, height, bottomUp);
        Random random = new Random(seed);
        int[] words = image.blocks().words();
        for (int i = 0; i < words.length; i++) {
            words[i] = random.nextInt();
        }
        return image;
    }
}
