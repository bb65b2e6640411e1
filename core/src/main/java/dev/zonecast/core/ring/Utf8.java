package dev.zonecast.core.ring;

import dev.zonecast.memory.Memory;

/** UTF-8 without an allocation. A surrogate without its partner is written as U+FFFD, as the Unicode standard (3.9) advises. */
final class Utf8 {
    private Utf8() {}

    /**
     * Bytes that a text takes.
     *
     * @return the count, or its complement ({@code ~count}) if the text had to be cut before the first character that ends beyond
     *     {@code maxBytes}
     */
    static int length(String text, int maxBytes) {
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int size = size(codePoint);
            if (bytes + size > maxBytes) {
                return ~bytes;
            }
            bytes += size;
            i += Character.charCount(codePoint);
        }
        return bytes;
    }

    /** Writes the first {@code bytes} bytes, as counted by {@link #length}. */
    static void put(String text, int bytes, Memory target, long offset) {
        long at = offset;
        long end = offset + bytes;
        for (int i = 0; at < end; ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            at = put(wellFormed(codePoint), target, at);
        }
    }

    private static long put(int codePoint, Memory target, long at) {
        switch (size(codePoint)) {
            case 1 -> target.setByte(at, (byte) codePoint);
            case 2 -> {
                target.setByte(at, (byte) (0xC0 | codePoint >> 6));
                target.setByte(at + 1, tail(codePoint));
            }
            case 3 -> {
                target.setByte(at, (byte) (0xE0 | codePoint >> 12));
                target.setByte(at + 1, tail(codePoint >> 6));
                target.setByte(at + 2, tail(codePoint));
            }
            default -> {
                target.setByte(at, (byte) (0xF0 | codePoint >> 18));
                target.setByte(at + 1, tail(codePoint >> 12));
                target.setByte(at + 2, tail(codePoint >> 6));
                target.setByte(at + 3, tail(codePoint));
            }
        }
        return at + size(codePoint);
    }

    private static byte tail(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private static int wellFormed(int codePoint) {
        return codePoint >= 0xD800 && codePoint <= 0xDFFF ? 0xFFFD : codePoint;
    }

    /** A lone surrogate takes three bytes, and so does U+FFFD. */
    private static int size(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }
}
