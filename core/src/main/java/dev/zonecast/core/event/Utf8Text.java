package dev.zonecast.core.event;

import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;

/** A text in a ring, as well-formed UTF-8. It is valid only during the call that gets it. */
public final class Utf8Text {
    private Memory memory;
    private long offset;
    private int length;

    /** Empty until {@link #at}. */
    public Utf8Text() {}

    /** Points to bytes; for the collector, and for sinks' tests. */
    @SuppressWarnings("exports") // For our own modules, which see the memory.
    public Utf8Text at(Memory newMemory, long newOffset, int newLength) {
        memory = newMemory;
        offset = newOffset;
        length = newLength;
        return this;
    }

    /** A text of its own memory. */
    public static Utf8Text of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Utf8Text().at(Memory.ofArray(bytes), 0, bytes.length);
    }

    public int lengthBytes() {
        return length;
    }

    /** Copies the first {@code count} bytes. */
    public void copyTo(byte[] target, int at, int count) {
        Memory.copy(memory, offset, target, at, count);
    }

    /** Copies all bytes. */
    public byte[] toBytes() {
        byte[] bytes = new byte[length];
        copyTo(bytes, 0, length);
        return bytes;
    }

    /** Largest count of bytes not above {@code maxBytes} that does not cut a character. */
    public int prefixBytes(int maxBytes) {
        if (length <= maxBytes) {
            return length;
        }
        int end = maxBytes;
        while (end > 0 && (memory.getByte(offset + end) & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }

    @Override
    public String toString() {
        return new String(toBytes(), StandardCharsets.UTF_8);
    }
}
