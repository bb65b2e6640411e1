package dev.zonecast.framecapture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.image.Bc1Blocks;
import dev.zonecast.core.image.WireBlocks;
import dev.zonecast.framecapture.TestImages.TestImage;
import org.junit.jupiter.api.Test;

class Dxt1DecoderTest {
    private static final int RED_TO_BLUE = 0xF800 | (0x001F << 16);

    @Test
    void shouldShowEndsAndThirdsWhenColor0IsGreater() {
        Bc1Blocks picture = new Bc1Blocks(4, 4);
        // Rows of codes 0, 1, 2, 3.
        picture.words()[0] = RED_TO_BLUE;
        picture.words()[1] = 0xFFAA5500;
        int[] pixels = new int[16];

        Dxt1Decoder.decode(picture, pixels);

        assertArrayEquals(
                new int[] {
                    0xFF0000FF, 0xFF0000FF, 0xFF0000FF, 0xFF0000FF, 0xFFFF0000, 0xFFFF0000, 0xFFFF0000, 0xFFFF0000,
                    0xFF5500AA, 0xFF5500AA, 0xFF5500AA, 0xFF5500AA, 0xFFAA0055, 0xFFAA0055, 0xFFAA0055, 0xFFAA0055
                },
                pixels);
    }

    @Test
    void shouldShowHalfAndBlackWhenColor0IsNotGreater() {
        Bc1Blocks picture = new Bc1Blocks(4, 4);
        picture.words()[0] = 0x001F | (0xF800 << 16);
        picture.words()[1] = 0xFFAA5500;
        int[] pixels = new int[16];

        Dxt1Decoder.decode(picture, pixels);

        assertEquals(0xFFFF0000, pixels[0]);
        assertEquals(0xFF0000FF, pixels[4]);
        assertEquals(0xFF800080, pixels[8]);
        assertEquals(0, pixels[12]);
    }

    @Test
    void shouldRiseFromColor1WhenOrderIsTheProtocols() {
        WireBlocks picture = new WireBlocks(4, 4);
        picture.words()[0] = RED_TO_BLUE;
        // Rows of levels 0, 1, 2, 3.
        picture.words()[1] = 0xFFAA5500;
        int[] pixels = new int[16];

        Dxt1Decoder.decode(picture, pixels);

        assertEquals(0xFFFF0000, pixels[0]);
        assertEquals(0xFFAA0055, pixels[4]);
        assertEquals(0xFF5500AA, pixels[8]);
        assertEquals(0xFF0000FF, pixels[12]);
    }

    @Test
    void shouldShowTheSamePictureInBothOrders() {
        TestImage image = TestImages.scene(320, 180);
        WireBlocks wire = new WireBlocks(320, 180);
        Dxt1Encoder.fast().encode(image.rgba(), wire);
        Bc1Blocks bc1 = new Bc1Blocks(4, 4);
        WireBlocks back = new WireBlocks(4, 4);

        wire.toBc1(bc1);
        bc1.toWire(back);

        int[] fromWire = new int[320 * 180];
        int[] fromBc1 = new int[320 * 180];
        Dxt1Decoder.decode(wire, fromWire);
        Dxt1Decoder.decode(bc1, fromBc1);
        assertArrayEquals(fromWire, fromBc1);
        assertArrayEquals(wire.words(), back.words());
    }

    @Test
    void shouldKeepThePlaceOfEachBlock() {
        TestImage image = TestImages.of("each block another grey", 24, 12, (x, y) -> {
            int grey = (x / 4 + y / 4 * 6) * 12;
            return TestImages.rgb(grey, grey, grey);
        });
        WireBlocks wire = new WireBlocks(24, 12);
        int[] pixels = new int[24 * 12];

        Dxt1Encoder.scalar().encode(image.rgba(), wire);
        Dxt1Decoder.decode(wire, pixels);

        for (int i = 0; i < pixels.length; i++) {
            assertEquals(image.rgba()[i] & 0xFF, pixels[i] & 0xFF, 7, "pixel " + i);
        }
    }
}
