package dev.zonecast.cli.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that grow: numbers one after the other, small ones in few bytes (LEB128, seven bits a byte, the lowest first). */
public final class ByteColumns {
    private static final int MAX_VARINT_BYTES = 10;

    private byte[] bytes = new byte[1 << 16];
    private int length;

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    /** A number; a negative one is taken for one without sign, and takes ten bytes. */
    public void add(long value) {
        reserve(MAX_VARINT_BYTES);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    /** A number that may be negative: 0, -1, 1, -2 ... as 0, 1, 2, 3 ... */
    public void addSigned(long value) {
        add((value << 1) ^ (value >> 63));
    }

    /** All 64 bits of a double, the lowest byte first. */
    public void addDouble(double value) {
        addFixed(Double.doubleToRawLongBits(value));
    }

    /** All 64 bits, the lowest byte first. */
    public void addFixed(long value) {
        reserve(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[length++] = (byte) (value >>> (8 * i));
        }
    }

    /** The first bytes of an array. */
    public void addBytes(byte[] more, int count) {
        reserve(count);
        System.arraycopy(more, 0, bytes, length, count);
        length += count;
    }

    void addAll(ByteColumns more) {
        addBytes(more.bytes, more.length);
    }

    int length() {
        return length;
    }

    /** Makes it empty. */
    public void clear() {
        length = 0;
    }

    /** A copy of all bytes. */
    public byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Writes all of it. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }
}
