package dev.zonecast.fxt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockSizeTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4096, BlockSize.MAX_BYTES})
    void shouldBeTheSizeItselfWhenEachBlockIsRecorded(long bytes) {
        long word = BlockSize.word(bytes, 0);

        assertEquals(bytes, word);
        assertEquals(bytes, BlockSize.bytes(word));
        assertEquals(1, BlockSize.blocks(word));
        assertFalse(BlockSize.isSampled(word));
    }

    @ParameterizedTest
    @CsvSource({"16, 65536", "1000, 65536", "65536, 65536", "1048576, 65536", "100, 1024", "5000000, 16777216"})
    void shouldStandForAsManyAsItsProbabilitySays(long bytes, long rate) {
        long word = BlockSize.word(bytes, rate);
        double probability = 1 - Math.exp(-(double) bytes / rate);

        assertTrue(BlockSize.isSampled(word));
        assertEquals(1 / probability, BlockSize.blocks(word), 1e-6 / probability);
        assertEquals(bytes / probability, (double) BlockSize.bytes(word), 0.51);
    }

    @Test
    void shouldNotBeNegativeAtItsLimits() {
        long word = BlockSize.word(BlockSize.MAX_BYTES, BlockSize.MAX_RATE);

        assertTrue(word > 0);
        assertEquals(BlockSize.MAX_BYTES, BlockSize.bytes(word));
        assertEquals(1, BlockSize.blocks(word));
        // Of a file that is not ours.
        assertTrue(BlockSize.bytes(Long.MIN_VALUE | 5) > 0);
    }

    @Test
    void shouldCountABlockWithoutBytes() {
        long word = BlockSize.word(0, 65_536);

        assertEquals(0, BlockSize.bytes(word));
        assertEquals(65_536.5, BlockSize.blocks(word), 0.01);
    }
}
