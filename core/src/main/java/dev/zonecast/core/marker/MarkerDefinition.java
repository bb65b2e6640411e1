package dev.zonecast.core.marker;

import dev.zonecast.core.Category;
import dev.zonecast.core.SourceLocation;
import java.util.List;

/**
 * A marker as recordings and viewers know it: what {@link MarkerType} and {@link Marker} represent. One object in a program has an id.
 *
 * @param id from 1 on
 * @param name of its markers
 * @param schema how its data is shown; null if it has none
 * @param constants names of each field's enum constants; none for another field
 * @param location of the zone that a scoped marker is
 */
public record MarkerDefinition(
        int id,
        String name,
        Category category,
        MarkerSchema schema,
        List<List<String>> constants,
        SourceLocation location) {
    /** How many pieces of data a marker has. */
    public int fieldCount() {
        return schema == null ? 0 : schema.fields().size();
    }

    /** Name of a field's enum constant, null if it is missing. */
    public String constant(int field, long place) {
        List<String> names = constants.get(field);
        return place < 0 || place >= names.size() ? null : names.get((int) place);
    }

    @Override
    public String toString() {
        return name;
    }
}
