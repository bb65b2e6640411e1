package dev.zonecast.capture.export;

import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.trace.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** What the threads of a Firefox profile share: strings, categories, functions (one a source location) and stacks of them. */
final class FirefoxTables {
    static final int OTHER = 0;
    /** Its colour is transparent: gaps between zones. */
    static final int IDLE = 1;

    static final int FRAMES = 2;
    static final int MESSAGES = 3;
    static final int LOCKS = 4;

    /** The front-end knows these colours only. */
    private enum Paint {
        PURPLE(0x9400FF),
        GREEN(0x12BC00),
        ORANGE(0xFF9400),
        YELLOW(0xFFE900),
        LIGHTBLUE(0x00B3F4),
        BLUE(0x0A84FF),
        BROWN(0x8B5A2B),
        MAGENTA(0xFF1AD9),
        RED(0xD70022),
        LIGHTRED(0xFF8A8A),
        DARKGREY(0x4A4A4F),
        GREY(0xB1B1B3);

        private final int rgb;

        Paint(int rgb) {
            this.rgb = rgb;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Paint nearest(int rgb) {
            Paint nearest = GREY;
            int least = Integer.MAX_VALUE;
            for (Paint paint : values()) {
                int distance = 0;
                for (int shift = 0; shift <= 16; shift += 8) {
                    int difference = (rgb >> shift & 0xFF) - (paint.rgb >> shift & 0xFF);
                    distance += difference * difference;
                }
                if (distance < least) {
                    least = distance;
                    nearest = paint;
                }
            }
            return nearest;
        }
    }

    private static final int KINDS = ZoneKind.values().length;

    private record Place(Location location, ZoneKind kind) {}

    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<String, String> categories = new LinkedHashMap<>();
    private final Map<String, Integer> categoryIndexes = new HashMap<>();
    /** By location and kind: one more than the place in the list, 0 = not there yet. */
    private int[] places = new int[64];

    private String[] namesOfPlaces = new String[64];
    private int[] stringsOfPlaces = new int[64];
    private final List<Place> placeList = new ArrayList<>();
    private final List<Integer> placeCategories = new ArrayList<>();
    private final Map<Long, Integer> stacks = new HashMap<>();
    private final List<long[]> stackList = new ArrayList<>();

    FirefoxTables() {
        category("Other", "grey");
        category("Idle", "transparent");
        category("Frames", "orange");
        category("Messages", "yellow");
        category("Locks", "lightred");
    }

    int string(String text) {
        return strings.computeIfAbsent(text, t -> strings.size());
    }

    /** As {@link #string}, of a zone of that place: most have the same one. */
    int name(int place, String text) {
        if (place >= namesOfPlaces.length) {
            int length = Math.max(place + 1, namesOfPlaces.length * 2);
            namesOfPlaces = Arrays.copyOf(namesOfPlaces, length);
            stringsOfPlaces = Arrays.copyOf(stringsOfPlaces, length);
        }
        if (!text.equals(namesOfPlaces[place])) {
            namesOfPlaces[place] = text;
            stringsOfPlaces[place] = string(text);
        }
        return stringsOfPlaces[place];
    }

    private int category(String name, String color) {
        categories.put(name, color);
        return categoryIndexes.computeIfAbsent(name, n -> categoryIndexes.size());
    }

    /** Zones of a place bear its colour, as near as there is one. */
    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    int place(Location location, ZoneKind kind) {
        int at = location.index() * KINDS + kind.ordinal();
        if (at >= places.length) {
            places = Arrays.copyOf(places, Math.max(at + 1, places.length * 2));
        }
        if (places[at] == 0) {
            placeList.add(new Place(location, kind));
            places[at] = placeList.size();
            String color = location.rgb() != 0
                    ? Paint.nearest(location.rgb()).word()
                    : switch (kind) {
                        case CPU -> "blue";
                        case GPU -> "green";
                        case LUA -> "purple";
                        case JVM -> "brown";
                    };
            placeCategories.add(category(kind + ", " + color, color));
        }
        return places[at] - 1;
    }

    int category(int place) {
        return placeCategories.get(place);
    }

    Location location(int place) {
        return placeList.get(place).location;
    }

    /** A stack with the place on top of another stack; -1 is none. */
    int stack(int below, int place) {
        return stacks.computeIfAbsent((long) below << 32 | place, key -> {
            stackList.add(new long[] {below, place});
            return stackList.size() - 1;
        });
    }

    void writeCategories(JsonGenerator json) {
        json.writeName("categories").writeStartArray();
        categories.forEach((name, color) -> {
            json.writeStartObject();
            json.writeStringProperty("name", name);
            json.writeStringProperty("color", color);
            json.writeName("subcategories").writeStartArray();
            json.writeString("Other");
            json.writeEndArray();
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    /** After everything else: only then all is known. */
    void writeShared(JsonGenerator json) {
        int count = placeList.size();
        int[] names = new int[count];
        int[] files = new int[count];
        for (int i = 0; i < count; i++) {
            Location location = location(i);
            names[i] = string(location.displayName());
            files[i] = string(location.file().isEmpty() ? "(unknown)" : location.file());
        }
        json.writeName("shared").writeStartObject();
        json.writeName("stackTable").writeStartObject();
        JsonColumns columns = new JsonColumns(json, stackList.size());
        columns.numbers("frame", i -> stackList.get(i)[1]);
        columns.numbers(
                "prefixOffset", i -> stackList.get(i)[0] < 0 ? 0 : i - stackList.get(i)[0]);
        columns.end();
        json.writeName("frameTable").writeStartObject();
        columns = new JsonColumns(json, count);
        columns.numbers("address", i -> -1);
        columns.numbers("lib", i -> -1);
        columns.numbers("inlineDepth", i -> 0);
        columns.numbers("category", this::category);
        columns.numbers("subcategory", i -> 0);
        columns.numbers("func", i -> i);
        columns.nulls("nativeSymbol");
        columns.nulls("innerWindowID");
        columns.orNull("line", i -> location(i).line() > 0, i -> location(i).line());
        columns.nulls("column");
        columns.nulls("originalLocation");
        columns.end();
        json.writeName("funcTable").writeStartObject();
        columns = new JsonColumns(json, count);
        columns.numbers("name", i -> names[i]);
        columns.booleans("isJS");
        columns.booleans("relevantForJS");
        columns.numbers("resource", i -> -1);
        columns.numbers("source", i -> i);
        columns.orNull(
                "lineNumber", i -> location(i).line() > 0, i -> location(i).line());
        columns.nulls("columnNumber");
        columns.nulls("originalLocation");
        columns.end();
        json.writeName("sources").writeStartObject();
        columns = new JsonColumns(json, count);
        columns.nulls("id");
        columns.numbers("filename", i -> files[i]);
        columns.numbers("startLine", i -> 1);
        columns.numbers("startColumn", i -> 1);
        columns.nulls("sourceMapURL");
        columns.nulls("content");
        columns.end();
        empty(json, "resourceTable", "name", "host", "type");
        empty(json, "nativeSymbols", "libIndex", "address", "name", "functionSize");
        empty(json, "sourceLocationTable", "source", "line", "column");
        json.writeName("stringArray").writeStartArray();
        strings.keySet().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void empty(JsonGenerator json, String table, String... names) {
        json.writeName(table).writeStartObject();
        JsonColumns columns = new JsonColumns(json, 0);
        for (String name : names) {
            columns.nulls(name);
        }
        columns.end();
    }
}
