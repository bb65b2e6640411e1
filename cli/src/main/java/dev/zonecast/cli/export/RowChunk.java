package dev.zonecast.cli.export;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Some rows packed column by column: of each column its least value, and of each row how much more it is, in as few bytes as the
 * greatest one needs (frame of reference). Begins of neighbours differ by little, names are few, and most rows have no data: eight to
 * ten bytes a row instead of 32, and any value is found without those before it.
 */
final class RowChunk {
    static final int ROWS = 256;
    /** Words of a row as it is given: begin, end, name below category, data. */
    static final int WORDS = 4;

    private static final int COLUMNS = 5;
    private static final int BEGIN = 0;
    private static final int LENGTH = 1;
    private static final int NAME = 2;
    private static final int CATEGORY = 3;
    private static final int DATA = 4;

    /** The least values of the columns, their widths in bytes, the count, nothing. */
    private static final int WIDTHS = COLUMNS * Long.BYTES;

    private static final int COUNT = WIDTHS + COLUMNS;
    private static final int HEAD_BYTES = WIDTHS + Long.BYTES;

    /** Values are read and written eight bytes at a time, whatever their width. */
    static final int SPARE_BYTES = Long.BYTES;

    /** With the spare bytes behind it. */
    static final int MAX_BYTES = HEAD_BYTES + COLUMNS * ROWS * Long.BYTES + SPARE_BYTES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int beginAt;
    private int beginWidth;
    private long beginMask;
    private long leastBegin;
    private int lengthAt;
    private int lengthWidth;
    private long lengthMask;
    private long leastLength;
    private int nameAt;
    private int nameWidth;
    private long nameMask;
    private long leastName;
    private int categoryAt;
    private int categoryWidth;
    private long categoryMask;
    private long leastCategory;
    private int dataAt;
    private int dataWidth;
    private long dataMask;
    private long leastData;

    /** Packs rows; several threads each have one of their own. */
    static final class Packer {
        private final long[][] columns = new long[COLUMNS][ROWS];

        /**
         * Packs some rows of an order, from a place on where there is room for {@link #MAX_BYTES}; returns where they end.
         *
         * @param order places of rows
         * @param from in the order
         */
        int pack(long[] rows, int[] order, int from, int count, byte[] target, int at) {
            split(rows, order, from, count);
            int end = at + HEAD_BYTES;
            for (int column = 0; column < COLUMNS; column++) {
                long[] values = columns[column];
                long least = values[0];
                long greatest = values[0];
                for (int i = 1; i < count; i++) {
                    least = Math.min(least, values[i]);
                    greatest = Math.max(greatest, values[i]);
                }
                // A difference beyond 63 bits is right as one without sign.
                int bits = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
                int width = (bits + Byte.SIZE - 1) / Byte.SIZE;
                LONGS.set(target, at + column * Long.BYTES, least);
                target[at + WIDTHS + column] = (byte) width;
                if (width > 0) {
                    for (int i = 0; i < count; i++) {
                        LONGS.set(target, end, values[i] - least);
                        end += width;
                    }
                }
            }
            SHORTS.set(target, at + COUNT, (short) count);
            return end;
        }

        private void split(long[] rows, int[] order, int from, int count) {
            long[] begins = columns[BEGIN];
            long[] lengths = columns[LENGTH];
            long[] names = columns[NAME];
            long[] categories = columns[CATEGORY];
            long[] data = columns[DATA];
            for (int i = 0; i < count; i++) {
                int row = WORDS * order[from + i];
                long begin = rows[row];
                long name = rows[row + 2];
                begins[i] = begin;
                lengths[i] = rows[row + 1] - begin;
                names[i] = (int) name;
                categories[i] = name >> Integer.SIZE;
                data[i] = rows[row + 3];
            }
        }
    }

    /** Looks at packed rows, behind which there are {@link #SPARE_BYTES}; returns how many rows they are. */
    int open(byte[] packed, int at) {
        bytes = packed;
        int count = (short) SHORTS.get(packed, at + COUNT);
        int from = at + HEAD_BYTES;
        beginAt = from;
        beginWidth = packed[at + WIDTHS + BEGIN];
        beginMask = mask(beginWidth);
        leastBegin = least(at, BEGIN);
        from += count * beginWidth;
        lengthAt = from;
        lengthWidth = packed[at + WIDTHS + LENGTH];
        lengthMask = mask(lengthWidth);
        leastLength = least(at, LENGTH);
        from += count * lengthWidth;
        nameAt = from;
        nameWidth = packed[at + WIDTHS + NAME];
        nameMask = mask(nameWidth);
        leastName = least(at, NAME);
        from += count * nameWidth;
        categoryAt = from;
        categoryWidth = packed[at + WIDTHS + CATEGORY];
        categoryMask = mask(categoryWidth);
        leastCategory = least(at, CATEGORY);
        from += count * categoryWidth;
        dataAt = from;
        dataWidth = packed[at + WIDTHS + DATA];
        dataMask = mask(dataWidth);
        leastData = least(at, DATA);
        return count;
    }

    private static long mask(int width) {
        return width == 0 ? 0 : -1L >>> (Long.SIZE - width * Byte.SIZE);
    }

    private long least(int at, int column) {
        return (long) LONGS.get(bytes, at + column * Long.BYTES);
    }

    long begin(int row) {
        return leastBegin + ((long) LONGS.get(bytes, beginAt + row * beginWidth) & beginMask);
    }

    /** End less begin. */
    long length(int row) {
        return leastLength + ((long) LONGS.get(bytes, lengthAt + row * lengthWidth) & lengthMask);
    }

    long end(int row) {
        return begin(row) + length(row);
    }

    /** The lower half of the third word. */
    int name(int row) {
        return (int) (leastName + ((long) LONGS.get(bytes, nameAt + row * nameWidth) & nameMask));
    }

    /** The upper half of the third word. */
    int category(int row) {
        return (int) (leastCategory + ((long) LONGS.get(bytes, categoryAt + row * categoryWidth) & categoryMask));
    }

    long data(int row) {
        return leastData + ((long) LONGS.get(bytes, dataAt + row * dataWidth) & dataMask);
    }
}
