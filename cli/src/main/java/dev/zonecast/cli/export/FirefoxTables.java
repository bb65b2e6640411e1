package dev.zonecast.cli.export;

import dev.zonecast.core.marker.CategoryColor;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.MarkerCategory;
import dev.zonecast.trace.stats.ZoneKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** What the threads of a Firefox profile share: strings, categories, source locations, schemas and stacks. */
final class FirefoxTables {
    static final int OTHER = 0;
    /** Its colour is transparent: gaps between zones. */
    static final int IDLE = 1;

    static final int FRAMES = 2;
    static final int MESSAGES = 3;
    static final int LOCKS = 4;
    /** Methods outside of zones; those inside have the zone's. */
    static final int JAVA = 5;

    static final int STOPS = 6;
    static final int MEMORY = 7;
    static final int FIBERS = 8;

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

    private final Map<String, Integer> strings = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final Map<String, CategoryEntry> categories = new LinkedHashMap<>();
    /** By location and kind: one more than the place in the list, 0 = not there yet. */
    private int[] places = new int[64];

    private String[] namesOfPlaces = new String[64];
    private int[] stringsOfPlaces = new int[64];
    private final List<Place> placeList = new ArrayList<>();
    private final List<CategoryPlace> placeCategories = new ArrayList<>();
    private final FirefoxSchemas schemas = new FirefoxSchemas();
    private final FirefoxStacks stacks = new FirefoxStacks(this::string);
    private int[] framesOfPlaces = new int[64];

    FirefoxTables() {
        category("Other", "grey");
        category("Idle", "transparent");
        category("Frames", "orange");
        category("Messages", "yellow");
        category("Locks", "lightred");
        category("Java", "lightblue");
        category("Stops", "red");
        category("Memory", "brown");
        category("Fibers", "magenta");
    }

    int string(String text) {
        return strings.computeIfAbsent(text, t -> {
            texts.add(t);
            return texts.size() - 1;
        });
    }

    String text(int string) {
        return texts.get(string);
    }

    private CategoryEntry category(String name, String color) {
        return categories.computeIfAbsent(name, n -> new CategoryEntry(categories.size(), color));
    }

    /** A category that the program named. */
    CategoryPlace category(MarkerCategory of) {
        CategoryEntry entry =
                category(of.name(), CategoryColor.ofCode(of.colorCode()).name().toLowerCase(Locale.ROOT));
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

    /** Zones of a place have its category; without one its colour, as near as there is one. */
    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    int place(Location location, ZoneKind kind) {
        int at = location.index() * KINDS + kind.ordinal();
        if (at >= places.length) {
            places = Arrays.copyOf(places, Math.max(at + 1, places.length * 2));
        }
        if (places[at] == 0) {
            placeList.add(new Place(location, kind));
            places[at] = placeList.size();
            CategoryPlace category = categoryOf(location, kind);
            placeCategories.add(category);
            label(places[at] - 1, location, category);
        }
        return places[at] - 1;
    }

    private void label(int place, Location location, CategoryPlace category) {
        if (place >= framesOfPlaces.length) {
            framesOfPlaces = Arrays.copyOf(framesOfPlaces, framesOfPlaces.length * 2);
        }
        framesOfPlaces[place] = stacks.label(location.displayName(), location.file(), location.line(), category);
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
                    case JVM, JVM_COMPILER, JVM_WAIT -> "brown";
                };
        return new CategoryPlace(category(kind.label().toUpperCase(Locale.ROOT) + ", " + color, color).index, 0);
    }

    /** How many places there are, numbered from 0 on. */
    int places() {
        return placeList.size();
    }

    int category(int place) {
        return placeCategories.get(place).category;
    }

    Location location(int place) {
        return placeList.get(place).location;
    }

    FirefoxStacks stacks() {
        return stacks;
    }

    /** A stack with a zone of the place on top of another stack; {@link FirefoxStacks#NONE} is none. */
    int stack(int below, int place) {
        return stacks.on(below, framesOfPlaces[place]);
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

    /** After everything else: only then all is known. */
    void writeShared(JsonGenerator json) {
        json.writeName("shared").writeStartObject();
        stacks.write(json);
        json.writeName("stringArray").writeStartArray();
        texts.forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }
}
