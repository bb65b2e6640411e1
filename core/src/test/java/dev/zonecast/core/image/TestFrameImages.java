package dev.zonecast.core.image;

import dev.zonecast.core.event.ImageEvent;
import java.util.Random;

/** Frame images for tests of what becomes of them. */
public final class TestFrameImages {
    private TestFrameImages() {}

    /** An image of random blocks. */
    public static ImageEvent of(long frame, int width, int height, boolean bottomUp, long seed) {
        ImageEvent image = new ImageEvent().describe(frame, width, height, bottomUp);
        Random random = new Random(seed);
        int[] words = image.blocks();
        for (int i = 0; i < words.length; i++) {
            words[i] = random.nextInt();
        }
        return image;
    }
}
