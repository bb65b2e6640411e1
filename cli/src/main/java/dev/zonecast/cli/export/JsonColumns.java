package dev.zonecast.cli.export;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import tools.jackson.core.JsonGenerator;

/** A table as an object of arrays of one length. */
final class JsonColumns {

    private final JsonGenerator json;
    private final int length;

    /** Writes on in an object that was begun, which {@link #end} ends. */
    JsonColumns(JsonGenerator json, int length) {
        this.json = json;
        this.length = length;
    }

    /** A column; the consumer writes the value of a row. */
    void column(String name, IntConsumer value) {
        JsonParts.array(json, name, () -> {
            for (int i = 0; i < length; i++) {
                value.accept(i);
            }
        });
    }

    void numbers(String name, IntToLongFunction value) {
        column(name, i -> json.writeNumber(value.applyAsLong(i)));
    }

    void orNull(String name, IntPredicate known, IntToLongFunction value) {
        column(name, i -> {
            if (known.test(i)) {
                json.writeNumber(value.applyAsLong(i));
            } else {
                json.writeNull();
            }
        });
    }

    void nulls(String name) {
        column(name, i -> json.writeNull());
    }

    /** A column of {@code false}. */
    void booleans(String name) {
        column(name, i -> json.writeBoolean(false));
    }

    void end() {
        json.writeNumberProperty("length", length);
        json.writeEndObject();
    }
}
