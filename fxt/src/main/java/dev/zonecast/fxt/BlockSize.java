package dev.zonecast.fxt;

/**
 * The size of a block of memory, with the rate at which blocks are sampled, in one word: bits 0 to 47 the block's own bytes, bits 48 to 62
 * the rate in KiB, 0 if each block is recorded.
 *
 * <p>Sampling chooses each byte with the probability 1 / rate, and a block with its first chosen byte: a block of n bytes with
 * p = 1 - exp(-n / rate). Such a block represents 1 / p blocks and n / p bytes (Horvitz and Thompson), so sums over the blocks of a recording
 * are unbiased estimates. A block without bytes counts as one of 1 byte.
 */
public final class BlockSize {
    /** The most bytes of a block; a viewer has 48 bits for it too. */
    public static final long MAX_BYTES = (1L << 48) - 1;

    /** The highest rate. */
    public static final long MAX_RATE = 16L << 20;

    private static final int RATE_SHIFT = 48;
    private static final int RATE_UNIT_SHIFT = 10;
    private static final int MAX_UNITS = 0x7FFF;

    private BlockSize() {}

    /**
     * A block that was sampled.
     *
     * @param bytes its own, from 0 to {@link #MAX_BYTES}
     * @param rate bytes, a multiple of 1024 up to {@link #MAX_RATE}; 0: each block is recorded
     */
    public static long word(long bytes, long rate) {
        return bytes | rate >>> RATE_UNIT_SHIFT << RATE_SHIFT;
    }

    /** True if the block was chosen among others. */
    public static boolean isSampled(long word) {
        return rate(word) != 0;
    }

    private static long rate(long word) {
        return (word >>> RATE_SHIFT & MAX_UNITS) << RATE_UNIT_SHIFT;
    }

    /** How many blocks it represents: 1 if each is recorded. */
    public static double blocks(long word) {
        long rate = rate(word);
        return rate == 0 ? 1 : -1 / Math.expm1(-(double) Math.max(1, word & MAX_BYTES) / rate);
    }

    /** How many bytes it represents, to the nearest: its own if each block is recorded. */
    public static long bytes(long word) {
        long own = word & MAX_BYTES;
        return isSampled(word) ? Math.round(own * blocks(word)) : own;
    }
}
