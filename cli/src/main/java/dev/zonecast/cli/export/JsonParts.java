package dev.zonecast.cli.export;

import dev.zonecast.fxt.Distribution;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Parts of JSON that several outputs have. */
public final class JsonParts {
    private JsonParts() {}

    /** A property that is an object. */
    public static void object(JsonGenerator json, String name, Runnable content) {
        json.writeName(name).writeStartObject();
        content.run();
        json.writeEndObject();
    }

    /** A property that is an array. */
    public static void array(JsonGenerator json, String name, Runnable values) {
        json.writeName(name).writeStartArray();
        values.run();
        json.writeEndArray();
    }

    /** A property that is an array with an object for each element. */
    public static <T> void objects(
            JsonGenerator json, String name, Iterable<? extends T> elements, Consumer<T> content) {
        json.writeName(name).writeStartArray();
        for (T element : elements) {
            json.writeStartObject();
            content.accept(element);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** A number; null for what JSON does not have: infinities and NaN. */
    public static void number(JsonGenerator json, String name, double value) {
        if (Double.isFinite(value)) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNullProperty(name);
        }
    }

    /** All figures of a distribution but its count and sum. */
    public static void spread(JsonGenerator json, Distribution values) {
        json.writeNumberProperty("mean", values.mean());
        json.writeNumberProperty("min", values.min());
        json.writeNumberProperty("p50", values.percentile(0.5));
        json.writeNumberProperty("p90", values.percentile(0.9));
        json.writeNumberProperty("p99", values.percentile(0.99));
        json.writeNumberProperty("max", values.max());
        json.writeNumberProperty("std", values.standardDeviation());
    }
}
