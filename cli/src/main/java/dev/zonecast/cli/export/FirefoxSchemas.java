package dev.zonecast.cli.export;

import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.trace.DataField;
import dev.zonecast.trace.MarkerKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** Schemas of markers: ours for what is no marker, and the program's. */
final class FirefoxSchemas {
    static final String ZONE = "Zone";
    static final String FRAME = "Frame";
    static final String MESSAGE = "Message";
    static final String LOCK = "Lock";
    static final String VSYNC = "Vsync";
    static final String STOP = "Stop";
    static final String MEMORY = "Memory";
    static final String FIBER = "Fiber";

    /** Of markers without data, where there is something else to say of them. */
    static final String BARE = "Marker";

    /** The front-end has views of its own for these. */
    private static final Set<String> TAKEN = Set.of(
            ZONE,
            FRAME,
            MESSAGE,
            LOCK,
            VSYNC,
            STOP,
            MEMORY,
            FIBER,
            BARE,
            "Network",
            "IPC",
            "CompositorScreenshot",
            "tracing",
            "GCMajor",
            "GCMinor",
            "GCSlice",
            "Styles",
            "FileIO",
            "Log",
            "UserTiming",
            "DOMEvent",
            "PreferenceRead",
            "JS allocation",
            "Native allocation",
            "Jank",
            "NoPayloadUserData",
            "Text");

    /** Keys of a payload that mean something of their own. */
    private static final Set<String> TAKEN_KEYS = Set.of("type", "cause", "stack", "innerWindowID");

    private static final Pattern DATA = Pattern.compile("marker\\.data\\.(\\w+)");

    private final Map<String, MarkerKind> byName = new LinkedHashMap<>();
    private final Map<MarkerKind, String> names = new HashMap<>();

    /** Name of the schema of a kind with data. Two programs may mean different things by one name. */
    String name(MarkerKind kind) {
        return names.computeIfAbsent(kind, k -> {
            String wanted = TAKEN.contains(k.schema()) ? k.schema() + " marker" : k.schema();
            String name = wanted;
            for (int i = 2; byName.containsKey(name) && !byName.get(name).looksLike(k); i++) {
                name = wanted + " (" + i + ")";
            }
            byName.putIfAbsent(name, k);
            return name;
        });
    }

    void write(JsonGenerator json) {
        json.writeName("markerSchema").writeStartArray();
        own(json, ZONE, "{marker.data.text}", "where", "unique-string", "text", "string");
        own(json, FRAME, "{marker.data.text}", "text", "string");
        own(json, MESSAGE, "{marker.data.text}", "text", "string");
        own(json, LOCK, "{marker.data.text}", "text", "string");
        own(json, VSYNC, "{marker.name}", "text", "string");
        own(json, STOP, "{marker.data.text}", "text", "string");
        own(json, MEMORY, "{marker.data.pool}", "pool", "unique-string", "size", "bytes", "address", "string");
        own(json, FIBER, "{marker.data.text}", "text", "string");
        own(json, BARE, "{marker.name}");
        byName.forEach((name, kind) -> program(json, name, kind));
        json.writeEndArray();
    }

    private static void own(JsonGenerator json, String name, String tableLabel, String... keysAndFormats) {
        List<String> display = new ArrayList<>(List.of("marker-chart", "marker-table"));
        if (!name.equals(ZONE)) {
            display.add("timeline-overview");
        }
        head(json, name, "{marker.name}", tableLabel, "{marker.name}", display);
        for (int i = 0; i < keysAndFormats.length; i += 2) {
            json.writeStartObject();
            json.writeStringProperty("key", keysAndFormats[i]);
            json.writeStringProperty("label", keysAndFormats[i]);
            json.writeStringProperty("format", keysAndFormats[i + 1]);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static String key(String key) {
        return TAKEN_KEYS.contains(key) ? key + "_" : key;
    }

    /** A label with the keys as they are written. */
    private static String label(String label) {
        return DATA.matcher(label).replaceAll(found -> "marker.data." + key(found.group(1)));
    }

    private static void program(JsonGenerator json, String name, MarkerKind kind) {
        List<String> display = new ArrayList<>();
        for (MarkerLocation location : MarkerLocation.values()) {
            if ((kind.shownIn() & location.bit()) != 0) {
                display.add(location.word());
            }
        }
        head(json, name, label(kind.tooltipLabel()), label(kind.tableLabel()), label(kind.chartLabel()), display);
        for (DataField field : kind.fields()) {
            json.writeStartObject();
            json.writeStringProperty("key", key(field.key()));
            json.writeStringProperty("label", field.label());
            json.writeStringProperty("format", MarkerFormats.of(field).word());
            if (field.searchable()) {
                json.writeBooleanProperty("searchable", true);
            }
            if (field.hidden()) {
                json.writeBooleanProperty("hidden", true);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        if (!kind.description().isEmpty()) {
            json.writeStringProperty("description", kind.description());
        }
        json.writeEndObject();
    }

    /** Ends in the list of fields. */
    private static void head(
            JsonGenerator json,
            String name,
            String tooltipLabel,
            String tableLabel,
            String chartLabel,
            List<String> display) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("tooltipLabel", tooltipLabel);
        json.writeStringProperty("tableLabel", tableLabel);
        json.writeStringProperty("chartLabel", chartLabel);
        json.writeName("display").writeStartArray();
        display.forEach(json::writeString);
        json.writeEndArray();
        json.writeName("fields").writeStartArray();
    }

    /** The fields of a payload, without {@link PayloadTimes moments}. Numbers that JSON does not have are left out. */
    static void values(JsonGenerator json, MarkerKind kind, List<Object> values, FirefoxTables tables) {
        for (int i = 0; i < values.size(); i++) {
            DataField field = kind.fields().get(i);
            Object value = values.get(i);
            if (value == null || field.isTime() || (value instanceof Double number && !Double.isFinite(number))) {
                continue;
            }
            json.writeName(key(field.key()));
            if (value instanceof Long number) {
                json.writeNumber(number);
            } else if (value instanceof Double number) {
                json.writeNumber(number);
            } else if (MarkerFormats.of(field) == MarkerFormat.UNIQUE_STRING) {
                json.writeNumber(tables.string(value.toString()));
            } else {
                json.writeString(value.toString());
            }
        }
    }
}
