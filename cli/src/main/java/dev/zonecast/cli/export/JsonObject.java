package dev.zonecast.cli.export;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** A small object of JSON, as it is made: properties in the order of the calls. */
final class JsonObject {
    /** The value null. A property without a value is left out. */
    static final Object NULL = new Object();

    private final List<Argument> properties = new ArrayList<>();

    /** @param value null: the property is left out */
    JsonObject set(String name, Object value) {
        if (value != null) {
            properties.add(new Argument(name, value));
        }
        return this;
    }

    JsonObject setAll(List<Argument> arguments) {
        arguments.forEach(argument -> set(argument.name(), argument.value()));
        return this;
    }

    /** Gives a property that is there another value. */
    void replace(String name, Object value) {
        properties.replaceAll(property -> property.name().equals(name) ? new Argument(name, value) : property);
    }

    boolean isEmpty() {
        return properties.isEmpty();
    }

    String text() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = ExportJson.generator(bytes)) {
            write(json);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    void write(JsonGenerator json) {
        json.writeStartObject();
        writeProperties(json);
        json.writeEndObject();
    }

    /** Writes on in an object that was begun. */
    void writeProperties(JsonGenerator json) {
        for (Argument property : properties) {
            json.writeName(property.name());
            value(json, property.value());
        }
    }

    /** JSON has no infinities and no NaN: they are texts. */
    private static void value(JsonGenerator json, Object value) {
        switch (value) {
            case JsonObject object -> object.write(json);
            case Boolean truth -> json.writeBoolean(truth);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case BigDecimal number -> json.writeNumber(number);
            case Double number when Double.isFinite(number) -> json.writeNumber(number);
            case Iterable<?> elements -> {
                json.writeStartArray();
                elements.forEach(element -> value(json, element));
                json.writeEndArray();
            }
            default -> {
                if (value == NULL) {
                    json.writeNull();
                } else {
                    json.writeString(value.toString());
                }
            }
        }
    }
}
