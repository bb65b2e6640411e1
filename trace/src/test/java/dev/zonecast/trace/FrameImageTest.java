package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FrameImageTest {
    private static final int SESSION = 1;
    private static final int IMAGE = 2;
    /** Red and blue as 5, 6 and 5 bits; of each row the four choices in turn. */
    private static final long RED_TO_BLUE = 0xF800L | 0x001FL << 16 | 0xE4E4_E4E4L << 32;
    /** Blue is the lesser colour of 565: with it first, the third is the mean and the fourth is black. */
    private static final long BLUE_TO_RED = 0x001FL | 0xF800L << 16 | 0xE4E4_E4E4L << 32;

    private TraceBytes trace;

    @BeforeEach
    void begin() {
        trace = TraceBytes.trace()
                .string(SESSION, ExtensionLayout.SESSION)
                .string(IMAGE, ExtensionLayout.FRAME_IMAGE)
                .record(5 | (long) SESSION << 16 | (long) ExtensionLayout.SESSION_TEXTS << 32 | 1L << 48)
                .word(ExtensionLayout.VERSION | 77L << 32)
                .word(0)
                .word(0)
                .word(0)
                .word(0)
                .end();
    }

    private void image(int kind, int id, long frame, int height, boolean bottomUp, int place, long... blocks) {
        long bytes = ExtensionLayout.FRAME_IMAGE_PART + 8L * blocks.length;
        trace.record(5 | (long) IMAGE << 16 | bytes << 32 | 1L << 48)
                .word(ExtensionLayout.VERSION | (long) kind << 16 | (long) id << 32)
                .word(frame)
                .word(4 | (long) height << 16 | (bottomUp ? 1L << 32 : 0))
                .word(4L * height / 2 | (long) place << 32);
        for (long block : blocks) {
            trace.word(block);
        }
        trace.end();
    }

    private List<TraceFrameImage> images() throws IOException {
        TraceLog log = new TraceLog();
        TraceReader.read(trace.stream(), log);
        return log.images;
    }

    @Test
    void shouldExpandAndMixTheColorsOfABlock() throws IOException {
        image(0, 0, 5, 8, false, 0, RED_TO_BLUE, BLUE_TO_RED);

        TraceFrameImage image = images().getFirst();

        int[] pixels = image.toRgb();
        assertEquals(32, pixels.length);
        for (int row = 0; row < 4; row++) {
            assertArrayEquals(
                    new int[] {0xFF0000, 0x0000FF, 0xAA0055, 0x5500AA},
                    java.util.Arrays.copyOfRange(pixels, row * 4, row * 4 + 4));
        }
        assertArrayEquals(new int[] {0x0000FF, 0xFF0000, 0x7F007F, 0}, java.util.Arrays.copyOfRange(pixels, 16, 20));
    }

    @Test
    void shouldTurnAPictureThatBeginsAtTheBottom() throws IOException {
        image(0, 0, 5, 8, true, 0, RED_TO_BLUE, BLUE_TO_RED);

        int[] pixels = images().getFirst().toRgb();

        assertEquals(0x0000FF, pixels[0]);
        assertEquals(0xFF0000, pixels[28]);
    }

    @Test
    void shouldPutPartsTogetherAndRepeatPictures() throws IOException {
        image(0, 0, 5, 8, false, 0, RED_TO_BLUE);
        image(0, 0, 5, 8, false, 8, BLUE_TO_RED);
        image(1, 0, 6, 8, false, 0);
        image(0, 1, 7, 4, false, 0, BLUE_TO_RED);

        List<TraceFrameImage> images = images();

        assertEquals(
                List.of(5L, 6L, 7L), images.stream().map(TraceFrameImage::frame).toList());
        assertEquals(
                List.of(0, 0, 1), images.stream().map(TraceFrameImage::picture).toList());
        assertArrayEquals(images.get(0).toRgb(), images.get(1).toRgb());
        assertEquals(16, images.get(0).blocks().length);
    }

    @Test
    void shouldLeaveOutPicturesThatCannotBe() throws IOException {
        image(0, 0, 5, 7, false, 0, RED_TO_BLUE);
        image(0, 1, 5, 8, false, 8, RED_TO_BLUE);
        image(1, 9, 6, 8, false, 0);
        image(0, 2, 7, 4, false, 0, RED_TO_BLUE, BLUE_TO_RED);

        assertEquals(List.of(), images());
    }
}
