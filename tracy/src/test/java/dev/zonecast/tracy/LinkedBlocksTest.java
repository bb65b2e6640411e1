package dev.zonecast.tracy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;

/** The decompressor against lz4-java's compressor, hand-made blocks with a history, and nonsense. */
class LinkedBlocksTest {
    private static final int START = LinkedBlocks.HISTORY_BYTES;
    private static final long SEED = 20_261_121;

    private final byte[] target = new byte[START + EventBlock.MAX_BYTES + LinkedBlocks.SLACK_BYTES];

    private int decompress(byte[] block) throws TracyException {
        byte[] source = Arrays.copyOf(block, block.length + LinkedBlocks.SLACK_BYTES);
        return LinkedBlocks.decompress(source, block.length, target, START, START + EventBlock.MAX_BYTES);
    }

    @Test
    void shouldGiveBackWhatWasCompressed() throws TracyException {
        Random random = new Random(SEED);
        LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
        for (int round = 0; round < 300; round++) {
            byte[] content = new byte[1 + random.nextInt(round % 10 == 0 ? EventBlock.MAX_BYTES : 2_000)];
            int letters = 1 + random.nextInt(20);
            int run = 1 + random.nextInt(40);
            for (int i = 0; i < content.length; i++) {
                content[i] = i % run == 0 || i == 0 ? (byte) random.nextInt(letters) : content[i - 1];
            }

            int end = decompress(compressor.compress(content));

            assertArrayEquals(content, Arrays.copyOfRange(target, START, end));
        }
    }

    @Test
    void shouldTakeMatchesFromTheHistory() throws TracyException {
        for (int i = 0; i < START; i++) {
            target[i] = (byte) (i % 251);
        }
        // A literal, a match of 4 + 15 + 30 bytes 65535 bytes back, and the literals that must end a block.
        byte[] block = {0x1F, 'A', (byte) 0xFF, (byte) 0xFF, 30, 0x50, 1, 2, 3, 4, 5};

        int end = decompress(block);

        assertEquals(START + 1 + 49 + 5, end);
        byte[] expected = new byte[55];
        expected[0] = 'A';
        for (int i = 0; i < 49; i++) {
            expected[1 + i] = (byte) ((2 + i) % 251);
        }
        System.arraycopy(new byte[] {1, 2, 3, 4, 5}, 0, expected, 50, 5);
        assertArrayEquals(expected, Arrays.copyOfRange(target, START, end));
    }

    @Test
    void shouldRefuseBlocksThatLeaveTheirBounds() {
        byte[][] damaged = {
            {},
            {(byte) 0xF0},
            {(byte) 0xF0, (byte) 0xFF, (byte) 0xFF},
            {0x20, 1},
            {0x10, 1, 0},
            {0x10, 1, 0, 0, 0x00},
            {0x1F, 1, 1, 0, (byte) 0xFF},
            {0x10, 1, 1, 0},
        };
        for (byte[] block : damaged) {
            assertThrows(TracyException.class, () -> decompress(block), Arrays.toString(block));
        }
        // 256 KiB and more out of a few hundred bytes.
        byte[] bomb = new byte[2_000];
        Arrays.fill(bomb, (byte) 0xFF);
        bomb[0] = 0x1F;
        bomb[1] = 'x';
        bomb[2] = 1;
        bomb[3] = 0;
        assertThrows(TracyException.class, () -> decompress(bomb));
    }

    @Test
    void shouldNeverFailOtherwiseWhateverTheBytes() {
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            byte[] block = new byte[random.nextInt(60)];
            random.nextBytes(block);
            try {
                decompress(block);
            } catch (TracyException e) {
                assertEquals("a compressed block is damaged", e.getMessage());
            }
        }
    }
}
