package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.fxt.BlockSize;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySamplingTest {
    private static final long RATE = 64 << 10;
    private static final MemoryPool POOL = MemoryPool.of("sampled");
    private static final MemoryPool OTHER = MemoryPool.of("sampled too");

    private static Recorder recorder(long seed) {
        Recorder recorder = new Recorder(null, null);
        recorder.memoryDraws = new MemorySampling.Draws(RATE, seed);
        recorder.memoryLeft = recorder.memoryDraws.next();
        return recorder;
    }

    private static void assertWithin(double sigmas, double expected, double found, double variance) {
        assertEquals(expected, found, sigmas * Math.sqrt(variance) + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 16, 1000, 4096, 65_536, 200_000})
    void shouldChooseABlockWithTheProbabilityOfItsSize(long bytes) {
        MemorySampling sampling = new MemorySampling(RATE);
        Recorder recorder = recorder(bytes * 31 + 7);
        int blocks = (int) Math.min(20_000_000, 2_000 * RATE / Math.max(1, bytes) + 10_000);
        int chosen = 0;
        for (int i = 0; i < blocks; i++) {
            chosen += sampling.chooses(recorder, bytes) ? 1 : 0;
        }

        double p = 1 / BlockSize.blocks(BlockSize.word(bytes, RATE));
        assertWithin(5, blocks * p, chosen, blocks * p * (1 - p));
    }

    /** The mean over many runs is nearer to the truth than a single run, as that of an unbiased estimate. */
    @Test
    void shouldEstimateBytesAndBlocksWithoutBias() {
        MemorySampling sampling = new MemorySampling(RATE);
        int runs = 2_000;
        double estimatedBytes = 0;
        double estimatedBlocks = 0;
        double variance = 0;
        double blockVariance = 0;
        long bytes = 0;
        int blocks = 2_000;
        for (int run = 0; run < runs; run++) {
            Random sizes = new Random(1);
            Recorder recorder = recorder(run * 977L);
            bytes = 0;
            for (int i = 0; i < blocks; i++) {
                // From some bytes to a mebibyte.
                long size = 1L << sizes.nextInt(21);
                bytes += size;
                long word = BlockSize.word(size, RATE);
                double weight = BlockSize.blocks(word);
                if (sampling.chooses(recorder, size)) {
                    estimatedBytes += BlockSize.bytes(word);
                    estimatedBlocks += weight;
                }
                if (run == 0) {
                    variance += (double) size * size * (weight - 1);
                    blockVariance += weight - 1;
                }
            }
        }

        assertWithin(5, (double) bytes, estimatedBytes / runs, variance / runs);
        assertWithin(5, blocks, estimatedBlocks / runs, blockVariance / runs);
    }

    @Test
    void shouldKnowABlockUntilItsLastMarkIsTakenBack() {
        MemorySampling sampling = started();
        try {
            long word = sampling.mark(POOL, 4096, 100);
            long ignored = sampling.mark(POOL, 4096, 100);

            assertEquals(BlockSize.word(100, RATE), word);
            assertTrue(sampling.isMarked(POOL, 4096));
            assertFalse(sampling.isMarked(POOL, 8192));
            assertFalse(sampling.isMarked(OTHER, 4096));
            MemorySampling.unmark(POOL, 4096);
            assertTrue(sampling.isMarked(POOL, 4096));
            MemorySampling.unmark(POOL, 4096);
            assertFalse(sampling.isMarked(POOL, 4096));
            MemorySampling.unmark(POOL, 4096);
            assertFalse(sampling.isMarked(POOL, 4096));
        } finally {
            MemorySampling.start(0);
        }
    }

    @Test
    void shouldKeepAMarkForeverWhenTooManyShareIt() {
        MemorySampling sampling = started();
        try {
            for (int i = 0; i < 1_000; i++) {
                long ignored = sampling.mark(POOL, 16, 1);
            }
            for (int i = 0; i < 1_000; i++) {
                MemorySampling.unmark(POOL, 16);
            }

            assertTrue(sampling.isMarked(POOL, 16));
        } finally {
            MemorySampling.start(0);
        }
    }

    private static MemorySampling started() {
        MemorySampling.start(RATE);
        return MemorySampling.active();
    }
}
