package dev.zonecast.core;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Slots;
import java.util.Objects;

/**
 * The subject of a zone or marker: "Physics", or "Physics" with the subcategory "collisions". Viewers group and colour by it. Keep it in
 * a {@code static final} field. Equal names give the same object.
 *
 * <pre>{@code
 * private static final Category PHYSICS = Category.of("Physics", CategoryColor.GREEN);
 * private static final Category COLLISIONS = PHYSICS.sub("collisions");
 * }</pre>
 *
 * <p>Thread-safe, immutable.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class Category extends Registered {
    private static final Slots<Key, Category> ALL =
            Slots.make(Category.class, "categories", 4_096, name -> new Key(name, ""));

    /** The category of events without one. */
    public static final Category OTHER = of("Other", CategoryColor.GREY);

    /**
     * Waiting for another thread, the display, the GPU or work. These zones are recorded and listed as all others. Their time is no work:
     * it has no share in tables and does not make a frame slow.
     */
    public static final Category IDLE = of("Idle", CategoryColor.DARKGREY);

    /** What tells one from another. */
    public record Key(String name, String subcategory) {
        // For the reason that SourceLocation.Content has them.

        @Override
        public int hashCode() {
            return Objects.hash(name, subcategory);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && Objects.equals(name, key.name)
                    && Objects.equals(subcategory, key.subcategory);
        }
    }

    private final Key key;
    private final CategoryColor color;

    private Category(int id, Key key, CategoryColor color) {
        super(id);
        this.key = key;
        this.color = color;
    }

    /**
     * A category. The first colour of a name stays. At most 4,096 exist; one overflow category represents all further ones.
     *
     * @param name null or empty reads "Other"
     * @param color null is {@link CategoryColor#GREY}
     */
    public static Category of(String name, CategoryColor color) {
        return interned(name, "", color == null ? CategoryColor.GREY : color);
    }

    /** A grey category. */
    public static Category of(String name) {
        return of(name, CategoryColor.GREY);
    }

    /** A subcategory, with the colour of this category; null or empty returns this category. */
    public Category sub(String subcategory) {
        return interned(key.name, subcategory == null ? "" : subcategory, color);
    }

    private static Category interned(String name, String subcategory, CategoryColor color) {
        String shown = name == null || name.isEmpty() ? "Other" : name;
        Key key = new Key(NameTable.wellFormed(shown), NameTable.wellFormed(subcategory));
        return ALL.intern(key, (id, k) -> new Category(id, k, color));
    }

    /** Name of the category, without the subcategory. */
    public String name() {
        return key.name;
    }

    /** Empty for the category as a whole. */
    public String subcategory() {
        return key.subcategory;
    }

    /** The colour of all its subcategories. */
    public CategoryColor color() {
        return color;
    }

    @Override
    public String toString() {
        return key.subcategory.isEmpty() ? key.name : key.name + ": " + key.subcategory;
    }
}
