package dev.zonecast.tracy;

import java.util.Arrays;

/** Bytes that one event brings for another that follows it. They stay where they came until {@link #keep}. */
public final class Slot {
    private static final byte[] NONE = {};

    private byte[] own = NONE;
    private byte[] bytes = NONE;
    private int from;
    private int length;
    private boolean filled;

    public void fill(byte[] newBytes, int newFrom, int newLength) {
        bytes = newBytes;
        from = newFrom;
        length = newLength;
        filled = true;
    }

    /** Takes the bytes into memory of its own: where they are will be used again. */
    public void keep() {
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
    public void copyOf(Slot other) {
        filled = false;
        if (other.filled) {
            byte[] copy = Arrays.copyOfRange(other.bytes, other.from, other.from + other.length);
            fill(copy, 0, copy.length);
        }
    }

    public void empty() {
        filled = false;
    }

    public boolean isFilled() {
        return filled;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    /** 0 if it is empty: an event whose text was lost has an empty one. */
    public int length() {
        return filled ? length : 0;
    }
}
