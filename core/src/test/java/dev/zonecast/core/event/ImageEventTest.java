package dev.zonecast.core.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageEventTest {
    @Test
    void shouldMapLevelsToCodesAsTheServerDoes() {
        // Levels 0, 1, 2, 3 of the first four pixels.
        assertEquals(0b00_10_11_01, ImageEvent.codes(0b11_10_01_00) & 0xFF);
        assertEquals(0x5555_5555, ImageEvent.codes(0));
    }

    @Test
    void shouldKeepColoursWhenConverted() {
        ImageEvent image = new ImageEvent().describe(1, 8, 4, false);
        System.arraycopy(new int[] {0x001F_F800, 0xE4E4_E4E4, 0x1234_0000, 0}, 0, image.blocks(), 0, 4);
        int[] bc1 = new int[4];

        image.toBc1(bc1);

        assertArrayEquals(new int[] {0x001F_F800, 0x2D2D_2D2D, 0x1234_0000, 0x5555_5555}, bc1);
    }

    @Test
    void shouldKeepItsMemoryWhenTheNumberOfBlocksStays() {
        ImageEvent image = new ImageEvent().describe(1, 320, 180, true);
        int[] blocks = image.blocks();

        image.describe(2, 180, 320, false);

        assertSame(blocks, image.blocks());
        assertEquals(28_800, 4 * blocks.length);
        assertEquals(2, image.frame());
        assertEquals(180, image.width());
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "4, 0", "-4, 4", "5, 4", "4, 6", "4100, 4", "4, 4100", "2147483644, 2147483644"})
    void shouldRefuseSizesThatTheFormatHasNot(int width, int height) {
        assertThrows(IllegalArgumentException.class, () -> new ImageEvent().describe(1, width, height, false));
    }
}
