package dev.zonecast.cli.export;

import dev.zonecast.core.CategoryColor;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.MarkerCategory;
import dev.zonecast.trace.stats.Slots;
import dev.zonecast.trace.stats.ZoneKind;
import java.util.ArrayList;
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

    /** @param subcategories the first one is the category as a whole */
    private record CategoryEntry(int index, String color, List<String> subcategories) {}

    /** A category and one of its subcategories. */
    record CategoryPlace(int category, int subcategory) {}

    /** Zones of one location, spent on one thing. */
    record Place(Location location, int category, int frame) {}

    private final Map<String, Integer> strings = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final Map<String, CategoryEntry> categories = new LinkedHashMap<>();
    private final Slots<Integer> placeNumbers = new Slots<>();
    final List<Place> places = new ArrayList<>();
    final FirefoxSchemas schemas = new FirefoxSchemas();
    final FirefoxStacks stacks = new FirefoxStacks(this::string);

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
        return categories.computeIfAbsent(
                name, n -> new CategoryEntry(categories.size(), color, new ArrayList<>(List.of("Other"))));
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

    /** Zones of a place have its category; without one its colour, as near as there is one. */
    int place(Location location, ZoneKind kind) {
        return placeNumbers.of(kind.slot(location), () -> {
            CategoryPlace category = categoryOf(location, kind);
            int frame = stacks.label(location.displayName(), location.file(), location.line(), category);
            places.add(new Place(location, category.category, frame));
            return places.size() - 1;
        });
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

    /** A stack with a zone of the place on top of another stack; {@link FirefoxStacks#NONE} is none. */
    int stack(int below, int place) {
        return stacks.on(below, places.get(place).frame);
    }

    List<JsonObject> categories() {
        List<JsonObject> all = new ArrayList<>();
        categories.forEach((name, entry) -> all.add(new JsonObject()
                .set("name", name)
                .set("color", entry.color)
                .set("subcategories", entry.subcategories)));
        return all;
    }

    /** After everything else: only then all is known. */
    void writeShared(JsonGenerator json) {
        json.writeName("shared").writeStartObject();
        stacks.write(json);
        JsonParts.array(json, "stringArray", () -> texts.forEach(json::writeString));
        json.writeEndObject();
    }
}
