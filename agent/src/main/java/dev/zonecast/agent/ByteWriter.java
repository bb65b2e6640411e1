package dev.zonecast.agent;

import java.util.Arrays;

/** Big-endian numbers, one behind the other: the contents of a class file. For one thread. */
final class ByteWriter {
    private byte[] bytes = new byte[256];
    private int size;

    ByteWriter u1(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    ByteWriter u2(int value) {
        return u1(value >>> 8).u1(value);
    }

    ByteWriter u4(int value) {
        return u2(value >>> 16).u2(value);
    }

    ByteWriter part(byte[] of, int from, int to) {
        room(to - from);
        System.arraycopy(of, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    ByteWriter all(ByteWriter other) {
        return part(other.bytes, 0, other.size);
    }

    int size() {
        return size;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
