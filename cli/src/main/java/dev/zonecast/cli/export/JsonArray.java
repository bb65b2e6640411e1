package dev.zonecast.cli.export;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/**
 * The values of an array, or of a part of one, which go past the generator, digit by digit into the file: numbers are most of what a
 * profile is made of. Texts of three digits, with what comes before or after, are in tables and written four bytes at a time; a comma
 * is written behind each value, and taken away behind the last one.
 */
final class JsonArray {
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int BUFFER_BYTES = 16 << 10;
    /** Of a number with its comma, and what is written beyond its end. */
    private static final int MAX_VALUE_BYTES = 40;

    static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int THOUSAND = 1000;

    /** Three digits of each number below 1000, the first in the lowest byte. */
    private static final int[] THREE = new int[THOUSAND];

    /** The same without zeros at the front, with a comma behind: two to four bytes. */
    private static final int[] SMALL = new int[THOUSAND];

    private static final byte[] SMALL_BYTES = new byte[THOUSAND];

    /** The same without zeros at the end, with a comma behind: one to four bytes. */
    private static final int[] DECIMALS = new int[THOUSAND];

    private static final byte[] DECIMALS_BYTES = new byte[THOUSAND];

    static {
        for (int i = 0; i < THOUSAND; i++) {
            String three = String.format("%03d", i);
            String small = i + ",";
            String decimals = three.replaceFirst("0+$", "") + ",";
            THREE[i] = packed(three);
            SMALL[i] = packed(small);
            SMALL_BYTES[i] = (byte) small.length();
            DECIMALS[i] = packed(decimals);
            DECIMALS_BYTES[i] = (byte) decimals.length();
        }
    }

    private static int packed(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes |= text.charAt(i) << (Byte.SIZE * i);
        }
        return bytes;
    }

    private final OutputStream out;
    private final byte[] buffer;
    private int at;

    /** Whole milliseconds of the number before and its text with the point: most times have those of the one before. */
    private long wholeMillis = -1;

    private long wholeText;
    private int wholeBytes;

    /** @param out gets what the buffer has no room for, and at {@link #drain} what is left */
    JsonArray(OutputStream out, int bufferBytes) {
        this.out = out;
        this.buffer = new byte[bufferBytes];
    }

    /** Writes an array in an object that was begun. */
    static void write(JsonGenerator json, String name, Consumer<JsonArray> values) {
        write(json, name, BUFFER_BYTES, values);
    }

    /**
     * As the other one, for a known number of values: a profile may have a million arrays of one.
     *
     * @param count of values; of long ones, more than numbers, the buffer holds a part
     */
    static void write(JsonGenerator json, String name, long count, Consumer<JsonArray> values) {
        json.writeName(name).writeStartArray();
        // The generator takes the array for an empty one.
        json.flush();
        int bytes = count >= BUFFER_BYTES / MAX_VALUE_BYTES ? BUFFER_BYTES : (int) (count + 2) * MAX_VALUE_BYTES;
        JsonArray array = new JsonArray((OutputStream) json.streamWriteOutputTarget(), bytes);
        values.accept(array);
        array.end();
        array.drain();
        json.writeEndArray();
    }

    void number(long value) {
        reserve();
        if (value >= 0 && value < THOUSAND) {
            INTS.set(buffer, at, SMALL[(int) value]);
            at += SMALL_BYTES[(int) value];
        } else {
            digits(value);
            buffer[at++] = ',';
        }
    }

    /** Nanoseconds, written as milliseconds without loss; 0 for negative ones, which only damaged traces have. */
    void millis(long nanos) {
        reserve();
        long positive = Math.max(0, nanos);
        long whole = positive / NANOS_PER_MILLI;
        int rest = (int) (positive - whole * NANOS_PER_MILLI);
        if (whole == wholeMillis) {
            LONGS.set(buffer, at, wholeText);
            at += wholeBytes;
        } else {
            wholeMillis(whole);
        }
        if (rest == 0) {
            // Over the point.
            buffer[at - 1] = ',';
            return;
        }
        int thousands = rest / THOUSAND;
        int last = rest - thousands * THOUSAND;
        if (last != 0) {
            INTS.set(buffer, at, THREE[thousands]);
            INTS.set(buffer, at + 3, DECIMALS[last]);
            at += 3 + DECIMALS_BYTES[last];
        } else {
            INTS.set(buffer, at, DECIMALS[thousands]);
            at += DECIMALS_BYTES[thousands];
        }
    }

    private void wholeMillis(long whole) {
        int from = at;
        digits(whole);
        buffer[at++] = '.';
        if (at - from <= Long.BYTES) {
            wholeMillis = whole;
            wholeText = (long) LONGS.get(buffer, from);
            wholeBytes = at - from;
        }
    }

    void nullValue() {
        raw(NULL);
    }

    /** What is JSON already. */
    void raw(byte[] value) {
        if (value.length > buffer.length - MAX_VALUE_BYTES - at) {
            drain();
        }
        if (value.length > buffer.length - MAX_VALUE_BYTES) {
            write(value, value.length);
        } else {
            System.arraycopy(value, 0, buffer, at, value.length);
            at += value.length;
        }
        buffer[at++] = ',';
    }

    private void reserve() {
        if (at > buffer.length - MAX_VALUE_BYTES) {
            drain();
        }
    }

    /** No value follows. The last one's comma is always still in the buffer. */
    void end() {
        at = Math.max(0, at - 1);
    }

    /** Puts into the stream what is still here. */
    void drain() {
        write(buffer, at);
        at = 0;
    }

    private void write(byte[] bytes, int count) {
        try {
            out.write(bytes, 0, count);
        } catch (IOException e) {
            throw JacksonIOException.construct(e);
        }
    }

    private void digits(long value) {
        if (value < 0) {
            byte[] text = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(text, 0, buffer, at, text.length);
            at += text.length;
        } else if (value < THOUSAND) {
            INTS.set(buffer, at, SMALL[(int) value]);
            at += SMALL_BYTES[(int) value] - 1;
        } else {
            long thousands = value / THOUSAND;
            digits(thousands);
            INTS.set(buffer, at, THREE[(int) (value - thousands * THOUSAND)]);
            at += 3;
        }
    }
}
