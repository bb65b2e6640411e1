package dev.zonecast.core.marker;

import dev.zonecast.core.Category;
import dev.zonecast.core.SourceLocation;

/** A marker as recordings and viewers know it: what {@link MarkerType} and {@link Marker} represent. Immutable. */
public final class MarkerDefinition {
    private final int id;
    private final String name;
    private final Category category;
    private final MarkerSchema schema;
    private final String[][] constants;
    private final SourceLocation location;

    MarkerDefinition(
            int id,
            String name,
            Category category,
            MarkerSchema schema,
            String[][] constants,
            SourceLocation location) {
        this.id = id;
        this.name = name;
        this.category = category;
        this.schema = schema;
        this.constants = constants;
        this.location = location;
    }

    /** Id from 1 on. */
    public int id() {
        return id;
    }

    /** Name of its markers. */
    public String name() {
        return name;
    }

    public Category category() {
        return category;
    }

    /** How its data is shown; null if it has none. */
    public MarkerSchema schema() {
        return schema;
    }

    /** How many pieces of data a marker has. */
    public int fieldCount() {
        return schema == null ? 0 : schema.fields().size();
    }

    /** Name of a field's enum constant, null if it is missing. */
    public String constant(int field, long place) {
        String[] names = constants[field];
        return place < 0 || place >= names.length ? null : names[(int) place];
    }

    /** Names of a field's enum constants; none for another field. */
    String[] constants(int field) {
        return constants[field];
    }

    /** Of the zone that a scoped marker is. */
    public SourceLocation location() {
        return location;
    }

    @Override
    public String toString() {
        return name;
    }
}
