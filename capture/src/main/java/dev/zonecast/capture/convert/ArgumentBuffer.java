package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Arguments of one event as FXT has them, with all texts inline: good wherever they are written. */
final class ArgumentBuffer {
    /** With the rest of the event they fit into one record. */
    private static final int MAX_BYTES = 24_000;

    private static final int MAX_NAME_BYTES = 200;
    private static final int MAX_TEXT_BYTES = 4_000;

    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int count;
    private long leftOut;

    void clear() {
        buffer.clear();
        count = 0;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    int bytes() {
        return buffer.position();
    }

    byte[] array() {
        return buffer.array();
    }

    /** Arguments that found no room, of all events. */
    long leftOut() {
        return leftOut;
    }

    void add(String name, long value) {
        add(name, FxtLayout.ARGUMENT_I64, value);
    }

    void add(String name, double value) {
        add(name, FxtLayout.ARGUMENT_F64, Double.doubleToRawLongBits(value));
    }

    private void add(String name, int type, long word) {
        byte[] key = utf8(name, MAX_NAME_BYTES);
        int words = 2 + words(key);
        if (hasRoom(words)) {
            buffer.putLong(head(type, words, key));
            put(key);
            buffer.putLong(word);
        }
    }

    void add(String name, String value) {
        byte[] key = utf8(name, MAX_NAME_BYTES);
        byte[] text = utf8(value, MAX_TEXT_BYTES);
        int words = 1 + words(key) + words(text);
        if (hasRoom(words)) {
            long reference = text.length == 0 ? 0 : FxtLayout.INLINE_STRING | text.length;
            buffer.putLong(head(FxtLayout.ARGUMENT_STRING, words, key) | reference << FxtLayout.ARGUMENT_VALUE_SHIFT);
            put(key);
            put(text);
        }
    }

    private boolean hasRoom(int words) {
        if (count == FxtLayout.MAX_ARGUMENTS || words * FxtLayout.WORD_BYTES > buffer.remaining()) {
            leftOut++;
            return false;
        }
        count++;
        return true;
    }

    private static long head(int type, int words, byte[] key) {
        long reference = key.length == 0 ? 0 : FxtLayout.INLINE_STRING | key.length;
        return type | (long) words << FxtLayout.WORDS_SHIFT | reference << FxtLayout.ARGUMENT_NAME_SHIFT;
    }

    private void put(byte[] text) {
        buffer.put(text);
        while (buffer.position() % FxtLayout.WORD_BYTES != 0) {
            buffer.put((byte) 0);
        }
    }

    static int words(byte[] text) {
        return (text.length + FxtLayout.WORD_BYTES - 1) / FxtLayout.WORD_BYTES;
    }

    /** Without zero bytes, which end a text in some readers, and cut between characters. */
    static byte[] utf8(String text, int maxBytes) {
        byte[] bytes = text.replace('\0', '\u2400').getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= maxBytes) {
            return bytes;
        }
        int end = maxBytes;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return java.util.Arrays.copyOf(bytes, end);
    }
}
