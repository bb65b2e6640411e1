package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Arguments of one event as FXT has them, with all texts inline: good wherever they are written. */
final class ArgumentBuffer {
    /** With the rest of the event they fit into one record. */
    private static final int MAX_BYTES = 24_000;

    private static final int MAX_NAME_BYTES = 200;
    private static final int MAX_TEXT_BYTES = 4_000;

    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CutTexts texts;
    private int count;
    /** Arguments for which an event had no room. */
    long leftOut;
    /** Objects and arrays that are not flattened. */
    long tooDeep;

    ArgumentBuffer(CutTexts texts) {
        this.texts = texts;
    }

    void clear() {
        buffer.clear();
        count = 0;
    }

    ImportedEvent.Arguments copy() {
        return count == 0
                ? ImportedEvent.Arguments.NONE
                : new ImportedEvent.Arguments(count, Arrays.copyOf(buffer.array(), buffer.position()));
    }

    void add(String name, long value) {
        if (begin(FxtLayout.ARGUMENT_I64, name, 0, Long.BYTES)) {
            buffer.putLong(value);
        }
    }

    void add(String name, double value) {
        if (begin(FxtLayout.ARGUMENT_F64, name, 0, Double.BYTES)) {
            buffer.putDouble(value);
        }
    }

    void add(String name, String value) {
        byte[] text = texts.utf8(value, MAX_TEXT_BYTES);
        if (begin(FxtLayout.ARGUMENT_STRING, name, reference(text), text.length)) {
            putPadded(buffer, text);
        }
    }

    /** Writes the head and the name; false if there is no room for the argument. */
    private boolean begin(int type, String name, long value, int valueBytes) {
        byte[] key = texts.utf8(name, MAX_NAME_BYTES);
        int words = 1 + words(key.length) + words(valueBytes);
        if (count == FxtLayout.MAX_ARGUMENTS || words * FxtLayout.WORD_BYTES > buffer.remaining()) {
            leftOut++;
            return false;
        }
        count++;
        buffer.putLong(type
                | (long) words << FxtLayout.WORDS_SHIFT
                | reference(key) << FxtLayout.ARGUMENT_NAME_SHIFT
                | value << FxtLayout.ARGUMENT_VALUE_SHIFT);
        putPadded(buffer, key);
        return true;
    }

    private static int words(int bytes) {
        return (bytes + FxtLayout.WORD_BYTES - 1) / FxtLayout.WORD_BYTES;
    }

    /** Reference to a text that is in the record itself. */
    static long reference(byte[] text) {
        return text.length == 0 ? 0 : FxtLayout.INLINE_STRING | text.length;
    }

    /** Puts a text with zeros up to a whole word. */
    static void putPadded(ByteBuffer target, byte[] text) {
        target.put(text).put(new byte[words(text.length) * FxtLayout.WORD_BYTES - text.length]);
    }
}
