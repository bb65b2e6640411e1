package dev.zonecast.framecapture.pixels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.CaptureRate;
import dev.zonecast.framecapture.SentImages;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PixelCaptureTest {
    private static final int RED = 0xFF0000FF;
    private static final int GREEN = 0xFF00FF00;

    /** Red above, green below, in rows with a gap of bytes that are no pixels. */
    private static ByteBuffer halves(int width, int height, int rowBytes, ByteOrder order) {
        ByteBuffer pixels = ByteBuffer.allocateDirect(8 + rowBytes * height).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < pixels.capacity(); i++) {
            pixels.put(i, (byte) 0x77);
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                pixels.putInt(8 + y * rowBytes + 4 * x, y < height / 2 ? RED : GREEN);
            }
        }
        return pixels.position(8).order(order);
    }

    private static SentImages.Image only(SentImages sent) {
        List<SentImages.Image> images = sent.images();
        assertEquals(1, images.size());
        return images.getFirst();
    }

    @ParameterizedTest
    @CsvSource({"64, 32, 64, 32", "640, 320, 64, 32", "101, 53, 60, 32", "12, 9, 12, 8"})
    void shouldShowThePictureInItsSizeWhateverTheSourceHas(int width, int height, int shownWidth, int shownHeight) {
        try (SentImages sent = new SentImages()) {
            Frame.mark();
            PixelCapture capture = PixelCapture.builder().size(64, 32).create();
            ByteBuffer pixels = halves(width, height, 4 * width + 12, ByteOrder.BIG_ENDIAN);

            assertTrue(capture.capture(pixels, width, height, 4 * width + 12, false));

            SentImages.Image image = only(sent);
            assertEquals(8, pixels.position());
            assertEquals(ByteOrder.BIG_ENDIAN, pixels.order());
            assertEquals(Frame.number(), image.frame());
            assertEquals(shownWidth, image.width());
            assertEquals(shownHeight, image.height());
            int[] shown = image.pixelsFromTheTop();
            assertEquals(0xFF, shown[0] & 0xFF, "red is above");
            assertEquals(0xFF, shown[shown.length - 1] >> 8 & 0xFF, "green is below");
            assertEquals(0, shown[0] >> 8 & 0xFF);
        }
    }

    @Test
    void shouldTurnAPictureWhoseFirstRowIsTheLowest() {
        try (SentImages sent = new SentImages()) {
            Frame.mark();
            PixelCapture capture = PixelCapture.builder().create();

            assertTrue(capture.capture(halves(64, 32, 256, ByteOrder.LITTLE_ENDIAN), 64, 32, 256, true));

            SentImages.Image image = only(sent);
            assertTrue(image.bottomUp());
            assertEquals(0xFF, image.pixelsFromTheTop()[0] >> 8 & 0xFF, "green is above");
        }
    }

    @Test
    void shouldKeepToTheRateAndDoNothingWhenNobodyListens() {
        PixelCapture capture =
                PixelCapture.builder().rate(CaptureRate.everyNth(2)).create();
        ByteBuffer pixels = halves(8, 8, 32, ByteOrder.LITTLE_ENDIAN);
        assertFalse(capture.capture(pixels, 8, 8, 32, false));
        try (SentImages ignored = new SentImages()) {
            Frame.mark();
            assertTrue(capture.capture(pixels, 8, 8, 32, false));
            Frame.mark();
            assertFalse(capture.capture(pixels, 8, 8, 32, false));
            Frame.mark();
            assertTrue(capture.capture(pixels, 8, 8, 32, false));
        }
    }

    @Test
    void shouldDropAndCountThePictureOfAFrameThatHasNotBegun() {
        try (SentImages sent = new SentImages()) {
            Frame.mark();
            PixelCapture capture = PixelCapture.builder().create();
            ByteBuffer pixels = halves(8, 8, 32, ByteOrder.LITTLE_ENDIAN);

            assertFalse(capture.capture(Frame.number() + 1, pixels, 8, 8, 32, false));
            assertFalse(capture.capture(Long.MAX_VALUE, pixels, 8, 8, 32, false));
            assertTrue(capture.capture(pixels, 8, 8, 32, false));

            assertEquals(Frame.number(), only(sent).frame());
            assertEquals(2, sent.lost());
        }
    }

    @Test
    void shouldRefusePicturesThatCannotBe() {
        PixelCapture capture = PixelCapture.builder().create();
        ByteBuffer pixels = ByteBuffer.allocate(4 * 8 * 8);

        assertThrows(IllegalArgumentException.class, () -> capture.capture(pixels, 0, 8, 32, false));
        assertThrows(IllegalArgumentException.class, () -> capture.capture(pixels, 8, -1, 32, false));
        assertThrows(IllegalArgumentException.class, () -> capture.capture(pixels, 8, 8, 31, false));
        assertThrows(IllegalArgumentException.class, () -> capture.capture(pixels, 8, 9, 32, false));
        assertThrows(IllegalArgumentException.class, () -> capture.capture(pixels, 1 << 20, 1 << 20, 1 << 22, false));
    }
}
