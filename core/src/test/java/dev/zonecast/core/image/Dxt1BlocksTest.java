package dev.zonecast.core.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Dxt1BlocksTest {
    @Test
    void shouldMapLevelsToCodesAsTheServerDoes() {
        // Levels 0, 1, 2, 3 of the first four pixels.
        assertEquals(0b00_10_11_01, WireBlocks.codes(0b11_10_01_00) & 0xFF);
        assertEquals(0x5555_5555, WireBlocks.codes(0));
    }

    @Test
    void shouldReturnToTheSameLevelsWhenMappedBack() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int levels = random.nextInt();

            assertEquals(levels, Bc1Blocks.levels(WireBlocks.codes(levels)));
        }
    }

    @Test
    void shouldKeepColoursAndSizeWhenConverted() {
        WireBlocks wire = new WireBlocks(8, 4);
        System.arraycopy(new int[] {0x001F_F800, 0xE4E4_E4E4, 0x1234_0000, 0}, 0, wire.words(), 0, 4);
        Bc1Blocks bc1 = new Bc1Blocks(4, 4);
        WireBlocks back = new WireBlocks(4, 4);

        wire.toBc1(bc1);
        bc1.toWire(back);

        assertArrayEquals(new int[] {0x001F_F800, 0x2D2D_2D2D, 0x1234_0000, 0x5555_5555}, bc1.words());
        assertArrayEquals(wire.words(), back.words());
        assertEquals(8, back.width());
        assertEquals(4, back.height());
    }

    @Test
    void shouldKeepItsMemoryWhenSizeStays() {
        WireBlocks wire = new WireBlocks(320, 180);
        int[] words = wire.words();

        wire.resize(180, 320);

        assertSame(words, wire.words());
        assertEquals(28_800, wire.bytes());
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "4, 0", "-4, 4", "5, 4", "4, 6", "4100, 4", "4, 4100", "2147483644, 2147483644"})
    void shouldRefuseSizesThatTheFormatHasNot(int width, int height) {
        assertThrows(IllegalArgumentException.class, () -> new WireBlocks(width, height));
        assertThrows(IllegalArgumentException.class, () -> new Bc1Blocks(width, height));
        assertThrows(IllegalArgumentException.class, () -> new WireBlocks(4, 4).resize(width, height));
    }
}
