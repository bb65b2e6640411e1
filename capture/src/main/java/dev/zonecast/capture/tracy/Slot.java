package dev.zonecast.capture.tracy;

import java.util.Arrays;

/** Bytes that one event brings for another that follows it. They stay where they came until {@link #keep}. */
final class Slot {
    private static final byte[] NONE = {};

    private byte[] own = NONE;
    private byte[] bytes = NONE;
    private int from;
    private int length;
    private boolean filled;

    void fill(byte[] newBytes, int newFrom, int newLength) {
        bytes = newBytes;
        from = newFrom;
        length = newLength;
        filled = true;
    }

    /** Takes the bytes into memory of its own: where they are will be used again. */
    void keep() {
        if (filled && bytes != own) {
            if (own.length < length) {
                own = new byte[Math.max(length, 2 * own.length)];
            }
            System.arraycopy(bytes, from, own, 0, length);
            bytes = own;
            from = 0;
        }
    }

    /** Gets what another one has. */
    void copyOf(Slot other) {
        filled = false;
        if (other.filled) {
            byte[] copy = Arrays.copyOfRange(other.bytes, other.from, other.from + other.length);
            fill(copy, 0, copy.length);
        }
    }

    void empty() {
        filled = false;
    }

    boolean isFilled() {
        return filled;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    /** 0 if it is empty: an event whose text was lost has an empty one. */
    int length() {
        return filled ? length : 0;
    }
}
