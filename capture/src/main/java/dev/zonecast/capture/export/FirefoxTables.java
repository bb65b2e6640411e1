package dev.zonecast.capture.export;

import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.MarkerCategory;
import dev.zonecast.core.CallStack;
import dev.zonecast.core.marker.CategoryColor;
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

    /** Its subcategories; the first one is the category as a whole. */
    private static final class CategoryEntry {
        private final int index;
        private final String color;
        private final List<String> subcategories = new ArrayList<>(List.of("Other"));

        CategoryEntry(int index, String color) {
            this.index = index;
            this.color = color;
        }
    }

    /** A category and one of its subcategories. */
    record CategoryPlace(int category, int subcategory) {}

    private static final int KINDS = ZoneKind.values().length;

    private record Place(Location location, ZoneKind kind) {}

    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<String, CategoryEntry> categories = new LinkedHashMap<>();
    /** By location and kind: one more than the place in the list, 0 = not there yet. */
    private int[] places = new int[64];

    private String[] namesOfPlaces = new String[64];
    private int[] stringsOfPlaces = new int[64];
    private final List<Place> placeList = new ArrayList<>();
    private final List<CategoryPlace> placeCategories = new ArrayList<>();
    private final FirefoxSchemas schemas = new FirefoxSchemas();
    private final Map<CallStack.Call, Integer> calls = new LinkedHashMap<>();
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

    private CategoryEntry category(String name, String color) {
        return categories.computeIfAbsent(name, n -> new CategoryEntry(categories.size(), color));
    }

    /** A category that the program named. */
    CategoryPlace category(MarkerCategory of) {
        CategoryEntry entry = category(of.name(), of.color().name().toLowerCase(Locale.ROOT));
        if (of.subcategory().isEmpty()) {
            return new CategoryPlace(entry.index, 0);
        }
        int at = entry.subcategories.indexOf(of.subcategory());
        if (at < 0) {
            at = entry.subcategories.size();
            entry.subcategories.add(of.subcategory());
        }
        return new CategoryPlace(entry.index, at);
    }

    FirefoxSchemas schemas() {
        return schemas;
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

    /** Zones of a place bear its category; without one its colour, as near as there is one. */
    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    int place(Location location, ZoneKind kind) {
        int at = location.index() * KINDS + kind.ordinal();
        if (at >= places.length) {
            places = Arrays.copyOf(places, Math.max(at + 1, places.length * 2));
        }
        if (places[at] == 0) {
            placeList.add(new Place(location, kind));
            places[at] = placeList.size();
            placeCategories.add(categoryOf(location, kind));
        }
        return places[at] - 1;
    }

    private CategoryPlace categoryOf(Location location, ZoneKind kind) {
        if (location.category() != MarkerCategory.OTHER) {
            return category(location.category());
        }
        String color = location.rgb() != 0
                ? CategoryColor.nearest(location.rgb()).name().toLowerCase(Locale.ROOT)
                : switch (kind) {
                    case CPU -> "blue";
                    case GPU -> "green";
                    case LUA -> "purple";
                    case JVM -> "brown";
                };
        return new CategoryPlace(category(kind + ", " + color, color).index, 0);
    }

    int category(int place) {
        return placeCategories.get(place).category;
    }

    Location location(int place) {
        return placeList.get(place).location;
    }

    /** The stack of a call, with the outermost one lowest; -1 for none. */
    int stack(CallStack stack) {
        int at = -1;
        for (CallStack.Call call : stack.calls().reversed()) {
            int frame = calls.computeIfAbsent(call, c -> calls.size());
            // Below 0, because how many places there are is not known yet.
            at = stack(at, -1 - frame);
        }
        return at;
    }

    /** A stack with the place on top of another stack; -1 is none. */
    int stack(int below, int place) {
        return stacks.computeIfAbsent((long) below << 32 | (place & 0xFFFF_FFFFL), key -> {
            stackList.add(new long[] {below, place});
            return stackList.size() - 1;
        });
    }

    void writeCategories(JsonGenerator json) {
        json.writeName("categories").writeStartArray();
        categories.forEach((name, entry) -> {
            json.writeStartObject();
            json.writeStringProperty("name", name);
            json.writeStringProperty("color", entry.color);
            json.writeName("subcategories").writeStartArray();
            entry.subcategories.forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    /** What a frame of a stack is called, and where it stands. */
    private record FrameEntry(String name, String file, int line, CategoryPlace category) {}

    private List<FrameEntry> frames() {
        List<FrameEntry> frames = new ArrayList<>();
        for (int i = 0; i < placeList.size(); i++) {
            Location location = location(i);
            frames.add(
                    new FrameEntry(location.displayName(), location.file(), location.line(), placeCategories.get(i)));
        }
        calls.keySet()
                .forEach(call -> frames.add(
                        new FrameEntry(call.function(), call.file(), call.line(), new CategoryPlace(OTHER, 0))));
        return frames;
    }

    /** After everything else: only then all is known. */
    void writeShared(JsonGenerator json) {
        List<FrameEntry> frames = frames();
        int count = frames.size();
        int[] names = new int[count];
        int[] files = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = string(frames.get(i).name);
            files[i] = string(frames.get(i).file.isEmpty() ? "(unknown)" : frames.get(i).file);
        }
        json.writeName("shared").writeStartObject();
        json.writeName("stackTable").writeStartObject();
        JsonColumns columns = new JsonColumns(json, stackList.size());
        columns.numbers("frame", i -> {
            long place = stackList.get(i)[1];
            return place >= 0 ? place : placeList.size() - 1 - place;
        });
        columns.numbers(
                "prefixOffset", i -> stackList.get(i)[0] < 0 ? 0 : i - stackList.get(i)[0]);
        columns.end();
        json.writeName("frameTable").writeStartObject();
        columns = new JsonColumns(json, count);
        columns.numbers("address", i -> -1);
        columns.numbers("lib", i -> -1);
        columns.numbers("inlineDepth", i -> 0);
        columns.numbers("category", i -> frames.get(i).category.category);
        columns.numbers("subcategory", i -> frames.get(i).category.subcategory);
        columns.numbers("func", i -> i);
        columns.nulls("nativeSymbol");
        columns.nulls("innerWindowID");
        columns.orNull("line", i -> frames.get(i).line > 0, i -> frames.get(i).line);
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
        columns.orNull("lineNumber", i -> frames.get(i).line > 0, i -> frames.get(i).line);
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
