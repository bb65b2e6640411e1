package dev.zonecast.framecapture;

/**
 * The fast form in plain Java.
 *
 * <p>A row of blocks at a time, in passes over arrays, a channel in each: the loops are so small and regular that the compiler turns most
 * of them into vector instructions by itself. Written block by block the same arithmetic takes three times as long, and a loop with
 * more work in it is not unrolled, and so not vectorised either (measured with JDK 25).
 */
final class ScalarDxt1Encoder extends Dxt1Encoder {
    private static final int GREEN = 8;
    private static final int BLUE = 16;

    // Room for a row of pixels.
    private int[] row0 = {};
    private int[] row1 = {};
    private int[] row2 = {};
    private int[] row3 = {};
    private Column red = new Column(0);
    private Column green = new Column(0);
    private Column blue = new Column(0);
    /** Of the pixel's block: the sum of the lows {@code << 16}, and the reciprocal. */
    private int[] scale = {};

    private int[] levels = {};

    // Room for a row of blocks.
    private int[] high565 = {};
    private int[] low565 = {};
    private int[] lowSum = {};
    private int[] rangeSum = {};

    /** Least and greatest value of a channel: in each column of four pixels, then in each block. */
    private static final class Column {
        final int[] low;
        final int[] high;
        final int[] blockLow;
        final int[] blockHigh;

        Column(int width) {
            low = new int[width];
            high = new int[width];
            blockLow = new int[width / 4];
            blockHigh = new int[width / 4];
        }
    }

    @Override
    public String description() {
        return "scalar";
    }

    @Override
    void encode(int[] rgba, int width, int height, int[] words) {
        if (row0.length != width) {
            allocate(width);
        }
        int wordsPerRow = width / 2;
        for (int y = 0, word = 0; y < height; y += 4, word += wordsPerRow) {
            // Into arrays of their own: of accesses to one array at several offsets the compiler cannot tell that the
            // writes of a
            // pass leave them alone.
            int at = y * width;
            System.arraycopy(rgba, at, row0, 0, width);
            System.arraycopy(rgba, at + width, row1, 0, width);
            System.arraycopy(rgba, at + 2 * width, row2, 0, width);
            System.arraycopy(rgba, at + 3 * width, row3, 0, width);
            boxes(width);
            ends(width / 4);
            words0(words, word);
            firstLevels(row0, scale, levels);
            nextLevels(row1, scale, levels, 8);
            nextLevels(row2, scale, levels, 16);
            nextLevels(row3, scale, levels, 24);
            words1(words, word);
        }
    }

    private void allocate(int width) {
        row0 = new int[width];
        row1 = new int[width];
        row2 = new int[width];
        row3 = new int[width];
        red = new Column(width);
        green = new Column(width);
        blue = new Column(width);
        scale = new int[width];
        levels = new int[width];
        high565 = new int[width / 4];
        low565 = new int[width / 4];
        lowSum = new int[width / 4];
        rangeSum = new int[width / 4];
    }

    private void boxes(int width) {
        columns(0, red.low, red.high);
        columns(GREEN, green.low, green.high);
        columns(BLUE, blue.low, blue.high);
        blocks(red, width);
        blocks(green, width);
        blocks(blue, width);
    }

    private void columns(int channel, int[] low, int[] high) {
        columns(row0, row1, row2, row3, channel, low, high);
    }

    private static void columns(int[] a, int[] b, int[] c, int[] d, int channel, int[] low, int[] high) {
        for (int x = 0; x < a.length; x++) {
            int p = (a[x] >>> channel) & 0xFF;
            int q = (b[x] >>> channel) & 0xFF;
            int r = (c[x] >>> channel) & 0xFF;
            int s = (d[x] >>> channel) & 0xFF;
            low[x] = Math.min(Math.min(p, q), Math.min(r, s));
            high[x] = Math.max(Math.max(p, q), Math.max(r, s));
        }
    }

    private static void blocks(Column column, int width) {
        int[] low = column.low;
        int[] high = column.high;
        int[] blockLow = column.blockLow;
        int[] blockHigh = column.blockHigh;
        for (int x = 0, block = 0; x < width; x += 4, block++) {
            blockLow[block] = Math.min(Math.min(low[x], low[x + 1]), Math.min(low[x + 2], low[x + 3]));
            blockHigh[block] = Math.max(Math.max(high[x], high[x + 1]), Math.max(high[x + 2], high[x + 3]));
        }
    }

    /** The corners of each box, moved inwards by a sixteenth of its side and truncated to 565; the sums of lows and of ranges. */
    private void ends(int blocks) {
        firstEnds(red.blockLow, red.blockHigh, high565, low565, blocks);
        nextEnds(green.blockLow, green.blockHigh, high565, low565, blocks);
        lastEnds(blue.blockLow, blue.blockHigh, high565, low565, blocks);
        sums(red.blockLow, green.blockLow, blue.blockLow, lowSum, blocks);
        sums(red.blockHigh, green.blockHigh, blue.blockHigh, rangeSum, blocks);
    }

    private static void firstEnds(int[] low, int[] high, int[] high565, int[] low565, int blocks) {
        for (int i = 0; i < blocks; i++) {
            int inset = (high[i] - low[i]) >>> 4;
            high565[i] = ((high[i] - inset) & 0xF8) << 8;
            low565[i] = ((low[i] + inset) & 0xF8) << 8;
        }
    }

    private static void nextEnds(int[] low, int[] high, int[] high565, int[] low565, int blocks) {
        for (int i = 0; i < blocks; i++) {
            int inset = (high[i] - low[i]) >>> 4;
            high565[i] |= ((high[i] - inset) & 0xFC) << 3;
            low565[i] |= ((low[i] + inset) & 0xFC) << 3;
        }
    }

    private static void lastEnds(int[] low, int[] high, int[] high565, int[] low565, int blocks) {
        for (int i = 0; i < blocks; i++) {
            int inset = (high[i] - low[i]) >>> 4;
            high565[i] |= (high[i] - inset) >>> 3;
            low565[i] |= (low[i] + inset) >>> 3;
        }
    }

    private static void sums(int[] a, int[] b, int[] c, int[] sums, int blocks) {
        for (int i = 0; i < blocks; i++) {
            sums[i] = a[i] + b[i] + c[i];
        }
    }

    private void words0(int[] words, int first) {
        int[] reciprocals = BlockMath.reciprocals();
        for (int i = 0, x = 0, word = first; x < scale.length; i++, x += 4, word += 2) {
            int high = high565[i];
            int low = low565[i];
            int unlessSolid = BlockMath.unlessSolid(high, low);
            words[word] = (high & unlessSolid) | (low << 16);
            int lows = lowSum[i];
            int value = (lows << 16) | (reciprocals[rangeSum[i] - lows] & unlessSolid);
            scale[x] = value;
            scale[x + 1] = value;
            scale[x + 2] = value;
            scale[x + 3] = value;
        }
    }

    private static void firstLevels(int[] row, int[] scale, int[] levels) {
        for (int x = 0; x < row.length; x++) {
            int p = row[x];
            int s = scale[x];
            int sum = (p & 0xFF) + ((p >>> GREEN) & 0xFF) + ((p >>> BLUE) & 0xFF) - (s >>> 16);
            levels[x] = (sum * (s & 0xFFFF)) >>> 16;
        }
    }

    private static void nextLevels(int[] row, int[] scale, int[] levels, int bit) {
        for (int x = 0; x < row.length; x++) {
            int p = row[x];
            int s = scale[x];
            int sum = (p & 0xFF) + ((p >>> GREEN) & 0xFF) + ((p >>> BLUE) & 0xFF) - (s >>> 16);
            levels[x] |= ((sum * (s & 0xFFFF)) >>> 16) << bit;
        }
    }

    private void words1(int[] words, int first) {
        int[] from = levels;
        for (int x = 0, word = first + 1; x < from.length; x += 4, word += 2) {
            words[word] = from[x] | (from[x + 1] << 2) | (from[x + 2] << 4) | (from[x + 3] << 6);
        }
    }
}
