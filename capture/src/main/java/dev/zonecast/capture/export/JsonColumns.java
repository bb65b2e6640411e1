package dev.zonecast.capture.export;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import tools.jackson.core.JsonGenerator;

/** A table as an object of arrays of one length. */
final class JsonColumns {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final JsonGenerator json;
    private final int length;

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
            millis(json, nanos.applyAsLong(i));
        }
        json.writeEndArray();
    }

    /** Nanoseconds, not negative, as milliseconds: no digit is lost, and none is written that says nothing. */
    static void millis(JsonGenerator json, long nanos) {
        long whole = nanos / NANOS_PER_MILLI;
        long rest = nanos % NANOS_PER_MILLI;
        if (rest == 0) {
            json.writeNumber(whole);
        } else {
            json.writeNumber(
                    whole + "." + String.valueOf(NANOS_PER_MILLI + rest).substring(1));
        }
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
