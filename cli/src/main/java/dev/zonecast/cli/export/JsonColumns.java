package dev.zonecast.cli.export;

import java.math.BigDecimal;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import tools.jackson.core.JsonGenerator;

/** A table as an object of arrays of one length. */
final class JsonColumns {
    private static final int DECIMALS = 6;
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final JsonGenerator json;
    private final int length;

    /** Writes on in an object that was begun, which {@link #end} ends. */
    JsonColumns(JsonGenerator json, int length) {
        this.json = json;
        this.length = length;
    }

    void numbers(String name, IntToLongFunction value) {
        JsonArray.write(json, name, array -> {
            for (int i = 0; i < length; i++) {
                array.number(value.applyAsLong(i));
            }
        });
    }

    void orNull(String name, IntPredicate known, IntToLongFunction value) {
        JsonArray.write(json, name, array -> {
            for (int i = 0; i < length; i++) {
                if (known.test(i)) {
                    array.number(value.applyAsLong(i));
                } else {
                    array.nullValue();
                }
            }
        });
    }

    /** Nanoseconds: {@link JsonArray#millis}. */
    void millis(String name, IntToLongFunction nanos) {
        JsonArray.write(json, name, array -> {
            for (int i = 0; i < length; i++) {
                array.millis(nanos.applyAsLong(i));
            }
        });
    }

    void nulls(String name) {
        same(name, JsonArray.NULL);
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
        JsonArray.write(json, name, array -> {
            for (int i = 0; i < length; i++) {
                array.raw(value.apply(i));
            }
        });
    }

    void end() {
        json.writeNumberProperty("length", length);
        json.writeEndObject();
    }

    /** One value: nanoseconds, not negative, as milliseconds without loss. */
    static void millis(JsonGenerator json, long nanos) {
        json.writeRawValue(
                BigDecimal.valueOf(nanos, DECIMALS).stripTrailingZeros().toPlainString());
    }
}
