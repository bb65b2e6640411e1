package dev.zonecast.capture.export;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import tools.jackson.core.JsonGenerator;

/** A table as an object of arrays of one length. */
final class JsonColumns {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int DECIMALS = 6;
    private static final int MAX_DIGITS = 24;

    private final JsonGenerator json;
    private final int length;
    private final char[] digits = new char[MAX_DIGITS];

    JsonColumns(JsonGenerator json, int length) {
        this.json = json;
        this.length = length;
    }

    void numbers(String name, IntToLongFunction value) {
        orNull(name, i -> true, value);
    }

    void orNull(String name, IntPredicate known, IntToLongFunction value) {
        json.writeName(name).writeStartArray();
        for (int i = 0; i < length; i++) {
            if (known.test(i)) {
                json.writeNumber(value.applyAsLong(i));
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }

    /** Nanoseconds, written as milliseconds with six decimals. */
    void millis(String name, IntToLongFunction nanos) {
        json.writeName(name).writeStartArray();
        for (int i = 0; i < length; i++) {
            millis(json, nanos.applyAsLong(i), digits);
        }
        json.writeEndArray();
    }

    /** Nanoseconds, not negative, as milliseconds: no digit is lost, and none is written that says nothing. */
    static void millis(JsonGenerator json, long nanos) {
        millis(json, nanos, new char[MAX_DIGITS]);
    }

    /** By digits of our own: this is most of what a profile is made of, and a string for each number costs half the time. */
    private static void millis(JsonGenerator json, long nanos, char[] digits) {
        long whole = nanos / NANOS_PER_MILLI;
        int rest = (int) (nanos % NANOS_PER_MILLI);
        int from = digits.length;
        boolean fraction = false;
        for (int i = 0; i < DECIMALS; i++) {
            int digit = rest % 10;
            rest /= 10;
            fraction |= digit != 0;
            if (fraction) {
                digits[--from] = (char) ('0' + digit);
            }
        }
        if (fraction) {
            digits[--from] = '.';
        }
        do {
            digits[--from] = (char) ('0' + whole % 10);
            whole /= 10;
        } while (whole > 0);
        json.writeRawValue(digits, from, digits.length - from);
    }

    void nulls(String name) {
        orNull(name, i -> false, i -> 0);
    }

    /** All of them false. */
    void booleans(String name) {
        json.writeName(name).writeStartArray();
        for (int i = 0; i < length; i++) {
            json.writeBoolean(false);
        }
        json.writeEndArray();
    }

    void end() {
        json.writeNumberProperty("length", length);
        json.writeEndObject();
    }
}
