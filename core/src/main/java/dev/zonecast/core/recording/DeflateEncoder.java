package dev.zonecast.core.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Deflate (RFC 1951) for FXT records. For one thread.
 *
 * <p>Records consist of words of eight bytes. Most words occurred before: headers, arguments. A time is new, but only in its low bytes. So
 * one table finds equal words, and a match extends backwards into the high bytes of the time before it. In texts and images, where two
 * words in a row are new, a second table finds equal bytes at any position.
 */
final class DeflateEncoder {
    private static final int WORD_BYTES = Long.BYTES;
    private static final int TABLE_BITS = 14;
    private static final long WORD_HASH = 0x9E3779B97F4A7C15L;
    private static final int BYTES_HASH = 0x9E3779B1;
    private static final int NONE = -1;

    /** With so many uncoded bytes, words match too little: the table of bytes is searched. More than the low bytes of a time. */
    private static final int MOST_NEW_BYTES = 3 * WORD_BYTES;

    /** Position of the last word with a hash. */
    private final int[] words = new int[1 << TABLE_BITS];

    /** Position of the last four bytes with a hash. Has only positions that were searched or matched. */
    private final int[] bytes = new int[1 << TABLE_BITS];

    private final DeflateBlock block = new DeflateBlock();
    private ByteBuffer in;
    private int end;
    private BitOutput out;

    /** End of the input that has symbols. */
    private int coded;

    /** End of the input whose block is written. */
    private int written;

    /** Upper bound of the output. Stored blocks add five bytes each. The last write needs eight spare bytes. */
    static int mostBytes(int bytes) {
        return Math.addExact(bytes, (bytes >>> 12) + 64);
    }

    /**
     * Encodes a whole stream.
     *
     * @param input from position to limit; the position stays
     * @param output has room for {@link #mostBytes}
     */
    void encode(ByteBuffer input, ByteBuffer output) {
        in = input.slice().order(ByteOrder.LITTLE_ENDIAN);
        end = in.limit();
        out = new BitOutput(output);
        coded = 0;
        written = 0;
        Arrays.fill(words, NONE);
        Arrays.fill(bytes, NONE);
        int at = 0;
        while (at + WORD_BYTES <= end) {
            long word = in.getLong(at);
            int before = replace(words, hash(word), at);
            if (isNear(before, at) && in.getLong(before) == word) {
                encodeWordMatch(at, before);
                at = alignedUp(coded);
            } else {
                at += WORD_BYTES;
                if (at - coded >= MOST_NEW_BYTES) {
                    encodeBytes(at - WORD_BYTES);
                    at = Math.max(at, alignedUp(coded));
                }
            }
        }
        encodeLiterals(end);
        writeBlock(true);
        out.alignToByte();
    }

    private void encodeWordMatch(int at, int before) {
        int distance = at - before;
        int start = at;
        if (at - coded >= WORD_BYTES && before >= WORD_BYTES) {
            long difference = in.getLong(at - WORD_BYTES) ^ in.getLong(before - WORD_BYTES);
            start -= Long.numberOfLeadingZeros(difference) >>> 3;
        } else {
            while (start > coded && start > distance && in.get(start - 1) == in.get(start - 1 - distance)) {
                start--;
            }
        }
        int matchEnd = matchEnd(at, distance);
        for (int i = at + WORD_BYTES; i + WORD_BYTES <= matchEnd; i += WORD_BYTES) {
            words[hash(in.getLong(i))] = i;
        }
        encodeMatch(start, matchEnd, distance);
    }

    /** Encodes input from {@link #coded} at any position. The last match may end after the limit. */
    private void encodeBytes(int limit) {
        int at = coded;
        while (at < limit) {
            int four = in.getInt(at);
            int before = replace(bytes, hash(four), at);
            if (isNear(before, at) && in.getInt(before) == four) {
                int matchEnd = matchEnd(at, at - before);
                for (int i = at + 1; i < matchEnd && i + Integer.BYTES <= end; i++) {
                    bytes[hash(in.getInt(i))] = i;
                }
                encodeMatch(at, matchEnd, at - before);
                at = matchEnd;
            } else {
                at++;
            }
        }
        encodeLiterals(at);
    }

    private int matchEnd(int start, int distance) {
        int at = start;
        while (at + WORD_BYTES <= end) {
            long difference = in.getLong(at) ^ in.getLong(at - distance);
            if (difference != 0) {
                return at + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            at += WORD_BYTES;
        }
        return at;
    }

    private void encodeMatch(int start, int matchEnd, int distance) {
        encodeLiterals(start);
        while (coded < matchEnd) {
            int length = DeflateBlock.partOf(matchEnd - coded);
            requireRoom(1);
            block.addMatch(length, distance);
            coded += length;
        }
    }

    private void encodeLiterals(int limit) {
        requireRoom(limit - coded);
        while (coded < limit) {
            block.addLiteral(in.get(coded) & 0xFF);
            coded++;
        }
    }

    private void requireRoom(int symbols) {
        if (block.room() < symbols) {
            writeBlock(false);
        }
    }

    private void writeBlock(boolean isLast) {
        block.write(out, in.slice(written, coded - written), isLast);
        written = coded;
    }

    private static boolean isNear(int before, int at) {
        return before != NONE && at - before <= DeflateBlock.MAX_DISTANCE;
    }

    private static int replace(int[] table, int slot, int at) {
        int before = table[slot];
        table[slot] = at;
        return before;
    }

    private static int hash(long word) {
        return (int) ((word * WORD_HASH) >>> (Long.SIZE - TABLE_BITS));
    }

    private static int hash(int four) {
        return (four * BYTES_HASH) >>> (Integer.SIZE - TABLE_BITS);
    }

    private static int alignedUp(int at) {
        return (at + WORD_BYTES - 1) & -WORD_BYTES;
    }
}
