package dev.zonecast.core.recording;

import dev.zonecast.core.Category;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.Term;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Categories that the program gave to zones and markers. In an event's category they stand behind ours, with a comma, as other trace
 * formats join several: {@code zone,Physics}.
 */
final class CategoryTable {
    private record Entries(StringTable.Entry zone, StringTable.Entry marker) {}

    private final RecordingWriter writer;
    private final StringTable strings;
    private final Map<Category, Entries> entries = new HashMap<>();
    private final Set<Category> described = new HashSet<>();

    CategoryTable(RecordingWriter writer, StringTable strings) {
        this.writer = writer;
        this.strings = strings;
    }

    private Entries entries(Category category) {
        return entries.computeIfAbsent(
                category,
                c -> new Entries(
                        new StringTable.Entry(Term.ZONE.text() + "," + c.name()),
                        new StringTable.Entry(Term.MARKER.text() + "," + c.name())));
    }

    /** Index of the category of zones. */
    int zone(Category category) throws IOException {
        return category == null ? Term.ZONE.index() : strings.index(entries(category).zone);
    }

    /** The category of markers. */
    StringTable.Entry marker(Category category) {
        return entries(category).marker;
    }

    /** Writes what there is to say of a category, once. */
    void describe(Category category) throws IOException {
        if (category != null && described.add(category)) {
            writer.blob(Term.BLOB_CATEGORY, category.color().code(), Ids.of(category))
                    .text(category.name())
                    .text(category.subcategory());
            boolean _ = writer.closeBlob(DurableRoom.Share.NAME);
        }
    }
}
