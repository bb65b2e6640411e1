package dev.zonecast.trace;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Content that comes in parts, which follow each other in the records of one provider. */
final class BlobParts {
    private byte[] whole = new byte[0];
    private long key;
    private int filled;
    boolean broken;

    /** The whole once it is there, else null. */
    byte[] add(long partKey, int total, int place, ByteBuffer part) {
        broken = total < 0;
        if (broken) {
            return null;
        }
        if (place == 0) {
            // As it is filled, not as it is announced.
            whole = new byte[Math.min(total, part.remaining())];
            key = partKey;
            filled = 0;
        }
        broken = partKey != key || place != filled || part.remaining() > total - place;
        if (broken) {
            return null;
        }
        int length = filled + part.remaining();
        if (length > whole.length) {
            whole = Arrays.copyOf(whole, (int) Math.min(total, Math.max(length, whole.length * 2L)));
        }
        part.get(whole, filled, part.remaining());
        filled = length;
        return filled == total ? whole : null;
    }
}
