package dev.zonecast.framecapture;

import java.util.Arrays;

/**
 * The fast form in plain Java.
 *
 * <p>A row of blocks at a time, in passes over arrays, a channel in each: the loops are so small and regular that the compiler turns most
 * of them into vector instructions by itself. Written block by block the same arithmetic takes three times as long, and a loop with
 * more work in it is not unrolled, and so not vectorised either (measured with JDK 25).
 */
final class ScalarDxt1Encoder extends Dxt1Encoder {
    /**
     * {@code 4 / (ranges + 1)} as a fixed-point number of 16 bits, by the sum of the three channels' ranges: what Tracy's client
     * multiplies with.
     */
    static final int[] RECIPROCALS = new int[3 * 255 + 1];

    static {
        for (int i = 0; i < RECIPROCALS.length; i++) {
            RECIPROCALS[i] = Math.min(0xFFFF, (1 << 18) / (i + 1));
        }
    }

    private static final int GREEN = 8;
    private static final int BLUE = 16;

    /** Four rows of pixels. */
    private int[][] rows = {};

    private Channel red;
    private Channel green;
    private Channel blue;

    /** Of the pixel's block: the sum of the lows {@code << 16}, and the reciprocal. */
    private int[] scale = {};

    private int[] levels = {};

    // Room for a row of blocks.
    private int[] high565 = {};
    private int[] low565 = {};
    private int[] lowSum = {};
    private int[] rangeSum = {};

    /** Least and greatest value of a channel: in each column of four pixels, then in each block. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Channel(int[] low, int[] high, int[] blockLow, int[] blockHigh) {
        static Channel of(int width) {
            return new Channel(new int[width], new int[width], new int[width / 4], new int[width / 4]);
        }
    }

    @Override
    public String description() {
        return "scalar";
    }

    @Override
    void encodeRows(int[] rgba, int width, int height, int[] words) {
        if (scale.length != width) {
            allocate(width);
        }
        int wordsPerRow = width / 2;
        for (int y = 0, word = 0; y < height; y += 4, word += wordsPerRow) {
            // Into arrays of their own: of accesses to one array at several offsets the compiler cannot tell that the
            // writes of a pass leave them alone.
            for (int i = 0; i < 4; i++) {
                System.arraycopy(rgba, (y + i) * width, rows[i], 0, width);
            }
            // Call by call: so each shift is a constant in the loop that the compiler makes of it.
            boxes(rows, 0, red);
            boxes(rows, GREEN, green);
            boxes(rows, BLUE, blue);
            ends();
            words0(words, word);
            for (int[] row : rows) {
                pushLevels(row, scale, levels);
            }
            words1(words, word);
        }
    }

    private void allocate(int width) {
        rows = new int[4][width];
        red = Channel.of(width);
        green = Channel.of(width);
        blue = Channel.of(width);
        scale = new int[width];
        levels = new int[width];
        high565 = new int[width / 4];
        low565 = new int[width / 4];
        lowSum = new int[width / 4];
        rangeSum = new int[width / 4];
    }

    private static void boxes(int[][] rows, int shift, Channel channel) {
        columns(rows[0], rows[1], rows[2], rows[3], shift, channel.low, channel.high);
        blocks(channel.low, channel.high, channel.blockLow, channel.blockHigh);
    }

    private static void columns(int[] a, int[] b, int[] c, int[] d, int shift, int[] low, int[] high) {
        for (int x = 0; x < a.length; x++) {
            int p = (a[x] >>> shift) & 0xFF;
            int q = (b[x] >>> shift) & 0xFF;
            int r = (c[x] >>> shift) & 0xFF;
            int s = (d[x] >>> shift) & 0xFF;
            low[x] = Math.min(Math.min(p, q), Math.min(r, s));
            high[x] = Math.max(Math.max(p, q), Math.max(r, s));
        }
    }

    private static void blocks(int[] low, int[] high, int[] blockLow, int[] blockHigh) {
        for (int x = 0, block = 0; x < low.length; x += 4, block++) {
            blockLow[block] = Math.min(Math.min(low[x], low[x + 1]), Math.min(low[x + 2], low[x + 3]));
            blockHigh[block] = Math.max(Math.max(high[x], high[x + 1]), Math.max(high[x + 2], high[x + 3]));
        }
    }

    /** The corners of each box, moved inwards by a sixteenth of its side and truncated to 565; the sums of lows and of ranges. */
    private void ends() {
        Arrays.fill(high565, 0);
        Arrays.fill(low565, 0);
        addEnds(red, high565, low565, 0xF8, 1 << 11);
        addEnds(green, high565, low565, 0xFC, 1 << 6);
        addEnds(blue, high565, low565, 0xF8, 1);
        sums(red.blockLow, green.blockLow, blue.blockLow, lowSum);
        sums(red.blockHigh, green.blockHigh, blue.blockHigh, rangeSum);
    }

    /** With a factor and one shift for all: the compiler makes no vectors of shifts that vary. */
    private static void addEnds(Channel channel, int[] high565, int[] low565, int mask, int factor) {
        int[] low = channel.blockLow;
        int[] high = channel.blockHigh;
        for (int i = 0; i < low.length; i++) {
            int inset = (high[i] - low[i]) >>> 4;
            high565[i] |= (((high[i] - inset) & mask) * factor) >>> 3;
            low565[i] |= (((low[i] + inset) & mask) * factor) >>> 3;
        }
    }

    private static void sums(int[] a, int[] b, int[] c, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = a[i] + b[i] + c[i];
        }
    }

    private void words0(int[] words, int first) {
        for (int i = 0, x = 0, word = first; x < scale.length; i++, x += 4, word += 2) {
            int high = high565[i];
            int low = low565[i];
            // -1, or 0 where the two ends are the same: such a block has color0 0 and all levels 0.
            int unlessSolid = -(high ^ low) >> 31;
            words[word] = (high & unlessSolid) | (low << 16);
            int lows = lowSum[i];
            int value = (lows << 16) | (RECIPROCALS[rangeSum[i] - lows] & unlessSolid);
            scale[x] = value;
            scale[x + 1] = value;
            scale[x + 2] = value;
            scale[x + 3] = value;
        }
    }

    /** Moves the levels of the rows before down by a byte: after four rows the first one's are lowest. */
    private static void pushLevels(int[] row, int[] scale, int[] levels) {
        for (int x = 0; x < row.length; x++) {
            int p = row[x];
            int s = scale[x];
            int sum = (p & 0xFF) + ((p >>> GREEN) & 0xFF) + ((p >>> BLUE) & 0xFF) - (s >>> 16);
            levels[x] = (levels[x] >>> 8) | (((sum * (s & 0xFFFF)) >>> 16) << 24);
        }
    }

    private void words1(int[] words, int first) {
        int[] from = levels;
        for (int x = 0, word = first + 1; x < from.length; x += 4, word += 2) {
            words[word] = from[x] | (from[x + 1] << 2) | (from[x + 2] << 4) | (from[x + 3] << 6);
        }
    }
}
