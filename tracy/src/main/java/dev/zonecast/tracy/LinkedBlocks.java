package dev.zonecast.tracy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decompresses LZ4 blocks whose matches may lie in earlier blocks ("LZ4 Block Format Description", Y. Collet). lz4-java has no
 * decompressor with a history. It never reads or writes outside of the given ranges, whatever the block contains.
 */
public final class LinkedBlocks {
    /** A match lies at most this far back, less one byte. */
    public static final int HISTORY_BYTES = 64 << 10;

    /** Copies of whole words may run over the end of a buffer by as much. */
    public static final int SLACK_BYTES = 32;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final int MIN_MATCH = 4;

    private LinkedBlocks() {}

    /**
     * Decompresses one block.
     *
     * @param source the block from 0 to {@code sourceEnd}; the array is longer by {@value #SLACK_BYTES} at least
     * @param target gets the bytes from {@code start} on; the bytes before are the history
     * @param limit index in the target that no byte is written at, but for {@value #SLACK_BYTES} without meaning
     * @return index behind the last byte
     * @throws TracyException if the block is damaged, or its content does not fit
     */
    public static int decompress(byte[] source, int sourceEnd, byte[] target, int start, int limit)
            throws TracyException {
        int in = 0;
        int out = start;
        while (in < sourceEnd) {
            int token = source[in++] & 0xFF;
            int literals = token >>> 4;
            if (literals == 15) {
                long extended = extend(source, in, sourceEnd);
                literals += (int) extended;
                in = (int) (extended >>> 32);
            }
            if (literals > sourceEnd - in || literals > limit - out) {
                throw damaged();
            }
            copyLiterals(source, in, target, out, literals);
            in += literals;
            out += literals;
            if (in == sourceEnd) {
                return out;
            }
            if (sourceEnd - in < 2) {
                throw damaged();
            }
            int distance = (source[in] & 0xFF) | (source[in + 1] & 0xFF) << 8;
            in += 2;
            int length = (token & 15) + MIN_MATCH;
            if (length == 15 + MIN_MATCH) {
                long extended = extend(source, in, sourceEnd);
                length += (int) extended;
                in = (int) (extended >>> 32);
            }
            if (distance == 0 || distance > out || length > limit - out) {
                throw damaged();
            }
            copyMatch(target, out, distance, length);
            out += length;
        }
        throw damaged();
    }

    /** Low half: sum of the bytes up to the first that is not 255. High half: the index after it. */
    private static long extend(byte[] source, int from, int end) throws TracyException {
        int at = from;
        int sum = 0;
        int more;
        do {
            if (at >= end) {
                throw damaged();
            }
            more = source[at++] & 0xFF;
            sum += more;
        } while (more == 255);
        return (long) at << 32 | sum;
    }

    private static void copyLiterals(byte[] source, int in, byte[] target, int out, int length) {
        if (length > 32) {
            System.arraycopy(source, in, target, out, length);
            return;
        }
        for (int i = 0; i < length; i += 8) {
            LONG.set(target, out + i, (long) LONG.get(source, in + i));
        }
    }

    private static void copyMatch(byte[] target, int out, int distance, int length) {
        int from = out - distance;
        if (distance >= 8) {
            for (int i = 0; i < length; i += 8) {
                LONG.set(target, out + i, (long) LONG.get(target, from + i));
            }
        } else {
            // The match overlaps itself: a pattern of up to 7 bytes again and again.
            for (int i = 0; i < length; i++) {
                target[out + i] = target[from + i];
            }
        }
    }

    private static TracyException damaged() {
        return new TracyException("a compressed block is damaged");
    }
}
