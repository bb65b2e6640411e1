package dev.zonecast.capture.export;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/**
 * A table as an object of arrays of one length. What is in the arrays goes past the generator, digit by digit into the file: numbers
 * are most of what a profile is made of.
 */
final class JsonColumns {
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int DECIMALS = 6;
    private static final int BUFFER_BYTES = 1 << 16;
    /** Of a number with its comma. */
    private static final int MAX_VALUE_BYTES = 32;

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    /** Three digits of each number below 1000. */
    private static final byte[] DIGITS = new byte[3000];

    static {
        for (int i = 0; i < 1000; i++) {
            DIGITS[3 * i] = (byte) ('0' + i / 100);
            DIGITS[3 * i + 1] = (byte) ('0' + i / 10 % 10);
            DIGITS[3 * i + 2] = (byte) ('0' + i % 10);
        }
    }

    private final JsonGenerator json;
    private final OutputStream out;
    private final int length;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;

    /** Writes on in an object that was begun, which {@link #end} ends. */
    JsonColumns(JsonGenerator json, int length) {
        this.json = json;
        this.out = (OutputStream) json.streamWriteOutputTarget();
        this.length = length;
    }

    // --- columns

    void numbers(String name, IntToLongFunction value) {
        begin(name);
        for (int i = 0; i < length; i++) {
            separate(i);
            number(value.applyAsLong(i));
        }
        endArray();
    }

    void orNull(String name, IntPredicate known, IntToLongFunction value) {
        begin(name);
        for (int i = 0; i < length; i++) {
            separate(i);
            if (known.test(i)) {
                number(value.applyAsLong(i));
            } else {
                bytes(NULL);
            }
        }
        endArray();
    }

    /** Nanoseconds, written as milliseconds with six decimals; 0 for negative ones, which only damaged traces have. */
    void millis(String name, IntToLongFunction nanos) {
        begin(name);
        for (int i = 0; i < length; i++) {
            separate(i);
            millis(Math.max(0, nanos.applyAsLong(i)));
        }
        endArray();
    }

    void nulls(String name) {
        same(name, NULL);
    }

    /** All of them false. */
    void booleans(String name) {
        same(name, FALSE);
    }

    private void same(String name, byte[] value) {
        raw(name, i -> value);
    }

    /** Values that are JSON already. */
    void raw(String name, IntFunction<byte[]> value) {
        begin(name);
        for (int i = 0; i < length; i++) {
            separate(i);
            bytes(value.apply(i));
        }
        endArray();
    }

    void end() {
        json.writeNumberProperty("length", length);
        json.writeEndObject();
    }

    /** Nanoseconds, not negative, as milliseconds: no digit is lost, and none is written that says nothing. */
    static void millis(JsonGenerator json, long nanos) {
        json.writeRawValue(
                BigDecimal.valueOf(nanos, DECIMALS).stripTrailingZeros().toPlainString());
    }

    // --- bytes

    private void begin(String name) {
        json.writeName(name).writeStartArray();
        // The generator takes the array for an empty one.
        json.flush();
    }

    private void endArray() {
        drain();
        json.writeEndArray();
    }

    private void separate(int place) {
        if (at > BUFFER_BYTES - MAX_VALUE_BYTES) {
            drain();
        }
        if (place > 0) {
            buffer[at++] = ',';
        }
    }

    private void drain() {
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

    private void bytes(byte[] value) {
        if (value.length > BUFFER_BYTES - at) {
            drain();
        }
        if (value.length > BUFFER_BYTES) {
            write(value, value.length);
        } else {
            System.arraycopy(value, 0, buffer, at, value.length);
            at += value.length;
        }
    }

    private void number(long value) {
        if (value < 0) {
            bytes(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
        } else if (value < 1000) {
            int digits = 3 * (int) value;
            if (value >= 100) {
                buffer[at++] = DIGITS[digits];
            }
            if (value >= 10) {
                buffer[at++] = DIGITS[digits + 1];
            }
            buffer[at++] = DIGITS[digits + 2];
        } else {
            long thousands = value / 1000;
            number(thousands);
            threeDigits((int) (value - thousands * 1000));
        }
    }

    private void threeDigits(int value) {
        System.arraycopy(DIGITS, 3 * value, buffer, at, 3);
        at += 3;
    }

    private void millis(long nanos) {
        long whole = nanos / NANOS_PER_MILLI;
        int rest = (int) (nanos - whole * NANOS_PER_MILLI);
        number(whole);
        if (rest == 0) {
            return;
        }
        buffer[at++] = '.';
        threeDigits(rest / 1000);
        if (rest % 1000 != 0) {
            threeDigits(rest % 1000);
        }
        while (buffer[at - 1] == '0') {
            at--;
        }
    }
}
