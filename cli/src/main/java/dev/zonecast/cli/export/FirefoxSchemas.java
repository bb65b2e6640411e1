package dev.zonecast.cli.export;

import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.trace.DataField;
import dev.zonecast.trace.MarkerKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
    private static final Set<String> TAKEN = Arrays.stream("""
            Zone Frame Message Lock Vsync Stop Memory Fiber Marker Network IPC CompositorScreenshot tracing GCMajor GCMinor
            GCSlice Styles FileIO Log UserTiming DOMEvent PreferenceRead JS_allocation Native_allocation Jank
            NoPayloadUserData Text""".split("\\s+"))
            .map(name -> name.replace('_', ' '))
            .collect(Collectors.toUnmodifiableSet());

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

    List<JsonObject> all() {
        List<JsonObject> all = new ArrayList<>();
        all.add(own(ZONE, "{marker.data.text}", "where", "unique-string", "text", "string"));
        for (String name : List.of(FRAME, MESSAGE, LOCK)) {
            all.add(own(name, "{marker.data.text}", "text", "string"));
        }
        all.add(own(VSYNC, "{marker.name}", "text", "string"));
        all.add(own(STOP, "{marker.data.text}", "text", "string"));
        all.add(own(MEMORY, "{marker.data.pool}", "pool", "unique-string", "size", "bytes", "address", "string"));
        all.add(own(FIBER, "{marker.data.text}", "text", "string"));
        all.add(own(BARE, "{marker.name}"));
        byName.forEach((name, kind) -> all.add(program(name, kind)));
        return all;
    }

    private static JsonObject own(String name, String tableLabel, String... keysAndFormats) {
        List<String> display = name.equals(ZONE)
                ? List.of("marker-chart", "marker-table")
                : List.of("marker-chart", "marker-table", "timeline-overview");
        List<JsonObject> fields = new ArrayList<>();
        for (int i = 0; i < keysAndFormats.length; i += 2) {
            fields.add(field(keysAndFormats[i], keysAndFormats[i], keysAndFormats[i + 1]));
        }
        return schema(name, "{marker.name}", tableLabel, "{marker.name}", display, fields);
    }

    private static JsonObject field(String key, String label, String format) {
        return new JsonObject().set("key", key).set("label", label).set("format", format);
    }

    static String key(String key) {
        return Argument.freeName(key, TAKEN_KEYS);
    }

    /** A label with the keys as they are written. */
    private static String label(String label) {
        return DATA.matcher(label).replaceAll(found -> "marker.data." + key(found.group(1)));
    }

    private static JsonObject program(String name, MarkerKind kind) {
        List<String> display = Arrays.stream(MarkerLocation.values())
                .filter(location -> (kind.shownIn() & location.bit()) != 0)
                .map(MarkerLocation::word)
                .toList();
        List<JsonObject> fields = new ArrayList<>();
        for (DataField field : kind.fields()) {
            fields.add(field(
                            key(field.key()),
                            field.label(),
                            MarkerFormats.of(field).word())
                    .set("searchable", field.searchable() ? true : null)
                    .set("hidden", field.hidden() ? true : null));
        }
        String chart = label(kind.chartLabel());
        return schema(name, label(kind.tooltipLabel()), label(kind.tableLabel()), chart, display, fields)
                .set("description", kind.description().isEmpty() ? null : kind.description());
    }

    private static JsonObject schema(
            String name, String tooltip, String table, String chart, List<String> display, List<JsonObject> fields) {
        return new JsonObject()
                .set("name", name)
                .set("tooltipLabel", tooltip)
                .set("tableLabel", table)
                .set("chartLabel", chart)
                .set("display", display)
                .set("fields", fields);
    }

    /** The data of a marker without {@linkplain #moments moments}. Numbers that JSON does not have are left out. */
    JsonObject data(MarkerKind kind, List<Object> values, ToIntFunction<String> strings) {
        JsonObject data = new JsonObject().set("type", values.isEmpty() ? BARE : name(kind));
        for (int i = 0; i < Math.min(values.size(), kind.fields().size()); i++) {
            DataField field = kind.fields().get(i);
            Object value = values.get(i);
            if (value == null || field.isTime() || (value instanceof Double number && !Double.isFinite(number))) {
                continue;
            }
            boolean isShared = MarkerFormats.of(field) == MarkerFormat.UNIQUE_STRING && !(value instanceof Number);
            // A text chooses the first text of a label, also "false".
            boolean isRaw = value instanceof Number || value instanceof Boolean;
            Object text = isShared ? (Object) strings.applyAsInt(value.toString()) : value.toString();
            data.set(key(field.key()), isRaw && !isShared ? value : text);
        }
        return data;
    }

    /**
     * Moments among the data of a marker, as times of the trace.
     *
     * @param startNanos that the moments count from
     */
    static List<Argument> moments(MarkerKind kind, List<Object> values, long startNanos) {
        List<Argument> moments = new ArrayList<>();
        for (int i = 0; i < Math.min(values.size(), kind.fields().size()); i++) {
            if (kind.fields().get(i).isTime() && values.get(i) instanceof Double millis) {
                moments.add(new Argument(key(kind.fields().get(i).key()), startNanos + Math.round(millis * 1e6)));
            }
        }
        return List.copyOf(moments);
    }
}
