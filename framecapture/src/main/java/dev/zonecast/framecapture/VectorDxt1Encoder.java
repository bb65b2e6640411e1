package dev.zonecast.framecapture;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.SUSUB;
import static jdk.incubator.vector.VectorOperators.UMAX;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.function.IntUnaryOperator;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The fast form on vectors; writes the bits of {@link ScalarDxt1Encoder}.
 *
 * <p>A row of blocks at a time, in stages with plain arrays between them. A vector of N lanes is N pixels of one row, or of N blocks one
 * number each; {@value #VECTORS_PER_GROUP} vectors of pixels beside each other are a group of N blocks. Rows that
 * do not divide into groups are copied to wider ones first.
 *
 * <p>What keeps vectors in registers (JDK 25; the sign of a failure is memory allocated per picture, which a test looks for): every stage
 * is small enough for the compiler to inline all its vector operations, about forty; no stage is inlined into the loop over the rows,
 * which is why they are called through an interface that many method references implement; all constants are vectors in static final fields; there
 * are no comparisons, masks, blends and conversions, but arithmetic in their place.
 */
final class VectorDxt1Encoder extends Dxt1Encoder {
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = INTS.length();

    /** As many as a block is wide: so a group has as many blocks as a vector has lanes. */
    private static final int VECTORS_PER_GROUP = 4;

    private static final int GROUP = VECTORS_PER_GROUP * LANES;

    private static final IntVector ZERO = all(0);
    private static final IntVector BYTE = all(0xFF);
    private static final IntVector SHORT = all(0xFFFF);
    private static final IntVector ALPHA = all(0xFF00_0000);
    private static final IntVector NIBBLES = all(0x0F0F0F);
    private static final IntVector RED_5 = all(0xF8);
    private static final IntVector GREEN_6 = all(0xFC00);
    private static final IntVector BLUE_5 = all(0xF8_0000);

    // 2^23 as a float: adding an integer below 2^23 to its bits adds it to its value.
    private static final IntVector FLOAT_OF_INT = all(Float.floatToRawIntBits(0x1p23f));
    private static final IntVector MANTISSA = all(0x7F_FFFF);
    private static final FloatVector TWO_23 = all(0x1p23f);
    private static final FloatVector TWO_23_LESS_ONE = all(0x1p23f - 1);
    private static final FloatVector TWO_18 = all(0x1p18f);
    // Turns rounding to the nearest into rounding down for fractions that are multiples of 1/766 or more.
    private static final FloatVector ALMOST_HALF = all(0.4995f);

    private static final IntVector ROW_1 = all(0x300);
    private static final IntVector ROW_2 = all(0x3_0000);
    private static final IntVector ROW_3 = all(0x300_0000);
    private static final IntVector BIT_OF_COLUMN = lanes(i -> 2 * (i & 3));

    private static final IntVector EVEN = lanesWhere(1, 0);
    private static final IntVector ODD = lanesWhere(1, 1);
    private static final IntVector FIRST_PAIR = lanesWhere(2, 0);
    private static final IntVector SECOND_PAIR = lanesWhere(2, 2);
    private static final IntVector COLUMN_0 = lanesWhere(3, 0);
    private static final IntVector COLUMN_1 = lanesWhere(3, 1);
    private static final IntVector COLUMN_2 = lanesWhere(3, 2);
    private static final IntVector COLUMN_3 = lanesWhere(3, 3);

    private static final VectorShuffle<Integer> SWAP_PAIRS = VectorShuffle.fromOp(INTS, i -> i ^ 2);
    private static final VectorShuffle<Integer> SPREAD_0 = VectorShuffle.fromOp(INTS, i -> i & ~3);
    private static final VectorShuffle<Integer> SPREAD_1 = VectorShuffle.fromOp(INTS, i -> (i & ~3) | 1);
    private static final VectorShuffle<Integer> SPREAD_2 = VectorShuffle.fromOp(INTS, i -> (i & ~3) | 2);
    private static final VectorShuffle<Integer> SPREAD_3 = VectorShuffle.fromOp(INTS, i -> (i & ~3) | 3);
    private static final VectorShuffle<Integer> FIRST_HALF = VectorShuffle.fromOp(INTS, i -> laneOfBlock(i >> 1));
    private static final VectorShuffle<Integer> SECOND_HALF =
            VectorShuffle.fromOp(INTS, i -> laneOfBlock((i >> 1) + LANES / 2));

    /** A step of the work on a row. */
    private interface Stage {
        void run(VectorDxt1Encoder row);
    }

    private final Stage[] stages = {
        VectorDxt1Encoder::boxes,
        VectorDxt1Encoder::groups,
        VectorDxt1Encoder::ends,
        VectorDxt1Encoder::reciprocals,
        VectorDxt1Encoder::levels,
        VectorDxt1Encoder::words
    };

    // The row that the stages work on. Pixels of the picture, and where the row begins.
    private int[] rgba;
    private int at;

    /** In pixels. */
    private int width;

    // Blocks of the picture, and where the row begins.
    private int[] words;
    private int firstWord;

    // Per pixel column, the same for the four of a block.
    private int[] low = {};
    private int[] high = {};
    private int[] reciprocal = {};

    /** Per pixel column: levels of its four pixels, in their places within the block's word. */
    private int[] levels = {};

    // Per block, a group's blocks in the order of laneOfBlock, a group every LANES words.
    private int[] blockLow = {};
    private int[] blockHigh = {};
    private int[] ends = {};
    private int[] range = {};

    private int[] widerRgba = {};
    private int[] widerWords = {};

    @Override
    public String description() {
        return "vectors of " + INTS.vectorBitSize() + " bits";
    }

    @Override
    void encodeRows(int[] pixels, int pictureWidth, int height, int[] blocks) {
        int groupsPerRow = (pictureWidth + GROUP - 1) / GROUP;
        if (width != groupsPerRow * GROUP) {
            allocate(groupsPerRow * GROUP, groupsPerRow * LANES);
        }
        boolean divides = pictureWidth == width;
        rgba = divides ? pixels : widerRgba;
        words = divides ? blocks : widerWords;
        int wordsPerRow = pictureWidth / 2;
        for (int y = 0; y < height; y += 4) {
            if (divides) {
                run(y * width, y / 4 * wordsPerRow);
                continue;
            }
            for (int i = 0; i < 4; i++) {
                System.arraycopy(pixels, (y + i) * pictureWidth, widerRgba, i * width, pictureWidth);
            }
            run(0, 0);
            System.arraycopy(widerWords, 0, blocks, y / 4 * wordsPerRow, wordsPerRow);
        }
        rgba = null;
        words = null;
    }

    private void run(int firstPixel, int firstWordOfRow) {
        at = firstPixel;
        firstWord = firstWordOfRow;
        for (Stage stage : stages) {
            stage.run(this);
        }
    }

    private void allocate(int newWidth, int blocks) {
        width = newWidth;
        low = new int[newWidth];
        high = new int[newWidth];
        reciprocal = new int[newWidth];
        levels = new int[newWidth];
        widerRgba = new int[4 * newWidth];
        widerWords = new int[newWidth / 2];
        blockLow = new int[blocks];
        blockHigh = new int[blocks];
        ends = new int[blocks];
        range = new int[blocks];
    }

    /** Each block's least and greatest value of each channel, in all four columns of the block. */
    private void boxes() {
        int[] rgba = this.rgba;
        int at = this.at;
        int width = this.width;
        for (int x = 0; x < width; x += LANES) {
            ByteVector a = bytes(rgba, at + x);
            ByteVector b = bytes(rgba, at + width + x);
            ByteVector c = bytes(rgba, at + 2 * width + x);
            ByteVector d = bytes(rgba, at + 3 * width + x);
            ByteVector least = a.lanewise(UMIN, b).lanewise(UMIN, c.lanewise(UMIN, d));
            ByteVector most = a.lanewise(UMAX, b).lanewise(UMAX, c.lanewise(UMAX, d));
            least = least.lanewise(UMIN, neighbour(least));
            most = most.lanewise(UMAX, neighbour(most));
            least = least.lanewise(UMIN, otherPair(least));
            most = most.lanewise(UMAX, otherPair(most));
            // With the greatest alpha as its least, no pixel's alpha exceeds it: the saturated difference is 0.
            least.reinterpretAsInts().or(ALPHA).intoArray(low, x);
            most.reinterpretAsInts().intoArray(high, x);
        }
    }

    private static ByteVector bytes(int[] pixels, int index) {
        return IntVector.fromArray(INTS, pixels, index).reinterpretAsBytes();
    }

    private static ByteVector neighbour(ByteVector v) {
        return v.reinterpretAsLongs().lanewise(ROL, 32).reinterpretAsBytes();
    }

    private static ByteVector otherPair(ByteVector v) {
        return v.reinterpretAsInts().rearrange(SWAP_PAIRS).reinterpretAsBytes();
    }

    /** One of the four equal columns of each block. */
    private void groups() {
        int width = this.width;
        for (int x = 0, group = 0; x < width; x += GROUP, group += LANES) {
            blocks(low, x).intoArray(blockLow, group);
            blocks(high, x).intoArray(blockHigh, group);
        }
    }

    private static IntVector blocks(int[] columns, int x) {
        return IntVector.fromArray(INTS, columns, x)
                .and(COLUMN_0)
                .or(IntVector.fromArray(INTS, columns, x + LANES).and(COLUMN_1))
                .or(IntVector.fromArray(INTS, columns, x + 2 * LANES).and(COLUMN_2))
                .or(IntVector.fromArray(INTS, columns, x + 3 * LANES).and(COLUMN_3));
    }

    /** The first word of each block, and its ranges. */
    private void ends() {
        for (int group = 0; group < blockLow.length; group += LANES) {
            IntVector least = IntVector.fromArray(INTS, blockLow, group);
            IntVector most = IntVector.fromArray(INTS, blockHigh, group);
            IntVector ranges =
                    most.reinterpretAsBytes().sub(least.reinterpretAsBytes()).reinterpretAsInts();
            IntVector inset = ranges.lanewise(LSHR, 4).and(NIBBLES);
            IntVector color0 = to565(most.sub(inset));
            IntVector color1 = to565(least.add(inset));
            color0.and(unlessZero(color0.lanewise(XOR, color1)))
                    .or(color1.lanewise(LSHL, 16))
                    .intoArray(ends, group);
            ranges.intoArray(range, group);
        }
    }

    private static IntVector to565(IntVector rgb) {
        return rgb.and(RED_5)
                .lanewise(LSHL, 8)
                .or(rgb.and(GREEN_6).lanewise(LSHR, 5))
                .or(rgb.and(BLUE_5).lanewise(LSHR, 19));
    }

    /** What turns a sum of channels into a level, for all columns; 0 in blocks of one colour. */
    private void reciprocals() {
        int width = this.width;
        for (int x = 0, group = 0; x < width; x += GROUP, group += LANES) {
            IntVector of = IntVector.fromArray(INTS, range, group);
            IntVector ranges = of.and(BYTE)
                    .add(of.lanewise(LSHR, 8).and(BYTE))
                    .add(of.lanewise(LSHR, 16).and(BYTE));
            // Only blocks of one colour have a color0 of 0.
            IntVector color0 = IntVector.fromArray(INTS, ends, group).and(SHORT);
            IntVector scale = reciprocals(ranges).and(unlessZero(color0));
            scale.rearrange(SPREAD_0).intoArray(reciprocal, x);
            scale.rearrange(SPREAD_1).intoArray(reciprocal, x + LANES);
            scale.rearrange(SPREAD_2).intoArray(reciprocal, x + 2 * LANES);
            scale.rearrange(SPREAD_3).intoArray(reciprocal, x + 3 * LANES);
        }
    }

    /** The level of each pixel. */
    private void levels() {
        int[] rgba = this.rgba;
        int at = this.at;
        int width = this.width;
        for (int x = 0; x < width; x += LANES) {
            ByteVector least = IntVector.fromArray(INTS, low, x).reinterpretAsBytes();
            IntVector scale = IntVector.fromArray(INTS, reciprocal, x);
            // A level is in bits 16 and 17; each row's go to a byte of their own.
            scaled(rgba, at + x, least, scale)
                    .lanewise(LSHR, 16)
                    .or(scaled(rgba, at + width + x, least, scale)
                            .lanewise(LSHR, 8)
                            .and(ROW_1))
                    .or(scaled(rgba, at + 2 * width + x, least, scale).and(ROW_2))
                    .or(scaled(rgba, at + 3 * width + x, least, scale)
                            .lanewise(LSHL, 8)
                            .and(ROW_3))
                    .lanewise(LSHL, BIT_OF_COLUMN)
                    .intoArray(levels, x);
        }
    }

    private static IntVector scaled(int[] pixels, int index, ByteVector least, IntVector scale) {
        IntVector above = IntVector.fromArray(INTS, pixels, index)
                .reinterpretAsBytes()
                .lanewise(SUSUB, least)
                .reinterpretAsInts();
        return above.and(BYTE)
                .add(above.lanewise(LSHR, 8).and(BYTE))
                .add(above.lanewise(LSHR, 16))
                .mul(scale);
    }

    /** Joins the columns' levels and writes both words of each block. */
    private void words() {
        int width = this.width;
        for (int x = 0, group = 0; x < width; x += GROUP, group += LANES) {
            IntVector a = joined(levels, x);
            IntVector b = joined(levels, x + 2 * LANES);
            IntVector pairs = a.and(SECOND_PAIR).or(b.and(FIRST_PAIR)).rearrange(SWAP_PAIRS);
            IntVector word1 = a.and(FIRST_PAIR).or(b.and(SECOND_PAIR)).or(pairs);
            IntVector word0 = IntVector.fromArray(INTS, ends, group);
            int word = firstWord + x / 2;
            word0.rearrange(FIRST_HALF)
                    .and(EVEN)
                    .or(word1.rearrange(FIRST_HALF).and(ODD))
                    .intoArray(words, word);
            word0.rearrange(SECOND_HALF)
                    .and(EVEN)
                    .or(word1.rearrange(SECOND_HALF).and(ODD))
                    .intoArray(words, word + LANES);
        }
    }

    /** Columns 0 and 1, 2 and 3 joined: those of the first vector in the even lanes, those of the second in the odd ones. */
    private static IntVector joined(int[] levels, int x) {
        IntVector a = IntVector.fromArray(INTS, levels, x);
        IntVector b = IntVector.fromArray(INTS, levels, x + LANES);
        IntVector others = a.and(ODD).or(b.and(EVEN));
        return a.and(EVEN)
                .or(b.and(ODD))
                .or(others.reinterpretAsLongs().lanewise(ROL, 32).reinterpretAsInts());
    }

    /** {@link ScalarDxt1Encoder#RECIPROCALS} of sums of ranges. */
    static IntVector reciprocals(IntVector ranges) {
        // Exact: of 2^18 / n a float's error is a thirty-second of the distance to the next whole number or less.
        FloatVector divisor = ranges.or(FLOAT_OF_INT).reinterpretAsFloats().sub(TWO_23_LESS_ONE);
        FloatVector down = TWO_18.div(divisor).sub(ALMOST_HALF).add(TWO_23);
        return down.reinterpretAsInts().and(MANTISSA).min(SHORT);
    }

    /** All bits where a lane is above 0, none where it is 0. */
    private static IntVector unlessZero(IntVector v) {
        return ZERO.sub(v).lanewise(ASHR, 31);
    }

    private static int laneOfBlock(int block) {
        int blocksPerVector = LANES / 4;
        return 4 * (block % blocksPerVector) + block / blocksPerVector;
    }

    private static IntVector all(int value) {
        return IntVector.broadcast(INTS, value);
    }

    private static FloatVector all(float value) {
        return FloatVector.broadcast(FLOATS, value);
    }

    private static IntVector lanes(IntUnaryOperator value) {
        int[] values = new int[LANES];
        for (int i = 0; i < LANES; i++) {
            values[i] = value.applyAsInt(i);
        }
        return IntVector.fromArray(INTS, values, 0);
    }

    /** All bits in the lanes whose number has these bits. */
    private static IntVector lanesWhere(int mask, int bits) {
        return lanes(i -> (i & mask) == bits ? -1 : 0);
    }
}
