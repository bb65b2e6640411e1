package dev.zonecast.core.live;

import java.util.Arrays;

/** Decodes LZ4 blocks that may refer to the last 64 KiB of all decoded before (LZ4 block format; linked blocks). */
final class Lz4History {
    private static final int HISTORY_BYTES = 65_536;
    private static final int MAX_BLOCK_BYTES = 262_144;

    private final byte[] window = new byte[HISTORY_BYTES + MAX_BLOCK_BYTES];
    private int history;

    /** The decoded bytes of the next block. */
    byte[] decode(byte[] source, int from, int to) {
        int in = from;
        int start = history;
        int out = start;
        while (in < to) {
            int token = source[in++] & 0xFF;
            int literals = token >>> 4;
            if (literals == 15) {
                int more;
                do {
                    more = source[in++] & 0xFF;
                    literals += more;
                } while (more == 255);
            }
            System.arraycopy(source, in, window, out, literals);
            in += literals;
            out += literals;
            if (in == to) {
                break;
            }
            int distance = (source[in] & 0xFF) | (source[in + 1] & 0xFF) << 8;
            in += 2;
            int match = token & 15;
            if (match == 15) {
                int more;
                do {
                    more = source[in++] & 0xFF;
                    match += more;
                } while (more == 255);
            }
            if (distance == 0 || distance > out) {
                throw new AssertionError("a match " + distance + " bytes back at " + out);
            }
            for (int i = 0; i < match + 4; i++, out++) {
                window[out] = window[out - distance];
            }
        }
        byte[] block = Arrays.copyOfRange(window, start, out);
        int keep = Math.min(out, HISTORY_BYTES);
        System.arraycopy(window, out - keep, window, 0, keep);
        history = keep;
        return block;
    }
}
