package dev.zonecast.core.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bits of a Deflate stream, the lowest first (RFC 1951, 3.1.1). */
final class BitOutput {
    private final ByteBuffer out;
    private long bits;
    private int count;

    BitOutput(ByteBuffer out) {
        this.out = out.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Adds bits without writing them.
     *
     * @param count at most 56 since the last {@link #write}
     */
    void add(int value, int count) {
        bits |= (long) value << this.count;
        this.count += count;
    }

    /** Writes whole bytes. Always stores eight bytes, and advances over the whole ones. */
    void write() {
        int at = out.position();
        out.putLong(at, bits);
        int bytes = count >>> 3;
        out.position(at + bytes);
        bits >>>= bytes << 3;
        count &= 7;
    }

    void alignToByte() {
        count = (count + 7) & -8;
        write();
    }

    /** Only where a byte begins. */
    void copy(ByteBuffer bytes) {
        out.put(bytes);
    }
}
