package dev.zonecast.capture.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/**
 * The values of an array, which go past the generator, digit by digit into the file: numbers are most of what a profile is made of.
 */
final class JsonArray {
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int BUFFER_BYTES = 1 << 16;
    /** Of a number with its comma. */
    private static final int MAX_VALUE_BYTES = 32;

    static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /** Three digits of each number below 1000. */
    private static final byte[] DIGITS = new byte[3000];

    static {
        for (int i = 0; i < 1000; i++) {
            DIGITS[3 * i] = (byte) ('0' + i / 100);
            DIGITS[3 * i + 1] = (byte) ('0' + i / 10 % 10);
            DIGITS[3 * i + 2] = (byte) ('0' + i % 10);
        }
    }

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private boolean first = true;

    JsonArray(OutputStream out) {
        this.out = out;
    }

    /** Writes an array in an object that was begun. */
    static void write(JsonGenerator json, String name, Consumer<JsonArray> values) {
        json.writeName(name).writeStartArray();
        // The generator takes the array for an empty one.
        json.flush();
        JsonArray array = new JsonArray((OutputStream) json.streamWriteOutputTarget());
        values.accept(array);
        array.drain();
        json.writeEndArray();
    }

    void number(long value) {
        separate();
        digits(value);
    }

    /** Nanoseconds, written as milliseconds without loss; 0 for negative ones, which only damaged traces have. */
    void millis(long nanos) {
        separate();
        millisDigits(Math.max(0, nanos));
    }

    void nullValue() {
        raw(NULL);
    }

    /** What is JSON already. */
    void raw(byte[] value) {
        separate();
        bytes(value);
    }

    private void separate() {
        if (at > BUFFER_BYTES - MAX_VALUE_BYTES) {
            drain();
        }
        if (first) {
            first = false;
        } else {
            buffer[at++] = ',';
        }
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

    private void digits(long value) {
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
            digits(thousands);
            threeDigits((int) (value - thousands * 1000));
        }
    }

    private void threeDigits(int value) {
        System.arraycopy(DIGITS, 3 * value, buffer, at, 3);
        at += 3;
    }

    private void millisDigits(long nanos) {
        long whole = nanos / NANOS_PER_MILLI;
        int rest = (int) (nanos - whole * NANOS_PER_MILLI);
        digits(whole);
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
